import type { RecordRow, RunRecord } from "../record/record.ts";
import { median } from "../stats/describe.ts";
import { samplesNeeded } from "../stats/sufficiency.ts";
import { isOfLoad, type RowMetric } from "./definitions/definition.ts";
import { type MetricId, metric, metricIds } from "./metric.ts";
import { RowReading, serverReadings } from "./reading.ts";
import type { Statistic, Statistics } from "./summary.ts";

interface OfRow {
  readonly arm: string;
  readonly row: RecordRow;
  readonly readings: readonly RowReading[];
  /** Only these, without the calls of all rounds together. */
  readonly asked?: ReadonlySet<string> | undefined;
}

/** All metrics of a row over its rounds on one arm. */
export function rowStatistics(record: RunRecord, { arm, row, readings, asked }: OfRow): Statistics {
  const rounds = {
    row,
    readings,
    all: RowReading.together(readings),
    pooled: asked === undefined,
    isOneRun: record.imported?.rounds === "windows",
  };
  return collected((id) => {
    const definition = metric(id);
    if (asked && !asked.has(id)) return undefined;
    if (definition.scope !== "row" || !isOfLoad(definition, row.load)) return undefined;
    if (definition.perRun) return once(definition.perRun(record, { arm, row }));
    return overRounds(definition, rounds);
  });
}

/** Computes the statistics of latencies without those beyond three standard deviations of their round. */
export function trimmedStatistics(row: RecordRow, readings: readonly RowReading[]): Statistics {
  const rounds = { row, readings, all: RowReading.together(readings), pooled: true, isOneRun: false };
  return collected((id) => {
    const definition = metric(id);
    return definition.scope === "row" && definition.pooled === "beside" && isOfLoad(definition, row.load)
      ? overRounds(definition, rounds)
      : undefined;
  });
}

/** All metrics of the server over the rounds of one arm. */
export function launchStatistics(record: RunRecord, arm: string): Statistics {
  const readings = serverReadings(record, arm);
  return collected((id) => {
    const definition = metric(id);
    if (definition.scope !== "server") return undefined;
    if (definition.perRun) return once(definition.perRun(record, arm));
    const rounds = readings.flatMap((reading) => definition.perRound?.(reading, id) ?? []);
    if (rounds.length > 0) return { state: "measured", value: median(rounds), rounds };
    return definition.optional ? undefined : missing(`${definition.label} was not measured`);
  });
}

function collected(statisticOf: (id: MetricId) => Statistic | undefined): Statistics {
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
  /** All of them together. */
  readonly all: RowReading;
  readonly pooled: boolean;
  /** True where the rounds are parts of one run, whose figures are those of the run as a whole. */
  readonly isOneRun: boolean;
}

function overRounds(
  { perRound, pooled, quantile, label, optional }: RowMetric,
  { row, readings, all, pooled: isPooled, isOneRun }: Rounds,
): Statistic | undefined {
  if (!perRound) return undefined;
  const rounds = readings.flatMap((reading) => perRound(reading, row) ?? []);
  if (rounds.length === 0) return optional ? undefined : missing(whyNoRounds(label, all));
  const isInstead = pooled === "instead" || isOneRun;
  const overall = isInstead || (pooled && isPooled) ? perRound(all, row) : undefined;
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

function whyNoRounds(label: string, { attempted, ok }: RowReading): string {
  if (attempted === 0) return "nothing was measured";
  return ok === 0 ? `none of ${attempted} calls was ok` : `${label} was not measured`;
}

function once(value: ReturnType<NonNullable<ReturnType<typeof metric>["perRun"]>>): Statistic | undefined {
  if (value === undefined) return undefined;
  return typeof value === "number" ? { state: "measured", value, rounds: [value] } : missing(value.unknown);
}

function missing(reason: string): Statistic {
  return { state: "not-available", reason };
}
