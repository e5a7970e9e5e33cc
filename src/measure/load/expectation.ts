import { patternSearch } from "../../host/pattern-search.ts";
import type { Expectation } from "../../plan/operation.ts";
import { isMap } from "../../text/json.ts";
import { type Reply, resultText } from "./reply.ts";

/** Says in one clause how a reply differs from what was expected, or undefined when it does not. */
export type ExpectationCheck = (reply: Reply, failed: boolean) => string | undefined;

/** Prepares an `expect` for many replies: text is searched for, structured content must hold at least what is given. */
export function expectationCheck(expectation: Expectation): ExpectationCheck {
  const { text, structured } = expectation;
  const found = text === undefined ? () => true : textSearch(text);
  const wanted = typeof text === "object" ? `\`/${text.pattern}/${text.flags}\`` : JSON.stringify(text);
  return (reply, failed) => {
    const said = reply.kind === "error" ? reply.message : resultText(reply.result);
    if (expectation.error && !failed) return `expected an error, got: ${said}`;
    if (!found(said)) return `expected the text ${wanted}, got: ${said}`;
    if (structured === undefined) return undefined;
    const content = reply.kind === "result" ? reply.result.structuredContent : undefined;
    return holds(content, structured)
      ? undefined
      : `expected the structured content ${JSON.stringify(structured)}, got: ${JSON.stringify(content)}`;
  };
}

function textSearch(text: NonNullable<Expectation["text"]>): (said: string) => boolean {
  if (typeof text === "string") return (said) => said.includes(text);
  const search = patternSearch(new RegExp(text.pattern, text.flags), { where: "expect.text", what: "a reply" });
  return (said) => search([said]) !== undefined;
}

/** True when `actual` has at least the keys and values of `wanted`; lists must agree item by item. */
function holds(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(actual) && actual.length === wanted.length && wanted.every((item, at) => holds(actual[at], item))
    );
  if (isMap(wanted)) return isMap(actual) && Object.entries(wanted).every(([key, value]) => holds(actual[key], value));
  return Object.is(actual, wanted);
}
