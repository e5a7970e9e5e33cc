import type { Dispatch } from "../../model/loads/load-kind.ts";
import type { Frame } from "../../server/protocol/session.ts";
import type { Context } from "../context.ts";
import { runClosedLoop } from "./closed-loop.ts";
import { CallTally, type LoopResult } from "./loop-result.ts";
import { type Outcome, OutcomeTally } from "./outcome.ts";
import type { LoopOptions } from "./request-loop.ts";
import { hopelessTimeouts, LostConnections } from "./responsiveness.ts";

export interface BatchLoopOptions extends Omit<LoopOptions, "frames" | "retainBytes">, Pick<Context, "delay"> {
  /** Makes one frame; called between batches, outside of what is timed. */
  readonly encode: () => Frame;
  readonly size: number;
  readonly dispatch: Dispatch;
  /** End of the loop: after a number of batches, or after a time (pauses and preparations included). */
  readonly until: { readonly batches: number } | { readonly durationMs: number };
  /** Before every batch. */
  readonly delayMs: number;
}

/**
 * Runs batches one after the other, each timed as one operation: its latency is the time from its first write to its last
 * reply, its outcome that of its first call that failed. The wall time is the sum of the latencies, so neither pauses nor
 * the judging of replies count. Rejects only when `signal` aborts.
 */
export async function runBatchLoop(options: BatchLoopOptions): Promise<LoopResult> {
  const { until, clock, delayMs, delay, signal, encode, size, losses = new LostConnections(options.wire) } = options;
  const wanted = "batches" in until ? until.batches : Number.POSITIVE_INFINITY;
  const deadline = "durationMs" in until ? clock.now() + until.durationMs : Number.POSITIVE_INFINITY;
  const further = new CallTally(options.parts);
  const failures = new OutcomeTally();
  const sums = { wallMs: 0, sent: 0, sentBytes: 0 };
  /** Batches in a row. */
  let timeouts = 0;
  let gone: string | undefined;
  while (sums.sent < wanted && timeouts < hopelessTimeouts && gone === undefined && clock.now() < deadline) {
    if (delayMs > 0) await delay(delayMs, signal);
    const frames = Array.from({ length: size }, encode);
    const { id, wallMs, sentBytes, bytes, outcome, disconnected } = await runBatch(frames, { ...options, losses });
    sums.sent++;
    sums.wallMs += wallMs;
    sums.sentBytes += sentBytes;
    timeouts = outcome.kind === "timeout" ? timeouts + 1 : 0;
    gone = disconnected;
    if (outcome.kind === "timeout" || outcome.kind === "disconnected") failures.add(outcome);
    else further.addReply(outcome, { id, latencyMs: wallMs, atMs: sums.wallMs, bytes });
  }
  // A lost connection leaves batches unsent, which count as well where their number is fixed.
  if (gone !== undefined && Number.isFinite(wanted))
    failures.add({ kind: "disconnected", message: gone }, wanted - sums.sent);
  return { ...sums, answers: [], further, failures, gaveUp: timeouts >= hopelessTimeouts, disconnected: gone };
}

/** Returns the sums of one batch, with the id of its first call. */
async function runBatch(frames: readonly Frame[], options: BatchLoopOptions) {
  const { classify, dispatch } = options;
  const sums = { id: frames[0]?.id ?? 0, wallMs: 0, sentBytes: 0, bytes: 0 };
  let outcome: Outcome = { kind: "ok" };
  const atOnce = dispatch.kind === "waves" ? dispatch.size : frames.length;
  for (let from = 0; from < frames.length; from += atOnce) {
    const wave = frames.slice(from, from + atOnce);
    const concurrency = dispatch.kind === "sequential" ? 1 : wave.length;
    const result = await runClosedLoop({ ...options, frames: wave, concurrency });
    sums.wallMs += result.wallMs;
    sums.sentBytes += result.sentBytes;
    for (const { id, body, bytes } of result.answers) {
      sums.bytes += bytes;
      if (outcome.kind === "ok") outcome = classify(body, id);
    }
    sums.bytes += result.further?.receivedBytes ?? 0;
    if (outcome.kind === "ok") outcome = result.further?.outcomes.samples[0] ?? outcome;
    const [failure] = result.failures.samples;
    // A missing answer says more than an error reply, and the rest of the batch would only take time.
    if (failure) return { ...sums, outcome: failure, disconnected: result.disconnected };
  }
  return { ...sums, outcome, disconnected: undefined };
}
