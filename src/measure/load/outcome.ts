import { patternSearch } from "../../host/pattern-search.ts";
import type { Expectation } from "../../plan/operation.ts";
import type { OutcomeKind } from "../../record/launch.ts";
import type { WireFailure } from "../../server/protocol/session.ts";
import { isMap } from "../../text/json.ts";
import { parseMessage } from "../../text/json-depth.ts";
import { parseReply, type Reply, resultText, toolResultFault } from "./reply.ts";

/** How one request ended. Only `ok` ever enters a latency. */
export type Outcome = { readonly kind: "ok" } | Failure;

export interface Failure {
  readonly kind: Exclude<OutcomeKind, "ok">;
  readonly message: string;
}

/** Judges the text of one reply to the request of an id. Made once per row, called outside the timed window. */
export type Classifier = (body: Uint8Array, id: number) => Outcome;

const ok: Outcome = { kind: "ok" };

/** A refusal by HTTP status is an answer of the server, and an error like those of JSON-RPC. */
export function failureOutcome({ kind, message }: WireFailure): Failure {
  return { kind: kind === "http-status" ? "rpc-error" : kind, message };
}

/**
 * Makes the classifier for one row, of requests of a method. It throws ConfigError when a pattern of `expect` takes too long on
 * a reply.
 */
export function replyClassifier(expectation?: Expectation, method?: string): (body: Uint8Array) => Outcome {
  const mismatch = expectation ? expectationCheck(expectation) : undefined;
  return (body) => {
    const reply = parseReply(body);
    if (reply.kind === "malformed") return reply;
    const fault = method === "tools/call" && reply.kind === "result" ? toolResultFault(reply.result) : undefined;
    if (fault !== undefined) return { kind: "malformed", message: fault };
    const failure = failureOf(reply);
    if (!mismatch) return failure ?? ok;
    if (failure && !expectation?.error) return failure;
    const problem = mismatch(reply, failure !== undefined);
    return problem === undefined ? ok : { kind: "unexpected", message: problem };
  };
}

/** Makes the classifier for the bodies of plain HTTP responses, whose status has been judged already. */
export function bodyClassifier(expectation?: Expectation): (body: Uint8Array) => Outcome {
  const mismatch = expectation ? expectationCheck(expectation) : undefined;
  return (body) => {
    if (!mismatch) return ok;
    const text = Buffer.from(body).toString("utf8");
    const result = { content: [{ type: "text", text }], structuredContent: parseMessage(text) };
    const problem = mismatch({ kind: "result", result }, false);
    return problem === undefined ? ok : { kind: "unexpected", message: problem };
  };
}

function failureOf(reply: Reply): Outcome | undefined {
  if (reply.kind === "error") return { kind: "rpc-error", message: `${reply.code}: ${reply.message}` };
  const { resultType = "complete" } = reply.result;
  if (resultType !== "complete") return { kind: "unexpected", message: whyIncomplete(resultType) };
  return reply.result.isError === true ? { kind: "tool-error", message: resultText(reply.result) } : undefined;
}

/** A result of a type that is not known holds nothing to time: the clients of the SDKs take it for an error too. */
function whyIncomplete(resultType: unknown): string {
  if (resultType === "input_required") return "the server asks for input that `server.client` does not answer";
  if (resultType === "task") return "the server answered with a task that has not ended";
  return `the server answered with a result of the unknown type ${JSON.stringify(resultType)}`;
}

/** Says in one clause how a reply differs from what was expected, or undefined when it does not. */
type ExpectationCheck = (reply: Reply, failed: boolean) => string | undefined;

/** Prepares an `expect` for many replies: text is searched for, structured content must hold at least what is given. */
function expectationCheck(expectation: Expectation): ExpectationCheck {
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
