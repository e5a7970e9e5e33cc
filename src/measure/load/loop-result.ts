import { LatencyLog } from "./latency-log.ts";
import type { MixParts } from "./mix.ts";
import { type Outcome, OutcomeTally } from "./outcome.ts";
import { Timeline } from "./timeline.ts";

/** One call that was answered. */
interface Call {
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

export interface Answer extends Call {
  readonly body: Uint8Array;
}

export interface LoopResult {
  /** From the first write to the last reply or other end of a request; without pauses, of the load or to judge replies. */
  readonly wallMs: number;
  /** In order of arrival. */
  readonly answers: readonly Answer[];
  /** Tally of these, where they are judged already because others came after them. */
  readonly judged?: CallTally | undefined;
  /** Replies that came after those, where a block has too many to keep; of a batch load its batches, each as one call. */
  readonly further?: CallTally | undefined;
  /** Requests that ended without a usable reply: timeout, malformed, refused, disconnected, or never sent. */
  readonly failures: OutcomeTally;
  readonly sent: number;
  /** Bytes of the frames written, as JSON text. */
  readonly sentBytes: number;
  /** Set when the connection is gone for good: the rest of the block was never answered. */
  readonly disconnected?: string | undefined;
  /** True when the server had stopped answering and the rest was not sent. */
  readonly gaveUp: boolean;
  /** Distance by which the server fell behind in an open loop. */
  readonly backlog?: Backlog | undefined;
  /** Average time by which requests of an open loop left later than due. */
  readonly lagMs?: number | undefined;
}

export interface Backlog {
  /** Most requests that were unanswered at one time. */
  readonly most: number;
  /** Requests that were due but not sent, as too many were unanswered. */
  readonly dropped: number;
}
