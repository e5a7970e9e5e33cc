import { z } from "zod";
import { ownValue } from "../base/json.ts";
import { isServerRow, serverRow, serverRowOf, serverVariant } from "../record/row-ids.ts";
import { trimmedGeometricMean, trimmedMean } from "../stats/trimmed.ts";
import { type MetricId, metric, metricIds } from "./metric.ts";

/** Summary of one arm over all its rounds: the baseline branch stores it, comparison and report read it. */

const count = z.int().nonnegative();
const number = z.number();

const statistic = z.discriminatedUnion("state", [
  z
    .object({
      state: z.literal("measured"),
      /** Median over rounds of each round's own value. */
      value: number,
      /** One value per round, in order of time; rounds without one are left out. */
      rounds: z.array(number).readonly(),
      /** The 95 % interval of a slope. */
      interval: z.object({ low: number, high: number }).readonly().exactOptional(),
      /** Over all samples of all rounds together, for latency metrics. */
      pooled: number.exactOptional(),
      /** Present when a percentile rests on too few samples to be trusted: how many one round would need. */
      insufficient: z.object({ have: count, need: count }).readonly().exactOptional(),
    })
    .readonly(),
  z.object({ state: z.literal("not-available"), reason: z.string() }).readonly(),
]);
/** A metric's value over the rounds of one arm. */
export type Statistic = z.infer<typeof statistic>;
export type MeasuredStatistic = Extract<Statistic, { state: "measured" }>;

type StatisticShape = Record<(typeof metricIds)[number], z.ZodExactOptional<typeof statistic>>;
const statistics = z
  .object(Object.fromEntries(metricIds.map((id) => [id, statistic.exactOptional()])) as StatisticShape)
  .readonly();
export type Statistics = z.infer<typeof statistics>;

export function measured(of: Statistics | undefined, id: MetricId): MeasuredStatistic | undefined {
  const found = of?.[id];
  return found?.state === "measured" ? found : undefined;
}

export function figureOf(of: Statistics | undefined, id: MetricId): number | undefined {
  return measured(of, id)?.value;
}

const units = ["ms", "per-second", "bytes"];

/**
 * The trimmed geometric mean of the rounds, of growths the trimmed mean; of shares and counts, and of what is the same in each round or of all rounds
 * together, the value itself.
 */
export function centreOf(id: MetricId, { value, rounds }: MeasuredStatistic): number {
  const definition = metric(id);
  const isWhole = definition.kind === "exact" || (definition.scope === "row" && definition.pooled === "instead");
  // A value below zero has no ratio.
  if (definition.compared === "rise" && rounds.length > 0) return trimmedMean(rounds);
  if (isWhole || !units.includes(definition.unit) || id === "capacity") return value;
  const centre = trimmedGeometricMean(rounds);
  // Beyond these digits it is the error of logarithms.
  return centre === undefined ? value : Number(centre.toPrecision(12));
}

const percentileNames = ["p50", "p95", "p99"] as const;

const partSummary = z
  .object({
    part: z.string(),
    attempted: count,
    ok: count,
    /** Milliseconds, of the ok replies: median over rounds of each round's own value. */
    latency: z.object({ p50: number, p95: number, p99: number, mean: number }).readonly().exactOptional(),
    /** Percentiles that rest on too few samples to be trusted. */
    insufficient: z.array(z.enum(percentileNames)).readonly().exactOptional(),
  })
  .readonly();
/** One part of a mix on one arm over all its rounds. */
export type PartSummary = z.infer<typeof partSummary>;

const serverMetricSummary = z
  .object({
    /** Name of the field in the configuration. */
    field: z.string(),
    /** Lines that matched, and the calls in whose time they were written. */
    lines: count,
    calls: count,
    /** Over all rounds; percentiles are medians over rounds. Absent where no line held a number. */
    values: z
      .object({ count, mean: number, min: number, max: number, p50: number, p95: number, p99: number })
      .readonly()
      .exactOptional(),
  })
  .readonly();
/** One field of the server's own log on one arm, over all rounds of a row. In the unit that the server writes. */
export type ServerMetricSummary = z.infer<typeof serverMetricSummary>;

const rowSummary = z
  .object({
    row: z.string().min(1),
    benchmark: z.string().min(1),
    configHash: z.string(),
    attempted: count,
    ok: count,
    /** Failures by kind, only those that occurred. */
    failures: z.record(z.string(), count).readonly(),
    statistics,
    /** Figures without samples beyond three standard deviations of their round; never what is gated. */
    trimmed: z.object({ removed: count, statistics }).readonly().exactOptional(),
    /** Summed over rounds, each round against its own spread: beyond one standard deviation, beyond Tukey's fences. */
    outliers: z.object({ beyondOneSigma: count, beyondFences: count }).readonly().exactOptional(),
    parts: z.array(partSummary).readonly().exactOptional(),
    /** Metrics of the server's log, where the configuration asks for any. */
    serverMetrics: z.array(serverMetricSummary).readonly().exactOptional(),
  })
  .readonly();
/** One row of one arm over all its rounds. */
export type RowSummary = z.infer<typeof rowSummary>;

export const armSummarySchema = z
  .object({
    /** With variants, the first of its side: the rows are those of all. */
    arm: z.string().min(1),
    serverHash: z.string(),
    /** Metrics of scope `server`. */
    server: statistics,
    /** The same by variant, where there are variants. */
    servers: z.record(z.string(), statistics).readonly().exactOptional(),
    rows: z.array(rowSummary).readonly(),
    rounds: count,
  })
  .readonly();
/** One arm over all its rounds. */
export type ArmSummary = z.infer<typeof armSummarySchema>;

/** Figures of one row or server of a run. */
export interface Figures {
  /** Hash of what they are figures of. */
  readonly hash: string;
  readonly statistics: Statistics;
  /** Absent for a server. */
  readonly summary?: RowSummary;
}

/** Returns the figures of a row, or of a server, on one arm; undefined for a row that it lacks. */
export function figuresOf(arm: ArmSummary, row: string): Figures | undefined {
  if (isServerRow(row)) return { hash: arm.serverHash, statistics: serverStatistics(arm, row) ?? {} };
  const summary = arm.rows.find((one) => one.row === row);
  return summary && { hash: summary.configHash, statistics: summary.statistics, summary };
}

/** The row ids of the server metrics: one for each variant, where there are variants. */
export function serverRowsOf({ servers }: ArmSummary): string[] {
  return servers ? Object.keys(servers).map(serverRowOf) : [serverRow];
}

/** The server metrics that a row id stands for. */
export function serverStatistics(summary: ArmSummary, row: string): Statistics | undefined {
  const variant = serverVariant(row);
  return variant === undefined ? summary.server : ownValue(summary.servers ?? {}, variant);
}
