import { z } from "zod";
import type { Json } from "../base/json.ts";
import { messageOf } from "../errors.ts";
import { checked, field, json, text } from "./fields.ts";
import { templateParts, unknownPlaceholder, unknownPlaceholders } from "./template.ts";

/** Conditions on a reply that counts as ok. */
export interface Expectation {
  readonly text?: string | { readonly pattern: string; readonly flags: string } | undefined;
  readonly structured?: Json | undefined;
  /** The structured content fits the tool's own schema, where the tool has one. */
  readonly schema?: true | undefined;
  /** True: the expected reply is an error. */
  readonly error: boolean;
}

export const expectation = z
  .strictObject({
    text: field(
      "Text that the result must hold, or a regular expression between slashes; with {{seq}} its own call's, so that another call's reply is `crossed`",
      text.optional(),
      "/found/i",
      "item {{seq}}",
    ),
    structured: field("Expected structured content", json.optional(), { found: true }),
    schema: field("It must fit the `outputSchema` of the called tool", z.boolean().optional(), true),
    error: field("The call must fail", z.boolean().default(false), true),
  })
  .superRefine(
    checked((value, complain) => {
      for (const key of ["text", "structured"] as const)
        for (const name of unknownPlaceholders(value[key] ?? null)) complain(unknownPlaceholder(name), [key]);
      const pattern = value.text === undefined ? undefined : regularExpression(value.text);
      if (!pattern) return;
      try {
        // The value of a placeholder is escaped.
        const filled = templateParts(pattern.pattern).map((part) => (typeof part === "string" ? part : "0"));
        new RegExp(filled.join(""), pattern.flags);
      } catch (error) {
        complain(`not a regular expression: ${messageOf(error)}`, ["text"]);
      }
    }),
  )
  .transform(
    ({ text: found, structured, schema, error }): Expectation => ({
      error,
      text: found === undefined ? undefined : (regularExpression(found) ?? found),
      structured,
      schema: schema ? true : undefined,
    }),
  );

/** `/pattern/flags` as its parts; undefined for text that is to be found as it stands. */
function regularExpression(source: string): { pattern: string; flags: string } | undefined {
  const match = /^\/(.+)\/([a-z]*)$/s.exec(source);
  return match ? { pattern: match[1] ?? "", flags: match[2] ?? "" } : undefined;
}
