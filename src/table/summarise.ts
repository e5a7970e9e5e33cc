import { sum } from "simple-statistics";
import type { RowReading } from "../metrics/reading.ts";
import type { ArmSummary, PartSummary, RowSummary, ServerMetricSummary } from "../metrics/summary.ts";
import type { RecordParts, RecordServerMetric } from "../record/launch.ts";
import type { RecordMeasurement, RecordRow } from "../record/record.ts";
import { latenciesOf } from "../record/samples.ts";
import { describe, median } from "../stats/describe.ts";
import { pool, type Sample, sizeOf } from "../stats/pool.ts";
import { samplesNeeded } from "../stats/sufficiency.ts";
import { collected, isOneRun, pooledStatistic } from "./statistics.ts";
import type { Table, TableRow, TableServer } from "./table.ts";

interface Options {
  /** These metrics of rows alone, and no figures over the calls of all rounds together, by which nothing is decided; absent: all of them. */
  readonly asked?: ReadonlySet<string> | undefined;
}

/**
 * Sums up one side of a run over all its rounds, row by row. Only ok replies enter latency. Throws RangeError where the run has
 * no base, or samples that are not finite.
 */
export function summarise(table: Table, side: "head" | "base", { asked }: Options = {}): ArmSummary {
  const { arm, launches } = table[side] ?? {};
  if (!arm) throw new RangeError("the record has no base arm");
  const onServer = (server: TableServer) => collected((id) => server[side]?.statistic(id));
  const first = table.servers.find((server) => server[side]?.arm === arm.id);
  const servers = table.servers.flatMap((one) => (one.variant === undefined ? [] : [[one.variant, onServer(one)]]));
  return {
    arm: arm.id,
    serverHash: table.serverHash,
    server: first ? onServer(first) : {},
    ...(servers.length > 0 ? { servers: Object.fromEntries(servers) } : {}),
    rows: table.rows.map((row) => summariseRow(table, row, { side, asked })),
    rounds: (launches ?? []).filter((ofRound) => ofRound.some((launch) => launch.arm === arm.id)).length,
  };
}

function summariseRow(
  { outliers, imported }: Pick<Table, "outliers" | "imported">,
  row: TableRow,
  { side, asked }: Options & { readonly side: "head" | "base" },
): RowSummary {
  const series = row[side];
  const readings = series?.readings ?? [];
  const measurements = readings.map((reading) => reading.measurements);
  const parts = summariseParts(measurements);
  const serverMetrics = summariseServerMetrics(measurements);
  const pooled = pooledStatistic({ row, readings, isOneRun: isOneRun({ imported }) });
  return {
    row: row.id,
    benchmark: row.benchmark,
    configHash: row.configHash,
    attempted: sum(readings.map(({ attempted }) => attempted)),
    ok: sum(readings.map(({ ok }) => ok)),
    failures: failuresByKind(readings),
    statistics: collected((id) => {
      if (asked) return asked.has(id) ? series?.statistic(id) : undefined;
      return pooled(id) ?? series?.statistic(id);
    }),
    ...(parts ? { parts } : {}),
    ...(serverMetrics ? { serverMetrics } : {}),
    ...outliersOf(readings),
    ...(outliers === "3sigma" ? trimmedOf(row, readings) : {}),
  };
}

function failuresByKind(readings: readonly RowReading[]): Record<string, number> {
  const failures: Record<string, number> = {};
  for (const { outcomes } of readings.flatMap(({ measurements }) => measurements))
    for (const [kind, count] of Object.entries(outcomes))
      if (kind !== "ok" && count > 0) failures[kind] = (failures[kind] ?? 0) + count;
  return failures;
}

/** Absent where no call was ok. */
function outliersOf(readings: readonly RowReading[]): Pick<RowSummary, "outliers"> {
  const rounds = readings.flatMap(({ description }) => description?.outliers ?? []);
  if (rounds.length === 0) return {};
  return {
    outliers: {
      beyondOneSigma: sum(rounds.map(({ beyondOneSigma }) => beyondOneSigma)),
      beyondFences: sum(rounds.map(({ beyondFences }) => beyondFences)),
    },
  };
}

/** Absent where no call was ok. */
function trimmedOf(row: RecordRow, readings: readonly RowReading[]): Pick<RowSummary, "trimmed"> {
  const whole = readings.filter(({ calls }) => calls > 0);
  if (whole.length === 0) return {};
  const kept = whole.map((reading) => reading.withinThreeSigma());
  const removed = sum(whole.map(({ calls }) => calls)) - sum(kept.map(({ calls }) => calls));
  return { trimmed: { removed, statistics: collected(pooledStatistic({ row, readings: kept })) } };
}

const percentiles = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;

/** The parts of a mix, each over all rounds; undefined for rows that are none. */
export function summariseParts(rounds: readonly (readonly RecordMeasurement[])[]): PartSummary[] | undefined {
  const mixed = rounds.map((round) => round.flatMap(({ parts = [] }) => parts));
  const names = [...new Set(mixed.flat().flatMap((parts) => parts.names))];
  return names.length > 0 ? names.map((name) => summarisePart(name, mixed)) : undefined;
}

function summarisePart(name: string, rounds: readonly (readonly RecordParts[])[]): PartSummary {
  const attempted = rounds.flat().reduce((sum, parts) => sum + (parts.attempted[parts.names.indexOf(name)] ?? 0), 0);
  const samples = rounds
    .map((round) => pool(round.map((parts) => sampleOf(parts, name))))
    .filter((sample) => sizeOf(sample) > 0);
  const ok = samples.reduce((sum, sample) => sum + sizeOf(sample), 0);
  if (ok === 0) return { part: name, attempted, ok };
  const perRound = samples.map(describe);
  const insufficient = Object.entries(percentiles).flatMap(([id, quantile]) =>
    ok < samplesNeeded(quantile) ? [id as keyof typeof percentiles] : [],
  );
  const latency = { ...middlePercentiles(perRound), mean: median(perRound.map(({ mean }) => mean)) };
  return { part: name, attempted, ok, latency, ...(insufficient.length > 0 ? { insufficient } : {}) };
}

function middlePercentiles(rounds: readonly Readonly<Record<keyof typeof percentiles, number>>[]) {
  const middle = (id: keyof typeof percentiles) => median(rounds.map((round) => round[id]));
  return { p50: middle("p50"), p95: middle("p95"), p99: middle("p99") };
}

function sampleOf({ names, latencies }: RecordParts, name: string): Sample {
  const place = names.indexOf(name);
  return latenciesOf(latencies.slice(place, place + 1));
}

/** Figures of the server's own log for one row over all its rounds; undefined where none were asked for. */
function summariseServerMetrics(rounds: readonly (readonly RecordMeasurement[])[]): ServerMetricSummary[] | undefined {
  const measurements = rounds.flat().filter(({ serverMetrics }) => serverMetrics !== undefined);
  const fields = [
    ...new Set(measurements.flatMap(({ serverMetrics = [] }) => serverMetrics.map(({ field }) => field))),
  ];
  const calls = sum(measurements.flatMap(({ blocks }) => blocks.map(({ attempted }) => attempted)));
  const summaries = fields.map((field) => {
    const own = measurements.flatMap(({ serverMetrics = [] }) => serverMetrics.filter((one) => one.field === field));
    return { field, lines: sum(own.map(({ lines }) => lines)), calls, ...figures(own) };
  });
  return summaries.length > 0 ? summaries : undefined;
}

function figures(metrics: readonly RecordServerMetric[]): Pick<ServerMetricSummary, "values"> {
  const all = metrics.flatMap(({ values }) => values ?? []);
  if (all.length === 0) return {};
  const count = sum(all.map((one) => one.count));
  return {
    values: {
      count,
      mean: sum(all.map((one) => one.mean * (one.count / count))),
      min: Math.min(...all.map(({ min }) => min)),
      max: Math.max(...all.map(({ max }) => max)),
      ...middlePercentiles(all),
    },
  };
}
