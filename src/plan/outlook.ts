import type { MetricId } from "../metrics/metric.ts";
import type { Stop } from "../record/stop.ts";

/** Outlook on further rounds of a run: the comparison computes it, the measurement asks for it after each round. */
export interface Outlook {
  /** Reason why no further round could decide anything; absent: one may. */
  readonly stop?: Stop;
  /** Ids of the rows that another round should measure; absent: all of them. */
  readonly open?: readonly string[];
  /** Metrics of the server that are still asked for; absent: all of them. */
  readonly server?: readonly MetricId[];
  /** The gate on memory that calls keep; absent: no round could tell yet. */
  readonly leak?: LeakOutlook;
  /** A row whose own calls look as if they kept memory, and how often to call it alone to see whether they do. */
  readonly suspect?: { readonly row: string; readonly calls: number };
  /** Gates that failed, the worst first, whose servers are worth profiling; absent: none. */
  readonly regressed?: readonly { readonly row: string; readonly metric: MetricId }[];
  /** Number of gates that are undecided; absent: it is too early to tell. */
  readonly openGates?: number;
  /** Fewest rounds in which so many gates can be decided. */
  readonly fewest?: number;
  /** Predicts whether so many more rounds like those so far may decide what is undecided. The answer takes time. */
  readonly mayDecide?: (more: number) => boolean;
}

/** `decided`, `open` as other gates are, such with an estimate `beyond` its limit, or the `last open` gate. */
export type LeakOutlook = "decided" | "open" | "beyond" | "last open";
