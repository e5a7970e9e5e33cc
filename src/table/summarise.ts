import { sum } from "simple-statistics";
import type { RowReading } from "../metrics/reading.ts";
import type { ArmSummary, RowSummary } from "../metrics/summary.ts";
import type { RecordRow } from "../record/record.ts";
import { summariseParts } from "./mix-parts.ts";
import { summariseServerMetrics } from "./server-metrics.ts";
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
