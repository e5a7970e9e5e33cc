import { LatencyLog } from "./latency-log.ts";
import type { MixParts } from "./mix.ts";
import { type Outcome, OutcomeTally } from "./outcome.ts";
import { Timeline } from "./timeline.ts";

/** One call that was answered. */
export interface Call {
  readonly id: number;
  readonly latencyMs: number;
  /** Time of the load at which the reply came. */
  readonly atMs: number;
  /** Size of the reply. */
  readonly bytes: number;
}

/**
 * Counts the outcomes of calls, in order of time, in memory that does not grow with their number. Only `ok` enters
 * latency.
 */
export class CallTally {
  readonly latencies = new LatencyLog();
  /** The same latencies by part of a mix; empty where there is no mix. */
  readonly ofParts: readonly LatencyLog[];
  readonly outcomes = new OutcomeTally();
  readonly timeline = new Timeline();
  /** Bytes of ok replies, as JSON text. */
  receivedBytes = 0;
  readonly #parts: MixParts | undefined;

  constructor(parts?: MixParts | undefined) {
    this.#parts = parts;
    this.ofParts = Array.from({ length: parts?.count ?? 0 }, () => new LatencyLog());
  }

  addReply(outcome: Outcome, { id, latencyMs, atMs, bytes }: Call): void {
    this.outcomes.add(outcome);
    if (outcome.kind !== "ok") return;
    this.latencies.add(latencyMs);
    this.timeline.add(atMs, latencyMs);
    this.receivedBytes += bytes;
    if (this.#parts) this.ofParts[this.#parts.partOf(id) ?? -1]?.add(latencyMs);
  }

  /** Appends what came after, of calls of the same parts. `fromMs`: time of the load at which its time began. */
  append(later: CallTally, fromMs = 0): void {
    this.outcomes.merge(later.outcomes);
    this.latencies.append(later.latencies);
    this.timeline.append(later.timeline, fromMs);
    for (const [place, latencies] of later.ofParts.entries()) this.ofParts[place]?.append(latencies);
    this.receivedBytes += later.receivedBytes;
  }
}
