import type { Expectation } from "../../plan/operation.ts";
import type { OutcomeKind } from "../../record/launch.ts";
import type { WireFailure } from "../../server/protocol/session.ts";
import { parseMessage } from "../../text/json-depth.ts";
import { expectationCheck } from "./expectation.ts";
import { parseReply, type Reply, resultText } from "./reply.ts";

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

/** Makes the classifier for one row. It throws ConfigError when a pattern of `expect` takes too long on a reply. */
export function replyClassifier(expectation?: Expectation): (body: Uint8Array) => Outcome {
  const mismatch = expectation ? expectationCheck(expectation) : undefined;
  return (body) => {
    const reply = parseReply(body);
    if (reply.kind === "malformed") return reply;
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
  if (reply.result.resultType === "input_required")
    return { kind: "unexpected", message: "the server asks for input that `server.client` does not answer" };
  return reply.result.isError === true ? { kind: "tool-error", message: resultText(reply.result) } : undefined;
}
