import { sum } from "simple-statistics";
import type { RecordRow, RunRecord } from "../record/record.ts";
import { sideOf } from "./arms.ts";
import { summariseParts } from "./mix-parts.ts";
import { type RowReading, rowReadings } from "./reading.ts";
import { summariseServerMetrics } from "./server-metrics.ts";
import { launchStatistics, rowStatistics, trimmedStatistics } from "./statistics.ts";
import type { ArmSummary, RowSummary } from "./summary.ts";

interface Options {
  /** These metrics of rows alone, and no figures over the calls of all rounds together, by which nothing is decided; absent: all of them. */
  readonly asked?: ReadonlySet<string> | undefined;
}

/**
 * One arm of a run over all its rounds, row by row. Only ok replies enter latency. Throws RangeError when the record has
 * no such arm or holds samples that are not finite.
 */
export function summarise(record: RunRecord, armId: string, { asked }: Options = {}): ArmSummary {
  if (!record.arms.some((arm) => arm.id === armId))
    throw new RangeError(`the record has no arm ${JSON.stringify(armId)}`);
  const rounds = record.rounds.filter((round) => round.launches.some((launch) => launch.arm === armId));
  const variants = sideOf(record, armId).filter(({ variant }) => variant !== undefined);
  const servers = variants.map(({ id, variant = "" }) => [variant, launchStatistics(record, id)] as const);
  return {
    arm: armId,
    serverHash: record.serverHash,
    server: launchStatistics(record, armId),
    ...(servers.length > 0 ? { servers: Object.fromEntries(servers) } : {}),
    rows: record.rows.map((row) => summariseRow(record, { arm: armId, row, asked })),
    rounds: rounds.length,
  };
}

interface Summarising extends Options {
  readonly arm: string;
  readonly row: RecordRow;
}

function summariseRow(record: RunRecord, { arm, row, asked }: Summarising): RowSummary {
  const readings = rowReadings(record, { arm, row: row.id });
  const measurements = readings.map((reading) => reading.measurements);
  const parts = summariseParts(measurements);
  const serverMetrics = summariseServerMetrics(measurements);
  return {
    row: row.id,
    benchmark: row.benchmark,
    configHash: row.configHash,
    attempted: sum(readings.map(({ attempted }) => attempted)),
    ok: sum(readings.map(({ ok }) => ok)),
    failures: failuresByKind(readings),
    statistics: rowStatistics(record, { arm, row, readings, asked }),
    ...(parts ? { parts } : {}),
    ...(serverMetrics ? { serverMetrics } : {}),
    ...outliersOf(readings),
    ...(record.outliers === "3sigma" ? trimmedOf(row, readings) : {}),
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
  return { trimmed: { removed, statistics: trimmedStatistics(row, kept) } };
}
