import type { Call, CallTally } from "./call-tally.ts";
import type { OutcomeTally } from "./outcome.ts";

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
