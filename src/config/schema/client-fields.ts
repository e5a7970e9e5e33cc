import { z } from "zod";
import { json } from "../../model/fields.ts";
import { duration } from "../../model/quantity.ts";
import type { ClientAnswers } from "../../plan/plan.ts";

const content = z.record(z.string(), json);
const delay = duration
  .prefault(0)
  .meta({ description: "Time the answer takes, as a person or a model would", examples: ["120ms"] });
const uri = z.string().regex(/^file:\/\//, "not a `file://` URI");

const elicitation = z
  .strictObject({
    action: z.enum(["accept", "decline", "cancel"]).meta({ description: "Answer to a form", examples: ["accept"] }),
    content: content.optional().meta({
      description: "The filled-in form, with `action: accept`; a field that is left out takes its default",
      examples: [{ confirm: true }],
    }),
    delay,
  })
  .superRefine((value, context) => {
    if (value.content && value.action !== "accept")
      context.addIssue({
        code: "custom",
        message: `\`content\` goes with \`action: accept\`, not ${value.action}`,
        path: ["content"],
      });
  });

/** `server.client`: what the client answers when the server asks. */
export const clientSchema = z.strictObject({
  elicitation: elicitation.optional().meta({
    description: "Answer to a form that the server asks a person to fill in",
    examples: [{ action: "accept", content: { confirm: true } }],
  }),
  sampling: z
    .strictObject({
      text: z.string().meta({ description: "Answer of the model", examples: ["Yes."] }),
      delay,
    })
    .optional()
    .meta({ description: "Answer where the server asks for a model's words", examples: [{ text: "Yes." }] }),
  roots: z
    .array(
      z.union([
        uri,
        z.strictObject({
          uri: uri.meta({ description: "Address of the directory", examples: ["file:///work"] }),
          name: z
            .string()
            .optional()
            .meta({ description: "Display name", examples: ["work"] }),
        }),
      ]),
    )
    .optional()
    .meta({ description: "Directories that the client says it works in", examples: [["file:///work"]] }),
});

export function clientAnswers({ elicitation: form, sampling, roots }: z.output<typeof clientSchema>): ClientAnswers {
  return {
    ...(form ? { elicitation: { action: form.action, delayMs: form.delay, content: form.content } } : {}),
    ...(sampling ? { sampling: { text: sampling.text, delayMs: sampling.delay } } : {}),
    ...(roots ? { roots: roots.map((root) => (typeof root === "string" ? { uri: root } : root)) } : {}),
  };
}
