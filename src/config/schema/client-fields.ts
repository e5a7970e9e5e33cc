import { z } from "zod";
import { checked, field, json } from "../../model/fields.ts";
import { duration } from "../../model/quantity.ts";
import type { ClientAnswers } from "../../plan/plan.ts";

const delay = field("Time the answer takes, as a person or a model would", duration.prefault(0), "120ms");
const uri = z.string().regex(/^file:\/\//, "not a `file://` URI");

const elicitation = z
  .strictObject({
    action: field("Answer to a form", z.enum(["accept", "decline", "cancel"]), "accept"),
    content: field(
      "The filled-in form, with `action: accept`; a field that is left out takes its default",
      z.record(z.string(), json).optional(),
      { confirm: true },
    ),
    delay,
  })
  .superRefine(
    checked(({ action, content: form }, complain) => {
      if (form && action !== "accept") complain(`\`content\` goes with \`action: accept\`, not ${action}`, ["content"]);
    }),
  );

const sampling = z.strictObject({ text: field("Answer of the model", z.string(), "Yes."), delay });

const root = z.union([
  uri,
  z.strictObject({
    uri: field("Address of the directory", uri, "file:///work"),
    name: field("Display name", z.string().optional(), "work"),
  }),
]);

/** `server.client`: what the client answers when the server asks. */
export const clientSchema = z.strictObject({
  elicitation: field("Answer to a form that the server asks a person to fill in", elicitation.optional(), {
    action: "accept",
    content: { confirm: true },
  }),
  sampling: field("Answer where the server asks for a model's words", sampling.optional(), { text: "Yes." }),
  roots: field("Directories that the client says it works in", z.array(root).optional(), ["file:///work"]),
});

export function clientAnswers({
  elicitation: form,
  sampling: model,
  roots,
}: z.output<typeof clientSchema>): ClientAnswers {
  return {
    ...(form ? { elicitation: { action: form.action, delayMs: form.delay, content: form.content } } : {}),
    ...(model ? { sampling: { text: model.text, delayMs: model.delay } } : {}),
    ...(roots ? { roots: roots.map((root) => (typeof root === "string" ? { uri: root } : root)) } : {}),
  };
}
