import { parseMessage } from "../../base/json-depth.ts";
import type { Expectation } from "../../model/expectation.ts";
import type { OutcomeKind } from "../../record/launch.ts";
import type { WireFailure } from "../../server/protocol/session.ts";
import type { CallValues } from "../replies/numbered-calls.ts";
import { expectationCheck, type JudgeOptions } from "../replies/reply-check.ts";
import { parseReply, type Reply, resultText, toolResultFault } from "./reply.ts";

/** Outcome of one request. Only `ok` ever enters a latency. */
export type Outcome = { readonly kind: "ok" } | Failure;

export interface Failure {
  readonly kind: Exclude<OutcomeKind, "ok">;
  /** Whose reply it was, of `crossed`. */
  readonly of?: "session" | "call";
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
 * Makes the classifier for one row. It throws ConfigError when a pattern of `expect` takes too long on a reply. `method`: of its
 * requests.
 */
export function replyClassifier(
  expectation?: Expectation,
  { method, ...judging }: JudgeOptions & { readonly method?: string } = {},
): (body: Uint8Array, id?: number) => Outcome {
  const mismatch = expectation ? expectationCheck(expectation, judging) : undefined;
  return (body, id) => {
    const reply = parseReply(body);
    if (reply.kind === "malformed") return reply;
    const fault = method === "tools/call" && reply.kind === "result" ? toolResultFault(reply.result) : undefined;
    if (fault !== undefined) return { kind: "malformed", message: fault };
    const failure = failureOf(reply);
    if (!mismatch) return failure ?? ok;
    if (failure && !expectation?.error) return failure;
    return mismatch(reply, { failed: failure !== undefined, id }) ?? ok;
  };
}

/** Makes the classifier for the bodies of plain HTTP responses, whose status has been judged already. */
export function bodyClassifier(
  expectation?: Expectation,
  calls?: CallValues,
): (body: Uint8Array, id?: number) => Outcome {
  const mismatch = expectation ? expectationCheck(expectation, { calls }) : undefined;
  return (body, id) => {
    if (!mismatch) return ok;
    const text = Buffer.from(body).toString("utf8");
    const result = { content: [{ type: "text", text }], structuredContent: parseMessage(text) };
    return mismatch({ kind: "result", result }, { failed: false, id }) ?? ok;
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
