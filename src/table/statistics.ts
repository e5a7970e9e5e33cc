import { isOfLoad, type RowMetric, type RunFacts } from "../metrics/definitions/definition.ts";
import { type MetricId, metric, metricIds } from "../metrics/metric.ts";
import { RowReading } from "../metrics/reading.ts";
import type { Statistic, Statistics } from "../metrics/summary.ts";
import type { RecordRow } from "../record/record.ts";
import { median } from "../stats/describe.ts";
import { samplesNeeded } from "../stats/sufficiency.ts";
import type { Trend } from "../stats/trend.ts";
import { trimmedInterval, trimmedMean } from "../stats/trimmed.ts";

/** Returns the figures that describe latencies, of all calls of a row together as well. */
export function pooledStatistic({ row, readings, ...rounds }: Omit<Rounds, "all">) {
  const all = RowReading.together(readings);
  return (id: MetricId): Statistic | undefined => {
    const definition = metric(id);
    const isPooled = definition.scope === "row" && definition.pooled === "beside" && isOfLoad(definition, row.load);
    return isPooled ? overRounds(definition, { row, readings, all, ...rounds }) : undefined;
  };
}

/**
 * Computes a slope over the rounds of a row: the trimmed mean of their values with its interval. Of fewer rounds than an interval
 * takes it is the mean of their own intervals, narrowed as by independent launches, where they have any.
 */
export function slopeStatistic(rounds: readonly number[], within: readonly Trend[]): Statistic | undefined {
  if (rounds.length === 0) return undefined;
  const value = trimmedMean(rounds);
  const half = Math.hypot(...within.map(({ low, high }) => (high - low) / 2)) / within.length;
  const ofOwn = within.length > 0 ? { low: value - half, high: value + half } : undefined;
  const interval = trimmedInterval(rounds) ?? ofOwn;
  return { state: "measured", value, rounds, ...(interval ? { interval } : {}) };
}

export function collected(statisticOf: (id: MetricId) => Statistic | undefined): Statistics {
  return Object.fromEntries(
    metricIds.flatMap((id) => {
      const statistic = statisticOf(id);
      return statistic ? [[id, statistic]] : [];
    }),
  );
}

interface Rounds {
  readonly row: RecordRow;
  readonly readings: readonly RowReading[];
  /** All of them together, where the metric is to be known of these too. */
  readonly all?: RowReading;
  /** True where the rounds are parts of one run, whose figures are those of the run as a whole. */
  readonly isOneRun?: boolean;
}

/** Tests whether the rounds are parts of one run. */
export function isOneRun({ imported }: Pick<RunFacts, "imported">): boolean {
  return imported?.rounds === "windows";
}

export function overRounds(
  { perRound, pooled, quantile, label, optional }: RowMetric,
  { row, readings, all, isOneRun = false }: Rounds,
): Statistic | undefined {
  if (!perRound) return undefined;
  const rounds = readings.flatMap((reading) => perRound(reading, row) ?? []);
  if (rounds.length === 0) return optional ? undefined : missing(whyNoRounds(label, readings));
  const isInstead = pooled === "instead" || isOneRun;
  const together = isInstead ? (all ?? RowReading.together(readings)) : pooled && all;
  const overall = together && perRound(together, row);
  const need = quantile === undefined ? 0 : samplesNeeded(quantile);
  const calls = readings.reduce((sum, reading) => sum + reading.calls, 0);
  return {
    state: "measured",
    value: isInstead && overall !== undefined ? overall : median(rounds),
    rounds,
    ...(overall === undefined ? {} : { pooled: overall }),
    ...(need > 0 && calls < need ? { insufficient: { have: calls, need } } : {}),
  };
}

function whyNoRounds(label: string, readings: readonly RowReading[]): string {
  const { attempted, ok } = RowReading.together(readings);
  if (attempted === 0) return "nothing was measured";
  return ok === 0 ? `none of ${attempted} calls was ok` : `${label} was not measured`;
}

export function missing(reason: string): Statistic {
  return { state: "not-available", reason };
}
