import type { Json } from "../../base/json.ts";
import { parseMessage } from "../../base/json-depth.ts";
import type { Expectation } from "../../model/expectation.ts";
import { listsUsed } from "../../model/template.ts";
import type { Classifier, Outcome } from "../load/outcome.ts";
import { parseReply, type Reply, resultText, toolResultFault } from "../load/reply.ts";
import { type CallValues, callOfTurn, type TurnContext, type TurnState } from "./numbered-calls.ts";
import { expectationCheck, isOfCall, type JudgeOptions, templateOf } from "./reply-check.ts";

const ok: Outcome = { kind: "ok" };

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

/**
 * Makes the classifier for one step of turns. What is searched for in replies is prepared anew only where it has lists that this
 * turn has captured itself. `around`: the sessions that turns go round.
 */
export function turnClassifier(
  expect: Expectation | undefined,
  { around, ...judging }: Omit<JudgeOptions, "calls"> & { readonly method: string; readonly around: TurnContext },
): (body: Uint8Array, turn: TurnState) => Outcome {
  if (!isOfCall(expect)) {
    const judge = replyClassifier(expect, judging);
    return (body) => judge(body);
  }
  const names = listsUsed(templateOf(expect));
  let prepared:
    | { readonly lists: readonly (readonly Json[] | undefined)[]; judge: (body: Uint8Array) => Outcome }
    | undefined;
  let current: TurnState;
  return (body, turn) => {
    current = turn;
    const lists = names.map((name) => turn.captures.get(name));
    if (!prepared || lists.some((list, place) => list !== prepared?.lists[place])) {
      const calls = callOfTurn(() => current, around);
      prepared = { lists, judge: replyClassifier(expect, { ...judging, calls }) };
    }
    return prepared.judge(body);
  };
}

/** Judges replies as `classify` does; one that holds the name of another identity than that of its call is `crossed`. */
export function identityClassifier(
  classify: Classifier,
  { names, identityOf }: { readonly names: readonly string[]; readonly identityOf: (id: number) => number },
): Classifier {
  if (names.length < 2) return classify;
  const texts = names.map((name) => Buffer.from(JSON.stringify(name).slice(1, -1)));
  return (body, id) => {
    const own = identityOf(id);
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const other = texts.findIndex((text, place) => place !== own && bytes.includes(text));
    if (other < 0) return classify(body, id);
    const message = `the reply to ${JSON.stringify(names[own])} holds ${JSON.stringify(names[other])}`;
    return { kind: "crossed", of: "session", message };
  };
}
