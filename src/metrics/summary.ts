import type { MetricId } from "./metric.ts";
import type { PartSummary } from "./part-summary.ts";
import type { ServerMetricSummary } from "./server-metric-summary.ts";

/** A metric's value over the rounds of one arm. */
export type Statistic =
  | {
      readonly state: "measured";
      /** Median over rounds of each round's own value. */
      readonly value: number;
      /** One value per round, in order of time; rounds without one are left out. */
      readonly rounds: readonly number[];
      /** Over all samples of all rounds together, for latency metrics. */
      readonly pooled?: number;
      /** Present when a percentile rests on too few samples to be trusted: how many one round would need. */
      readonly insufficient?: { readonly have: number; readonly need: number };
    }
  | { readonly state: "not-available"; readonly reason: string };

export type Statistics = Readonly<Partial<Record<MetricId, Statistic>>>;

/** One row of one arm over all its rounds. */
export interface RowSummary {
  readonly row: string;
  readonly benchmark: string;
  readonly configHash: string;
  readonly attempted: number;
  readonly ok: number;
  /** Failures by kind, only those that occurred. */
  readonly failures: Readonly<Record<string, number>>;
  readonly statistics: Statistics;
  /** Figures without samples beyond three standard deviations of their round; never what is gated. */
  readonly trimmed?: { readonly removed: number; readonly statistics: Statistics };
  /** The control arm beside this row: how much work it did, and how long one call of it took (median over rounds). */
  readonly control?: { readonly units: number; readonly ms: number };
  /** Of a mix. */
  readonly parts?: readonly PartSummary[];
  /** Where the configuration asks for any. */
  readonly serverMetrics?: readonly ServerMetricSummary[];
  /** Summed over rounds, each round against its own spread: beyond one standard deviation, beyond Tukey's fences. */
  readonly outliers?: { readonly beyondOneSigma: number; readonly beyondFences: number };
}

/** One arm over all its rounds: what the baseline keeps of a run, and what comparison and report read. */
export interface ArmSummary {
  /** With variants, the first of its side: the rows are those of all. */
  readonly arm: string;
  readonly serverHash: string;
  /** Metrics of scope `server`. */
  readonly server: Statistics;
  /** The same by variant, where there are variants. */
  readonly servers?: Readonly<Record<string, Statistics>>;
  readonly rows: readonly RowSummary[];
  readonly rounds: number;
}
