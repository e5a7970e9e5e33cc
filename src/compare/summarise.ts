import {
  decodeSamples,
  type RecordLaunch,
  type RecordMeasurement,
  type RecordRound,
  type RecordRow,
  type RunRecord,
} from "../baseline/record.ts";
import { type Description, describe, median } from "../stats/describe.ts";
import { type MetricId, metric, metricIds } from "../stats/metric.ts";
import { samplesNeeded } from "../stats/sufficiency.ts";
import type { ArmSummary, RowSummary, Statistic, Statistics } from "../stats/summary.ts";
import { slowShare, stalledShare } from "../stats/tail.ts";
import { withinThreeSigma } from "../stats/trim.ts";
import { armFor, sideOf } from "./arms.ts";

const describedMetrics = [
  "p50",
  "p75",
  "p90",
  "p95",
  "p99",
  "p999",
  "min",
  "max",
  "mean",
  "stddev",
  "iqr",
  "mad",
] as const satisfies readonly (MetricId & keyof Description)[];

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
      return { ...summariseRow(row, measurements), ...(trimmed ? { trimmed } : {}), ...controlOf(record, row) };
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
    const calls = concatenate(measurements.map(({ samples }) => decodeSamples(samples)));
    return calls.length > 0 ? [median(calls)] : [];
  });
  return perRound.length > 0 ? { control: { units: model.controlUnits, ms: median(perRound) } } : {};
}

/**
 * What an arm measured for a row, or that variant of its side which the row is of: one list per round in which anything
 * was measured, an entry per launch.
 */
export function measurementsOf(record: RunRecord, armId: string, rowId: string): RecordMeasurement[][] {
  const measuring = armFor(record, armId, rowId);
  return record.rounds
    .map((round) =>
      round.launches
        .filter((launch) => launch.arm === measuring)
        .flatMap((launch) => launch.measurements.filter((measurement) => measurement.row === rowId)),
    )
    .filter((measurements) => measurements.length > 0);
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
    ...(outliers ? { outliers } : {}),
  };
}

function latencyOf(
  rounds: readonly RecordMeasurement[][],
  attempted: number,
): Pick<RowSummary, "outliers"> & { readonly statistics: Statistics } {
  const samples = samplesOf(rounds);
  if (samples.length === 0) {
    const reason = attempted === 0 ? "nothing was measured" : `none of ${attempted} calls was ok`;
    return { statistics: Object.fromEntries(describedMetrics.map((id) => [id, { state: "not-available", reason }])) };
  }
  const perRound = samples.map(describe);
  const statistics = { ...latencyStatistics(samples, perRound), ...tailStatistics(samples) };
  const outliers = {
    beyondOneSigma: total(perRound.map((round) => round.outliers.beyondOneSigma)),
    beyondFences: total(perRound.map((round) => round.outliers.beyondFences)),
  };
  return { statistics, outliers };
}

/** One array per round that has samples. */
function samplesOf(rounds: readonly RecordMeasurement[][]): Float32Array[] {
  return rounds
    .map((measurements) => concatenate(measurements.map((measurement) => decodeSamples(measurement.samples))))
    .filter((round) => round.length > 0);
}

function latencyStatistics(samples: readonly Float32Array[], perRound: readonly Description[]): Statistics {
  const pooled = describe(concatenate(samples));
  return Object.fromEntries(
    describedMetrics.map((id) => {
      const values = perRound.map((round) => round[id]).filter((value) => value !== undefined);
      return [id, measured(id, values, { pooled: pooled[id], count: pooled.count })];
    }),
  );
}

function tailStatistics(samples: readonly Float32Array[]): Statistics {
  return {
    slow_calls: measured(
      "slow_calls",
      samples.map((round) => slowShare([...round])),
    ),
    stalls: measured(
      "stalls",
      samples.map((round) => stalledShare([...round])),
    ),
  };
}

function trimmedOf(rounds: readonly RecordMeasurement[][]): RowSummary["trimmed"] {
  const samples = samplesOf(rounds);
  if (samples.length === 0) return undefined;
  const kept = samples.map(withinThreeSigma);
  const removed = total(samples.map((round) => round.length)) - total(kept.map((round) => round.length));
  return { removed, statistics: latencyStatistics(kept, kept.map(describe)) };
}

function otherStatistics(rounds: readonly RecordMeasurement[][], calls: { attempted: number; ok: number }): Statistics {
  const shareFailed = calls.attempted === 0 ? undefined : 1 - calls.ok / calls.attempted;
  const errorRates = rounds.map(errorRate).filter((rate) => rate !== undefined);
  return {
    throughput: measured("throughput", rounds.map(throughput)),
    // Not the median over rounds: that would be 0 as long as most launches answer.
    error_rate:
      shareFailed === undefined
        ? { state: "not-available", reason: "nothing was attempted" }
        : { state: "measured", value: shareFailed, rounds: errorRates, pooled: shareFailed },
    cpu_per_call: measured("cpu_per_call", rounds.map(medianOf("cpuPerCallMs"))),
    request_bytes: measured("request_bytes", rounds.map(medianOf("requestBytes"))),
    response_bytes: measured("response_bytes", rounds.map(medianOf("responseBytes"))),
  };
}

/** What only some loads have: items where a call is worth several, rates where requests leave at one. */
function loadStatistics({ items, load }: RecordRow, rounds: readonly RecordMeasurement[][]): Statistics {
  const perItem = (calls: number | undefined) => (calls === undefined ? undefined : calls * (items ?? 1));
  const itemRate = items === undefined ? {} : { items_throughput: rounds.map(throughput).map(perItem) };
  const rates =
    load.kind === "open"
      ? { requested_rate: rounds.map(() => load.ratePerSecond), achieved_rate: rounds.map(achievedRate) }
      : {};
  const perRound: Partial<Record<MetricId, (number | undefined)[]>> = { ...itemRate, ...rates };
  return Object.fromEntries(
    metricIds.flatMap((id) => {
      const values = perRound[id];
      return values ? [[id, measured(id, values)]] : [];
    }),
  );
}

/** Requests sent per second of wall-clock time, until the last of them has ended: the pace the server kept up with. */
export function achievedRate(measurements: readonly RecordMeasurement[]): number | undefined {
  const blocks = measurements.flatMap((measurement) => measurement.blocks);
  const wallMs = total(blocks.map((block) => block.wallMs));
  const sent = total(blocks.map((block) => block.attempted - (block.backlog?.dropped ?? 0)));
  return wallMs > 0 ? (1000 * sent) / wallMs : undefined;
}

/** Ok replies per second of wall-clock time; the launches of one arm ran one after another. */
export function throughput(measurements: readonly RecordMeasurement[]): number | undefined {
  const blocks = measurements.flatMap((measurement) => measurement.blocks);
  const wallMs = total(blocks.map((block) => block.wallMs));
  return wallMs > 0 ? (1000 * total(blocks.map((block) => block.ok))) / wallMs : undefined;
}

function errorRate(measurements: readonly RecordMeasurement[]): number | undefined {
  const attempted = total(measurements.flatMap(({ outcomes }) => Object.values(outcomes)));
  return attempted > 0 ? 1 - total(measurements.map(({ outcomes }) => outcomes.ok ?? 0)) / attempted : undefined;
}

function medianOf(field: "cpuPerCallMs" | "requestBytes" | "responseBytes") {
  return (measurements: readonly RecordMeasurement[]): number | undefined => {
    const values = measurements.map((measurement) => measurement[field]).filter((value) => value !== undefined);
    return values.length > 0 ? median(values) : undefined;
  };
}

function summariseServer(record: RunRecord, armId: string): Statistics {
  const launches = record.rounds.map((round) => serverLaunches(record, { round, arm: armId }));
  const serverMetrics = metricIds.filter((id) => metric(id).scope === "server");
  return Object.fromEntries(
    serverMetrics.map((id) => {
      const perRound = launches.map((round) => {
        const values = round.map((launch) => launch.metrics[id]).filter((value) => value !== undefined);
        return values.length > 0 ? median(values) : undefined;
      });
      return [id, measured(id, perRound)];
    }),
  );
}

/** Launches of a round whose server figures count: those made for all rows, or whichever there are where no such exist. */
export function serverLaunches(record: RunRecord, { round, arm }: { round: RecordRound; arm: string }): RecordLaunch[] {
  const ofArm = (one: RecordRound) => one.launches.filter((launch) => launch.arm === arm);
  const shared = record.rounds.some((one) => ofArm(one).some(({ purpose }) => purpose === undefined));
  return ofArm(round).filter(({ purpose }) => purpose === undefined || !shared);
}

interface Pooled {
  readonly pooled: number | undefined;
  /** Samples of all rounds together. */
  readonly count: number;
}

function measured(id: MetricId, perRound: readonly (number | undefined)[], all?: Pooled): Statistic {
  const rounds = perRound.filter((value) => value !== undefined);
  if (rounds.length === 0) return { state: "not-available", reason: `${metric(id).label} was not measured` };
  const { quantile } = metric(id);
  const need = quantile === undefined ? 0 : samplesNeeded(quantile);
  return {
    state: "measured",
    value: median(rounds),
    rounds,
    ...(all?.pooled === undefined ? {} : { pooled: all.pooled }),
    ...(all && all.count < need ? { insufficient: { have: all.count, need } } : {}),
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function concatenate(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(total(parts.map((part) => part.length)));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
