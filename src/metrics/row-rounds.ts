import { latenciesOf } from "../record/latencies.ts";
import type { RecordLaunch, RecordMeasurement, RecordRound, RunRecord } from "../record/record.ts";
import { isServerRow } from "../record/row-ids.ts";
import { describe, median } from "../stats/describe.ts";
import { sizeOf } from "../stats/pool.ts";
import { samplesNeeded } from "../stats/sufficiency.ts";
import { slowShare, stalledShare } from "../stats/tail.ts";
import { armFor } from "./arms.ts";
import { logWorse } from "./change.ts";
import { serverValue } from "./measurements.ts";
import { type MetricId, metric } from "./metric.ts";
import { achievedRate, cpuPerCall, throughput, wallTime } from "./rates.ts";

/** The two arms that are paired. */
export interface Arms {
  readonly base: string;
  readonly head: string;
}

/** One round's change: ln(head/base), turned so that up is worse. */
export interface RoundRatio {
  readonly round: number;
  readonly worse: number;
}

/** One log-ratio per round in which both arms have a value above zero. */
export function roundRatios(
  record: RunRecord,
  { row, baseRow = row, id, arms }: { row: string; baseRow?: string; id: MetricId; arms: Arms },
): RoundRatio[] {
  const base = { arm: armFor(record, arms.base, baseRow), row: baseRow };
  const head = { arm: armFor(record, arms.head, row), row };
  return record.rounds.flatMap((round) => {
    const worse = isServerRow(row)
      ? launchRatio(record, { round, id, arms: { base: base.arm, head: head.arm } })
      : rowRatio(round, { id, base, head });
    return worse === undefined ? [] : [{ round: round.index, worse }];
  });
}

/** Head minus base per round, for shares and growths: they may be zero, and then have no ratio. Up is worse. */
export function roundDifferences(
  record: RunRecord,
  { row, baseRow = row, id, arms }: { row: string; baseRow?: string; id: MetricId; arms: Arms },
): number[] {
  const value = (round: RecordRound, measured: Measured) =>
    isServerRow(row)
      ? serverValue(record, { round, arm: measured.arm, id })
      : roundValue(id, measurementsOf(round, measured));
  const sides = {
    base: { arm: armFor(record, arms.base, baseRow), row: baseRow },
    head: { arm: armFor(record, arms.head, row), row },
  };
  if (id === "slow_calls" || id === "stalls")
    return record.rounds.flatMap((round) => tailDifference(round, { id, ...sides }) ?? []);
  return record.rounds.flatMap((round) => {
    const [base, head] = [value(round, sides.base), value(round, sides.head)];
    return base === undefined || head === undefined ? [] : [head - base];
  });
}

/**
 * A call of head is slow, or held up, only if it would have been so at base's pace, too: a server that became faster
 * is not worse for what is now large beside its median.
 */
function tailDifference(
  round: RecordRound,
  { id, ...sides }: { id: "slow_calls" | "stalls"; base: Measured; head: Measured },
): number | undefined {
  const base = latenciesOf(measurementsOf(round, sides.base));
  const head = latenciesOf(measurementsOf(round, sides.head));
  if (sizeOf(base) === 0 || sizeOf(head) === 0) return undefined;
  const share = id === "slow_calls" ? slowShare : stalledShare;
  const typical = median(base);
  return share(head, Math.max(typical, median(head))) - share(base, typical);
}

/** A row, and the arm that measured it. */
interface Measured {
  readonly arm: string;
  readonly row: string;
}

function launchRatio(
  record: RunRecord,
  { round, id, arms }: { round: RecordRound; id: MetricId; arms: Arms },
): number | undefined {
  const value = (arm: string) => serverValue(record, { round, arm, id });
  return ratio(id, value(arms.base), value(arms.head));
}

function rowRatio(
  round: RecordRound,
  { id, ...sides }: { id: MetricId; base: Measured; head: Measured },
): number | undefined {
  const [base, head] = [measurementsOf(round, sides.base), measurementsOf(round, sides.head)];
  if (id !== "p50") return ratio(id, roundValue(id, base), roundValue(id, head));
  // Neighbouring blocks share the machine's mood: compare them pair by pair, then take the middle.
  const [baseBlocks, headBlocks] = [medians(base), medians(head)];
  return middle(baseBlocks.map((value, index) => ratio(id, value, headBlocks[index])));
}

/** Block medians in the order they were measured. */
function medians(measurements: readonly RecordMeasurement[]): (number | undefined)[] {
  return measurements
    .flatMap((measurement) => measurement.blocks)
    .sort((a, b) => a.position - b.position)
    .map((block) => block.medianMs);
}

function roundValue(id: MetricId, measurements: readonly RecordMeasurement[]): number | undefined {
  if (measurements.length === 0) return undefined;
  // Items are calls times a constant, which no ratio sees.
  if (id === "throughput" || id === "items_throughput") return throughput(measurements);
  if (id === "achieved_rate") return achievedRate(measurements);
  if (id === "wall_time") return wallTime(measurements);
  if (id === "mean") return meanOfBlocks(measurements);
  if (id === "cpu_per_call") return cpuPerCall(measurements);
  const samples = latenciesOf(measurements);
  const count = sizeOf(samples);
  const { quantile } = metric(id);
  if (count === 0 || (quantile !== undefined && count < samplesNeeded(quantile))) return undefined;
  if (id === "slow_calls") return slowShare(samples);
  if (id === "stalls") return stalledShare(samples);
  const described: Readonly<Partial<Record<string, unknown>>> = { ...describe(samples) };
  const value = described[id];
  return typeof value === "number" ? value : undefined;
}

function meanOfBlocks(measurements: readonly RecordMeasurement[]): number | undefined {
  const blocks = measurements.flatMap((measurement) => measurement.blocks);
  const calls = blocks.reduce((sum, block) => sum + (block.meanMs === undefined ? 0 : block.ok), 0);
  return calls > 0 ? blocks.reduce((sum, block) => sum + (block.meanMs ?? 0) * block.ok, 0) / calls : undefined;
}

function measurementsOf(round: RecordRound, { arm, row }: { arm: string; row: string }): RecordMeasurement[] {
  return launchesOf(round, arm).flatMap((launch) => launch.measurements.filter((one) => one.row === row));
}

function launchesOf(round: RecordRound, arm: string): RecordLaunch[] {
  return round.launches.filter((launch) => launch.arm === arm);
}

function ratio(id: MetricId, base: number | undefined, head: number | undefined): number | undefined {
  return base !== undefined && head !== undefined && base > 0 && head > 0 ? logWorse(id, { base, head }) : undefined;
}

function middle(values: readonly (number | undefined)[]): number | undefined {
  const present = values.filter((value) => value !== undefined);
  return present.length > 0 ? median(present) : undefined;
}
