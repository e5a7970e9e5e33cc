import { latenciesOf } from "../record/latencies.ts";
import type { RecordMeasurement, RecordRow, RunRecord } from "../record/record.ts";
import { median } from "../stats/describe.ts";
import { sizeOf } from "../stats/pool.ts";
import { sideOf } from "./arms.ts";
import { latencyOf, trimmedOf } from "./latency-statistics.ts";
import { memoryStatistics } from "./load-memory.ts";
import { measurementsOf, serverValue } from "./measurements.ts";
import { type MetricId, metric, metricIds } from "./metric.ts";
import { summariseParts } from "./mix-parts.ts";
import { networkFigures } from "./network.ts";
import { achievedRate, cpuPerCall, cpuToP50, errorRate, throughput, wallTime } from "./rates.ts";
import { summariseServerMetrics } from "./server-metrics.ts";
import { measured } from "./statistic.ts";
import type { ArmSummary, RowSummary, Statistics } from "./summary.ts";

/**
 * One arm of a run over all its rounds, row by row. Only ok replies enter latency. Throws RangeError when the record has
 * no such arm or holds samples that are not finite.
 */
export function summarise(record: RunRecord, armId: string): ArmSummary {
  if (!record.arms.some((arm) => arm.id === armId))
    throw new RangeError(`the record has no arm ${JSON.stringify(armId)}`);
  const rounds = record.rounds.filter((round) => round.launches.some((launch) => launch.arm === armId));
  const variants = sideOf(record, armId).filter(({ variant }) => variant !== undefined);
  const servers = variants.map(({ id, variant = "" }) => [variant, summariseServer(record, id)] as const);
  return {
    arm: armId,
    serverHash: record.serverHash,
    server: summariseServer(record, armId),
    ...(servers.length > 0 ? { servers: Object.fromEntries(servers) } : {}),
    rows: record.rows.map((row) => {
      const measurements = measurementsOf(record, armId, row.id);
      const trimmed = record.outliers === "3sigma" ? trimmedOf(measurements) : undefined;
      const summary = summariseRow(row, measurements);
      const statistics = { ...summary.statistics, ...memoryStatistics(record, { arm: armId, row }) };
      return { ...summary, statistics, ...(trimmed ? { trimmed } : {}), ...controlOf(record, row) };
    }),
    rounds: rounds.length,
  };
}

/** What the control arm did beside a row, where there was one and it answered; rows of one key share it. */
function controlOf(record: RunRecord, { id, key = id }: RecordRow): Pick<RowSummary, "control"> {
  const arm = record.arms.find(({ side }) => side === "control");
  const model = record.rows.find((row) => (row.key ?? row.id) === key && row.controlUnits !== undefined);
  if (!arm || model?.controlUnits === undefined) return {};
  const perRound = measurementsOf(record, arm.id, model.id).flatMap((measurements) => {
    const calls = latenciesOf(measurements);
    return sizeOf(calls) > 0 ? [median(calls)] : [];
  });
  return perRound.length > 0 ? { control: { units: model.controlUnits, ms: median(perRound) } } : {};
}

function summariseRow(row: RecordRow, rounds: readonly RecordMeasurement[][]): RowSummary {
  const failures: Record<string, number> = {};
  let [attempted, ok] = [0, 0];
  for (const { outcomes } of rounds.flat()) {
    for (const [kind, count] of Object.entries(outcomes)) {
      attempted += count;
      if (kind === "ok") ok += count;
      else if (count > 0) failures[kind] = (failures[kind] ?? 0) + count;
    }
  }
  const parts = summariseParts(rounds);
  const serverMetrics = summariseServerMetrics(rounds);
  const { outliers, ...latency } = latencyOf(rounds, attempted);
  const statistics = {
    ...latency.statistics,
    ...otherStatistics(rounds, { attempted, ok }),
    ...loadStatistics(row, rounds),
  };
  return {
    row: row.id,
    benchmark: row.benchmark,
    configHash: row.configHash,
    attempted,
    ok,
    failures,
    statistics,
    ...(parts ? { parts } : {}),
    ...(serverMetrics ? { serverMetrics } : {}),
    ...(outliers ? { outliers } : {}),
  };
}

function otherStatistics(rounds: readonly RecordMeasurement[][], calls: { attempted: number; ok: number }): Statistics {
  const shareFailed = calls.attempted === 0 ? undefined : 1 - calls.ok / calls.attempted;
  const errorRates = rounds.map(errorRate).filter((rate) => rate !== undefined);
  return {
    throughput: measured("throughput", rounds.map(throughput)),
    wall_time: measured("wall_time", rounds.map(wallTime)),
    // Not the median over rounds: that would be 0 as long as most launches answer.
    error_rate:
      shareFailed === undefined
        ? { state: "not-available", reason: "nothing was attempted" }
        : { state: "measured", value: shareFailed, rounds: errorRates, pooled: shareFailed },
    cpu_per_call: measured("cpu_per_call", rounds.map(cpuPerCall)),
    ...whereKnown("cpu_to_p50", rounds.map(cpuToP50)),
    ...whereKnown("first_call", rounds.map(medianOf("firstCallMs"))),
    request_bytes: measured("request_bytes", rounds.map(medianOf("requestBytes"))),
    response_bytes: measured("response_bytes", rounds.map(medianOf("responseBytes"))),
    ...whereKnown("response_tokens", rounds.map(medianOf("responseTokens"))),
  };
}

/** What only some rows have: items where a call is worth several, rates where requests leave at one, figures of HTTP. */
function loadStatistics({ items, load }: RecordRow, rounds: readonly RecordMeasurement[][]): Statistics {
  const perItem = (calls: number | undefined) => (calls === undefined ? undefined : calls * (items ?? 1));
  const itemRate = items === undefined ? {} : { items_throughput: rounds.map(throughput).map(perItem) };
  const rates =
    load.kind === "open"
      ? { requested_rate: rounds.map(() => load.ratePerSecond), achieved_rate: rounds.map(achievedRate) }
      : {};
  const perRound: Partial<Record<MetricId, (number | undefined)[]>> = {
    ...itemRate,
    ...rates,
    ...networkFigures(rounds),
  };
  return Object.fromEntries(
    metricIds.flatMap((id) => {
      const values = perRound[id];
      return values ? [[id, measured(id, values)]] : [];
    }),
  );
}

function summariseServer(record: RunRecord, armId: string): Statistics {
  const serverMetrics = metricIds.filter((id) => metric(id).scope === "server");
  return Object.fromEntries(
    serverMetrics.flatMap((id) => {
      if (id === "cold_startup") return Object.entries(coldStartup(record, armId));
      const perRound = record.rounds.map((round) => serverValue(record, { round, arm: armId, id }));
      return metric(id).compared === "rise" ? Object.entries(whereKnown(id, perRound)) : [[id, measured(id, perRound)]];
    }),
  );
}

function coldStartup({ coldStart }: RunRecord, armId: string): Statistics {
  if (coldStart?.arm !== armId) return {};
  if ("unknown" in coldStart) return { cold_startup: { state: "not-available", reason: coldStart.unknown } };
  return { cold_startup: measured("cold_startup", [coldStart.startupMs]) };
}

/** A metric that many runs have no use for, only where it was measured. */
function whereKnown(id: MetricId, perRound: readonly (number | undefined)[]): Statistics {
  const statistic = measured(id, perRound);
  return statistic.state === "measured" ? { [id]: statistic } : {};
}

function medianOf(field: "firstCallMs" | "requestBytes" | "responseBytes" | "responseTokens") {
  return (measurements: readonly RecordMeasurement[]): number | undefined => {
    const values = measurements.map((measurement) => measurement[field]).filter((value) => value !== undefined);
    return values.length > 0 ? median(values) : undefined;
  };
}
