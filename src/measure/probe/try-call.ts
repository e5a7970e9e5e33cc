import { isMap, type JsonObject, jsonOf } from "../../base/json.ts";
import type { Wire } from "../../server/protocol/session.ts";
import { runClosedLoop } from "../load/closed-loop.ts";
import { parseReply, resultText } from "../load/reply.ts";
import type { RequestOptions } from "../load/request-once.ts";
import { replyClassifier } from "../replies/classifiers.ts";

/** Longest wait for a call that no person configured. One that takes longer is not worth some hundred of them. */
export const patienceMs = 2_000;

/** The outcome of one call of a tool. Reasons are the server's own words, untrusted. */
type TriedCall =
  | {
      readonly kind: "ok";
      readonly latencyMs: number;
      readonly result: Readonly<Record<string, unknown>>;
      readonly value: unknown;
    }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "slow" };

/** Makes one request, untimed. The result of a tool that says of itself that it failed counts as failed. */
export async function tryCall(
  { method, params }: { readonly method: string; readonly params: JsonObject },
  wire: Wire,
  { clock, signal }: Pick<RequestOptions, "clock" | "signal">,
): Promise<TriedCall> {
  const classify = replyClassifier(undefined, { method });
  const frames = [wire.encode(method, params)];
  const loop = { wire, frames, concurrency: 1, timeoutMs: patienceMs, clock, signal, classify };
  const { answers, failures } = await runClosedLoop(loop);
  const [answer] = answers;
  if (failures.outcomes.timeout !== undefined) return { kind: "slow" };
  if (!answer) return { kind: "failed", reason: failures.samples[0]?.message ?? "no reply" };
  const outcome = classify(answer.body);
  const reply = parseReply(answer.body);
  if (reply.kind === "error") return { kind: "failed", reason: reply.message };
  if (outcome.kind !== "ok" || reply.kind === "malformed")
    return { kind: "failed", reason: "message" in outcome ? outcome.message : "no result" };
  const text = resultText(reply.result);
  const value = jsonOf(text);
  const said = method === "tools/call" ? saidFailure(text, value) : undefined;
  if (said !== undefined) return { kind: "failed", reason: `it answers without \`isError\`, but says: ${said}` };
  return { kind: "ok", latencyMs: answer.latencyMs, result: reply.result, value };
}

/**
 * Finds words of failure in an answer that counts as success: a call that fails fast has no useful figure. `value`: the
 * text read as JSON, where it is some. Only how a text begins counts, as a good answer may speak of errors further
 * down; a wrong guess leaves a tool as a comment, with these words as the reason.
 */
export function saidFailure(text: string, value: unknown): string | undefined {
  if (isMap(value)) {
    const { error, success, ok } = value;
    const failed = (typeof error === "string" && error !== "") || isMap(error) || success === false || ok === false;
    return failed ? text : undefined;
  }
  const start = text.trimStart();
  return beginnings.some((beginning) => beginning.test(start)) ? text : undefined;
}

const beginnings = [
  // "Error: …", "TypeError: …", "❌ Error reading the file. …"
  /^[^\p{L}\p{N}]*\w*(?:error|exception)(?: \p{L}+){0,4} ?[.:(–-]/iu,
  /^[^\p{L}\p{N}]*(?:failed to|unable to|could not|cannot) /iu,
  /^Traceback \(most recent call last\)/,
  // A tool of several inputs may answer "data/a.txt: Error - ENOENT".
  /^[^\s:]+: error\b/i,
];
