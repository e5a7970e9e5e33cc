/** One part of a mix on one arm over all its rounds. */
export interface PartSummary {
  readonly part: string;
  readonly attempted: number;
  readonly ok: number;
  /** Milliseconds, of the ok replies: median over rounds of each round's own value. */
  readonly latency?: { readonly p50: number; readonly p95: number; readonly p99: number; readonly mean: number };
  /** Percentiles that rest on too few samples to be trusted. */
  readonly insufficient?: readonly ("p50" | "p95" | "p99")[];
}
