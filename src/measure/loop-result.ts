import type { Outcome } from "./outcome.ts";

/** One reply: its body, or already its outcome. */
export interface Answer {
  readonly latencyMs: number;
  readonly bytes: number;
  readonly judged: Uint8Array | Outcome;
}

export interface LoopResult {
  /** From the first write to the last reply or other end of a request. */
  readonly wallMs: number;
  /** In order of arrival. */
  readonly answers: readonly Answer[];
  /** Requests that ended without a usable reply: timeout, malformed, refused, disconnected. */
  readonly failures: readonly Outcome[];
  /** Set when the connection was lost and no reply came after that: the rest of the block was never answered. */
  readonly disconnected?: string;
  /** True when the server had stopped answering, so that the rest was not sent. */
  readonly gaveUp: boolean;
}
