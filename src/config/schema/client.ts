import { z } from "zod";
import type { ClientAnswers } from "../../plan/plan.ts";
import { duration } from "../../plan/quantity.ts";
import type { Json } from "../../text/json.ts";

const content = z.record(z.string(), z.json() as z.ZodType<Json>);
const uri = z.string().regex(/^file:\/\//, "not a `file://` URI");

const elicitation = z
  .strictObject({
    action: z.enum(["accept", "decline", "cancel"]),
    content: content.optional(),
    delay: duration.default(0),
  })
  .superRefine((value, context) => {
    if (value.content && value.action !== "accept")
      context.addIssue({
        code: "custom",
        message: `\`content\` goes with \`action: accept\`, not ${value.action}`,
        path: ["content"],
        input: value.content,
      });
  });

/** `server.client`: what the client answers when the server asks. */
export const clientSchema = z.strictObject({
  elicitation: elicitation.optional(),
  sampling: z.strictObject({ text: z.string(), delay: duration.default(0) }).optional(),
  roots: z.array(z.union([uri, z.strictObject({ uri, name: z.string().optional() })])).optional(),
});

/** The section as the plan has it. */
export function clientAnswers({ elicitation, sampling, roots }: z.output<typeof clientSchema>): ClientAnswers {
  return {
    ...(elicitation
      ? {
          elicitation: {
            action: elicitation.action,
            delayMs: elicitation.delay,
            ...(elicitation.content ? { content: elicitation.content } : {}),
          },
        }
      : {}),
    ...(sampling ? { sampling: { text: sampling.text, delayMs: sampling.delay } } : {}),
    ...(roots ? { roots: roots.map(toRoot) } : {}),
  };
}

function toRoot(root: string | { uri: string; name?: string | undefined }): { uri: string; name?: string } {
  if (typeof root === "string") return { uri: root };
  return { uri: root.uri, ...(root.name === undefined ? {} : { name: root.name }) };
}
