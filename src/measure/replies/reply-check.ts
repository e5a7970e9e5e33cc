import { patternSearch } from "../../base/host/pattern-search.ts";
import { isMap, type Json } from "../../base/json.ts";
import type { Expectation } from "../../model/expectation.ts";
import { hasPlaceholders, renderParams, renderString } from "../../model/template.ts";
import type { Failure } from "../load/outcome.ts";
import { type Reply, resultText } from "../load/reply.ts";
import { type CallValues, valuesOf } from "./numbered-calls.ts";
import type { SchemaCheck } from "./output-schema.ts";
import { OwnText } from "./own-text.ts";

/** Returns undefined where a reply is what was expected. `failed`: it is an error. `id`: of the call that it answers. */
type ExpectationCheck = (reply: Reply, judged: { failed: boolean; id: number | undefined }) => Failure | undefined;

/**
 * Checks a reply against one part of an expectation: returns the missing part, and the call that the reply would be
 * right for, where one is known.
 */
type PartCheck = (
  reply: Reply,
  id: number | undefined,
) => { readonly lacks: string; readonly of?: number | undefined } | undefined;

/** Dependencies of judging an expectation. */
export interface JudgeOptions {
  /** Those of the row, where what is expected differs from call to call. */
  readonly calls?: CallValues | undefined;
  /** Check by the schema of the called tool; absent where it has none, or none is configured. */
  readonly schema?: SchemaCheck | undefined;
}

/**
 * Prepares an `expect` for many replies: text is searched for, structured content must hold at least what is given. Where it
 * differs from call to call, a reply that is wrong for its own call and right for another is `crossed`.
 */
export function expectationCheck({ text, structured, error }: Expectation, judging: JudgeOptions): ExpectationCheck {
  const { calls, schema } = judging;
  const parts = [
    ...(schema ? [ownSchemaCheck(schema)] : []),
    ...(text === undefined ? [] : [textCheck(text, calls)]),
    ...(structured === undefined ? [] : [structuredCheck(structured, calls)]),
  ];
  return (reply, { failed, id }) => {
    if (error && !failed) return { kind: "unexpected", message: `expected an error, got: ${saidIn(reply)}` };
    for (const check of parts) {
      const found = check(reply, id);
      if (!found) continue;
      const { lacks: message, of } = found;
      if (of === undefined || !calls) return { kind: "unexpected", message };
      const sessionOf = (call: number) => valuesOf(call, calls.around).session;
      const isSame = sessionOf(of) === sessionOf(calls.numberOf(id));
      return { kind: "crossed", of: isSame ? "call" : "session", message };
    }
    return undefined;
  };
}

/** The templates of an expectation. */
export function templateOf({ text = "", structured = null }: Expectation): Json {
  return [typeof text === "string" ? text : text.pattern, structured];
}

/** Tests whether the expected reply may differ from call to call. */
export function isOfCall(expectation: Expectation | undefined): expectation is Expectation {
  return expectation !== undefined && hasPlaceholders(templateOf(expectation));
}

function saidIn(reply: Reply): string {
  return reply.kind === "error" ? reply.message : resultText(reply.result);
}

/** An error of a tool, where one is expected, has no structured content to give. */
function ownSchemaCheck(check: SchemaCheck): PartCheck {
  return (reply) => {
    const isResult = reply.kind === "result" && reply.result.isError !== true;
    const lacks = isResult ? check(reply.result) : undefined;
    return lacks === undefined ? undefined : { lacks };
  };
}

function textCheck(text: NonNullable<Expectation["text"]>, calls: CallValues | undefined): PartCheck {
  if (calls && hasPlaceholders(typeof text === "string" ? text : text.pattern)) {
    const own = new OwnText(text, calls);
    return (reply, id) => {
      const said = saidIn(reply);
      const number = calls.numberOf(id);
      const others = own.othersIn(said, number);
      if (others === "own") return undefined;
      const wanted = nameOf(text, (part) => renderString(part, valuesOf(number, calls.around)));
      return { lacks: `expected the text ${wanted}, got: ${said}`, of: others[0] };
    };
  }
  const found = textSearch(text);
  const wanted = nameOf(text);
  return (reply) => {
    const said = saidIn(reply);
    return found(said) ? undefined : { lacks: `expected the text ${wanted}, got: ${said}` };
  };
}

/** Names an expected text in messages. `fill`: fills in the values of a call. */
function nameOf(text: NonNullable<Expectation["text"]>, fill: (part: string) => string = String): string {
  return typeof text === "string" ? JSON.stringify(fill(text)) : `\`/${fill(text.pattern)}/${text.flags}\``;
}

function textSearch(text: NonNullable<Expectation["text"]>): (said: string) => boolean {
  if (typeof text === "string") return (said) => said.includes(text);
  const search = patternSearch(new RegExp(text.pattern, text.flags), { where: "expect.text", what: "a reply" });
  return (said) => search([said]) !== undefined;
}

function structuredCheck(structured: Json, calls: CallValues | undefined): PartCheck {
  const complaint = (content: unknown, wanted: Json) =>
    `expected the structured content ${JSON.stringify(wanted)}, got: ${JSON.stringify(content)}`;
  if (!calls || !hasPlaceholders(structured))
    return (reply) => {
      const content = contentOf(reply);
      return holds(content, structured) ? undefined : { lacks: complaint(content, structured) };
    };
  const leaves = ownLeaves(structured, calls);
  return (reply, id) => {
    const content = contentOf(reply);
    const number = calls.numberOf(id);
    const wantedBy = (call: number) => renderParams(structured, valuesOf(call, calls.around));
    if (holds(content, wantedBy(number))) return undefined;
    const others = leaves.flatMap(({ path, own }) => {
      const found = own.othersIn(textAt(content, path), number);
      return found === "own" ? [] : found;
    });
    const of = others.find((call) => holds(content, wantedBy(call)));
    return { lacks: complaint(content, wantedBy(number)), of };
  };
}

function contentOf(reply: Reply): unknown {
  return reply.kind === "result" ? reply.result.structuredContent : undefined;
}

interface Leaf {
  readonly path: readonly (string | number)[];
  readonly own: OwnText;
}

/** The texts of a template in which something is filled in. */
function ownLeaves(template: Json, calls: CallValues, path: Leaf["path"] = []): Leaf[] {
  if (typeof template === "string")
    return hasPlaceholders(template) ? [{ path, own: new OwnText(template, calls, { whole: true }) }] : [];
  if (Array.isArray(template)) return template.flatMap((item: Json, at) => ownLeaves(item, calls, [...path, at]));
  if (!isMap(template)) return [];
  return Object.entries(template).flatMap(([key, item]) => ownLeaves(item as Json, calls, [...path, key]));
}

/** A value somewhere in the content of a reply as text; empty where there is none. */
function textAt(content: unknown, path: Leaf["path"]): string {
  const value = path.reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return at[Number(step)];
    return isMap(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }, content);
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** True when `actual` has at least the keys and values of `wanted`; lists must agree item by item. */
function holds(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(actual) && actual.length === wanted.length && wanted.every((item, at) => holds(actual[at], item))
    );
  if (isMap(wanted)) return isMap(actual) && Object.entries(wanted).every(([key, value]) => holds(actual[key], value));
  return actual === wanted;
}
