import { z } from "zod";
import { messageOf } from "../../errors.ts";
import {
  keysTaking,
  requestFields as protocolFields,
  requestKeys,
  type WrittenRequest,
} from "../../plan/protocol-operations.ts";
import { fixedText, templateParts, unknownPlaceholders } from "../../plan/template.ts";
import { identifier, json, text } from "./common-fields.ts";

const argumentMap = z.record(z.string(), json).superRefine((value, context) => {
  for (const name of unknownPlaceholders(value))
    context.addIssue({ code: "custom", message: unknownPlaceholder(name), input: value });
});

export function unknownPlaceholder(name: string): string {
  return `unknown placeholder {{${name}}}; {{seq}}, {{session}}, {{identity}}, names of \`matrix\` and captured lists such as {{ids[seq]}} are known (write \\{{${name}}} for the literal text)`;
}

/** A path into a result: names with dots, `[0]` for an item, `[*]` for every item. */
const capturePath = text.regex(
  /^[^.[\]]+(\.[^.[\]]+|\[(\d+|\*)\])*$/,
  "not a path such as `structuredContent.id` or `content[0].text`",
);

/** Lists of values from a result, by name. */
export const capture = z
  .record(identifier, capturePath)
  .optional()
  .meta({
    description: "Lists of values from the results, for {{ids[seq]}} in later arguments",
    examples: [{ ids: "structuredContent.id" }],
  });

/** Conditions on a reply that counts as ok. */
export const expectation = z
  .strictObject({
    text: text.optional().meta({
      description:
        "Text that the result must hold, or a regular expression between slashes; with {{seq}} its own call's, so that another call's reply is `crossed`",
      examples: ["/found/i", "item {{seq}}"],
    }),
    structured: json.optional().meta({ description: "Expected structured content", examples: [{ found: true }] }),
    schema: z
      .boolean()
      .optional()
      .meta({ description: "It must fit the `outputSchema` of the called tool", examples: [true] }),
    error: z
      .boolean()
      .default(false)
      .meta({ description: "The call must fail", examples: [true] }),
  })
  .superRefine((value, context) => {
    for (const key of ["text", "structured"] as const)
      for (const name of unknownPlaceholders(value[key] ?? null))
        context.addIssue({ code: "custom", message: unknownPlaceholder(name), path: [key], input: value[key] });
    const pattern = value.text === undefined ? undefined : regularExpression(value.text);
    if (!pattern) return;
    try {
      // What a placeholder stands for is escaped.
      const filled = templateParts(pattern.pattern).map((part) => (typeof part === "string" ? part : "0"));
      new RegExp(filled.join(""), pattern.flags);
    } catch (error) {
      context.addIssue({
        code: "custom",
        message: `not a regular expression: ${messageOf(error)}`,
        path: ["text"],
        input: value.text,
      });
    }
  });

/** `/pattern/flags` as its parts; undefined for text that is to be found as it stands. */
export function regularExpression(source: string): { pattern: string; flags: string } | undefined {
  const match = /^\/(.+)\/([a-z]*)$/s.exec(source);
  return match ? { pattern: match[1] ?? "", flags: match[2] ?? "" } : undefined;
}

/** One request of the protocol, with what it is called with. */
export const requestFields = {
  ...protocolFields,
  arguments: argumentMap.optional().meta({
    description:
      "Arguments of the tool or prompt; {{seq}} is the number of the call, {{session}} that of its session, {{identity}} for the name of whose session it is",
    examples: [{ query: "item {{seq}}" }],
  }),
  params: argumentMap.optional().meta({
    description: "Parameters of a `method`",
    examples: [{ level: "error" }],
  }),
};

export type Complain = (message: string, path?: PropertyKey[]) => void;

type RequestWithExpectation = WrittenRequest & { readonly expect?: z.output<typeof expectation> | undefined };

export function checkRequest(value: RequestWithExpectation, complain: Complain): void {
  const takes = (key: "arguments" | "params") => keysTaking(key).some((one) => value[one] !== undefined);
  if (value.arguments && !takes("arguments"))
    complain(`\`arguments\` go with ${argumentKeys}; a raw \`method\` takes \`params\``, ["arguments"]);
  if (value.params && !takes("params")) complain("`params` go with `method`; a `tool` takes `arguments`", ["params"]);
  for (const key of requestKeys)
    for (const name of unknownPlaceholders(JSON.stringify(value[key]) ?? "")) complain(unknownPlaceholder(name), [key]);
  if (!value.expect?.schema) return;
  if (value.tool === undefined) complain("`schema` needs `tool`", ["expect", "schema"]);
  else if (fixedText(value.tool) === undefined)
    complain("`schema` takes a `tool` of the same name in every call", ["expect", "schema"]);
  if (value.expect.error) complain("an error is bound to no schema; remove `schema` or `error`", ["expect", "schema"]);
}

/** Checks a part that makes one request. */
export function checkOneRequest(value: RequestWithExpectation, context: z.RefinementCtx): void {
  const complain: Complain = (message, path = []) => context.addIssue({ code: "custom", message, path, input: value });
  const named = requestKeys.filter((key) => value[key] !== undefined);
  checkOne(named, { of: requestKeys, complain });
  checkRequest(value, complain);
}

/** "`tool` or `prompt`" */
export const argumentKeys = keysTaking("arguments")
  .map((key) => `\`${key}\``)
  .join(" or ");

export function checkOne(
  named: readonly string[],
  { of, complain }: { of: readonly string[]; complain: Complain },
): void {
  const names = of.map((key) => `\`${key}\``);
  if (named.length === 0) complain(`does not say what to measure; write one of ${names.join(", ")}`);
  if (named.length > 1)
    complain(`has ${named.map((key) => `\`${key}\``).join(" and ")}; one benchmark measures one operation`, [
      named[1] ?? "",
    ]);
}

export const mixPart = z
  .strictObject({
    ...requestFields,
    weight: z
      .int()
      .positive()
      .max(1_000)
      .default(1)
      .meta({ description: "Weight of this part beside the others", examples: [8] }),
    expect: expectation
      .optional()
      .meta({ description: "Expected reply; any other is an error", examples: [{ text: "/found/" }] }),
  })
  .superRefine(checkOneRequest);

export type MixPartConfig = z.output<typeof mixPart>;
