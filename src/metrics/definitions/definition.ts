import type { Unit } from "../../model/limit.ts";
import { isSearch, type Load } from "../../model/load.ts";
import type { RecordArm, RecordBlock, RecordColdStart, RecordMeasurement, RecordRow } from "../../record/record.ts";
import type { Trend } from "../../stats/trend.ts";
import type { RowReading, ServerReading } from "../reading.ts";

/*
 * A definition holds everything about a metric. Thresholds, display, gates, exports and documentation read it here, so that
 * nothing about a metric is said twice.
 */

/** Facts of a run beside its rounds that metrics are read from. */
export interface RunFacts {
  readonly arms: readonly RecordArm[];
  readonly rows: readonly RecordRow[];
  readonly coldStart?: RecordColdStart | undefined;
  readonly imported?: { readonly rounds: "windows" | "runs" } | undefined;
}

interface Definition {
  readonly label: string;
  readonly unit: Unit;
  readonly better: "less" | "more";
  /** Exact metrics are the same in every launch of the same code and are compared exactly; noisy ones statistically. */
  readonly kind: "exact" | "noisy";
  /**
   * Comparison with base's value, where that is not by their ratio. `counts`: by the calls behind a share. `rise`: by
   * the difference, since zero and less are values like others. `none`: measured once per run, so that only a budget
   * can decide on it. `beside`: only where base is measured beside head, and without a threshold of its own.
   */
  readonly compared?: "counts" | "rise" | "none" | "beside";
  /** The quantile that a percentile estimates; only then can a sample be too small for it. */
  readonly quantile?: number;
  /** Metric in whose place it is judged: a threshold on that one replaces this. */
  readonly givesWayTo?: string;
  /** Result of a search: the only metric of its row, as its calls are made at many rates. */
  readonly ofSearch?: true;
  /** Left out where it was not measured, as many runs have no use for it; others say that it was not. */
  readonly optional?: true;
  /** True for figures that typical calls decide: they differ less between two runs of unchanged code than those of the tail. */
  readonly isTypical?: true;
  /** Time of the processor, not of the clock: it does not follow the machine speed as other times do. */
  readonly isCpuTime?: true;
}

/** A row of a run, and its reading in a round on one arm. */
export interface SweptReading {
  readonly row: RecordRow;
  readonly reading: RowReading;
}

/** Measured per row of every benchmark. */
export interface RowMetric extends Definition {
  readonly scope: "row";
  /** Its value in a round, or in several of them together. Absent where the comparison of two arms finds it. */
  readonly perRound?: (reading: RowReading, row: RecordRow) => number | undefined;
  /** Instead, where it is a figure of the rows of a sweep together: its value in a round, given their readings on one arm. */
  readonly acrossRows?: (rows: readonly SweptReading[], row: RecordRow) => number | undefined;
  /** Instead, where it is a trend within each launch, which has an interval by itself; undefined where none can be told. */
  readonly trend?: (measurement: RecordMeasurement, row: RecordRow) => Trend | undefined;
  /** Also known over the calls of all rounds together: beside the median over rounds, or instead of it. */
  readonly pooled?: "beside" | "instead";
  /** Its value in one block: neighbouring blocks of two arms share the machine's pace, and are compared pair by pair. */
  readonly perBlock?: (block: RecordBlock) => number | undefined;
  /** Its value in a round if a typical call took so long, which makes two arms of different pace comparable. */
  readonly atPace?: (reading: RowReading, typicalMs: number) => number;
}

/** Measured once per launch of the server. */
export interface ServerMetric extends Definition {
  readonly scope: "server";
  /** Its value in a round; `id` is its own. */
  readonly perRound?: (reading: ServerReading, id: string) => number | undefined;
  /** Instead, where it is measured once per run: its value on an arm, or why that is not known. */
  readonly perRun?: (run: RunFacts, arm: string) => number | { readonly unknown: string } | undefined;
  /** Depends on all calls that the server answered: decided rows must go on for it. */
  readonly isUnderLoad?: true;
}

export type Metric = RowMetric | ServerMetric;

/** Tests whether rows of a load have the metric at all. */
export function isOfLoad({ ofSearch }: Pick<Metric, "ofSearch">, load: Pick<Load, "kind">): boolean {
  return (ofSearch ?? false) === isSearch(load);
}

/** Reads a figure of the launches of a round: that of the middle one of those that have it. */
export function middleOf(figure: (measurement: RecordMeasurement) => number | undefined) {
  return (reading: RowReading) => reading.middle(figure);
}
