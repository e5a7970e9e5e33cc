import type { Call, CallTally } from "./call-tally.ts";
import type { OutcomeTally } from "./outcome-tally.ts";

/** One reply. */
export interface Answer extends Call {
  readonly body: Uint8Array;
}

export interface LoopResult {
  /** From the first write to the last reply or other end of a request; without pauses, of the load or to judge replies. */
  readonly wallMs: number;
  /** In order of arrival. */
  readonly answers: readonly Answer[];
  /** What these come to, where they are judged already: where others came after them. */
  readonly judged?: CallTally | undefined;
  /** Replies that came after those, where a block has too many to keep; of a batch load its batches, each as one call. */
  readonly further?: CallTally | undefined;
  /** Requests that ended without a usable reply: timeout, malformed, refused, disconnected, or never sent. */
  readonly failures: OutcomeTally;
  /** Frames written. */
  readonly sent: number;
  /** Of the frames written, as JSON text. */
  readonly sentBytes: number;
  /** Set when the connection is gone for good: the rest of the block was never answered. */
  readonly disconnected?: string | undefined;
  /** True when the server had stopped answering and the rest was not sent. */
  readonly gaveUp: boolean;
  /** Of an open loop: how far the server fell behind. */
  readonly backlog?: Backlog | undefined;
  /** Of an open loop: how much later than due requests left, on average. */
  readonly lagMs?: number | undefined;
}

export interface Backlog {
  /** Most requests that were unanswered at one time. */
  readonly most: number;
  /** Requests that were due but not sent, as too many were unanswered. */
  readonly dropped: number;
}
