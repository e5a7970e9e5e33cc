import type { MetricId } from "../../metrics/metric.ts";
import type { RowReading } from "../../metrics/reading.ts";
import { rateOf } from "../../model/load.ts";
import type { RunThresholds, Threshold } from "../../plan/threshold.ts";
import type { RecordThreshold } from "../../record/record.ts";
import { serverRow } from "../../record/row-ids.ts";
import type { Side, Table } from "../../table/table.ts";
import { type Finding, isRegression, isUndecided } from "../verdict.ts";

/*
 * Guards are gates that no configuration asked for. They watch for harm that p50 cannot see: a path that some calls take,
 * pauses, work that no call waits for, a server that is busy while idle. Most are shares, compared as differences.
 *
 * A guard only alarms. It regresses as every gate does: evidence of 100 per gate, and an estimate beyond its limit. It
 * passes by its estimate, so its pass says "within its limit", not "ruled out"; see docs/decisions/0052.
 */

/** Guards of rows against slowness that p50 does not see, and the other figures of its speed. */
export const besideP50: readonly MetricId[] = [
  "mean",
  "throughput",
  "cpu_per_call",
  "cpu_to_p50",
  "slow_calls",
  "stalls",
];

/** Checks after which memory passes by its estimate alone: a heap's free room hides most of a small leak. */
const enoughChecks = 12;

/** Rounds after which gates pass by their estimate alone: on shares always, on ratios where p50 of the row is gated as well. */
export const passingByEstimate: ReadonlyMap<MetricId, number> = new Map([
  ...[...besideP50, "idle_cpu" as const].map((id) => [id, 0] as const),
  ["memory_growth", enoughChecks],
]);

/** Tests whether a threshold is a gate on a change of p50. */
export function gatesP50(threshold: RecordThreshold): boolean {
  return threshold.metric === "p50" && isGate(threshold);
}

/** Metrics that p50 of a row also covers. */
const covered: readonly MetricId[] = [...besideP50, "slow_mode"];

/**
 * The open gates that a run goes on for: all but those which only say once more of a row that it got slower than the same. That
 * a variant is slower than its reference says nothing of what the commit did to it.
 */
export function waitedFor<One extends Pick<Finding, "row" | "metric" | "state" | "threshold" | "against">>(
  findings: readonly One[],
): One[] {
  const slower = findings.filter((one) => one.metric === "p50" && isRegression(one));
  const isSlower = ({ row, against }: One) => slower.some((one) => one.row === row && one.against === against);
  return findings.filter((one) => isUndecided(one) && !(covered.includes(one.metric) && isSlower(one)));
}

/** Bytes per 1,000 calls that a server may come to keep, where memory is read over `enoughCalls` of a launch … */
export const usualGrowth = 500_000;
/** … and as much more as there are fewer, as where they are slow: launches differ by about as many bytes however few they answer. */
const enoughCalls = 1_000;

/** Most that each share may rise. */
export const shareLimits = { slow_calls: 0.05, stalls: 0.03, cpu_to_p50: 0.04, idle_cpu: 0.05 } as const;

/** Returns a gate that fails where a share rises by more than so much. */
function shareGate(metric: MetricId, points: number): Threshold {
  return { metric, level: "fail", limit: { kind: "points", points }, text: `+${+(100 * points).toFixed(2)}pp` };
}

function relativeLimit(change: number): Pick<Threshold, "limit" | "text"> {
  return { limit: { kind: "relative", change }, text: `+${100 * change}%` };
}

/** Guards of every row whose speed is gated. */
const rowGuards = (["slow_calls", "stalls"] as const).map((id) => shareGate(id, shareLimits[id]));

/** Guards of the server, wherever its speed is gated: share of one core used while it is asked nothing, and processes that outlive it. */
const serverGuards: readonly Threshold[] = [
  shareGate("idle_cpu", shareLimits.idle_cpu),
  { metric: "orphans", level: "fail", ...relativeLimit(0) },
];

/** And memory that more calls take and do not give back, by the calls over which it was read: a pass rules out 1 KB per call. */
function growthGuard({ rounds, leakChecked }: Table): Threshold {
  const launches = rounds.flatMap((round) => round.launches);
  const ofAll = launches.filter(({ leakChecked: rows = [] }) => rows.length === leakChecked.length);
  return growthThreshold(growthLimit(ofAll.flatMap(({ leakCheckCalls }) => leakCheckCalls ?? [])), "fail");
}

/** Bytes per 1,000 calls, where memory of launches was read over so many calls. */
export function growthLimit(calls: readonly number[]): number {
  const times = Math.max(1, enoughCalls / Math.min(enoughCalls, ...calls));
  // In steps, so that the limit does not move from round to round.
  return usualGrowth * 2 ** Math.ceil(Math.log2(times) - 0.1);
}

export function growthThreshold(points: number, level: Threshold["level"]): Threshold {
  return { metric: "memory_growth", level, limit: { kind: "points", points }, text: `+${points / 1000}KB` };
}

/** Fewest ok calls per launch among which a share of slow ones means anything. */
const fewestCalls = 20;

/** On a busy machine a mean with a finer limit would rarely be decided. */
const finestMean = 0.1;

/**
 * The thresholds of a run with its guards. The median sees neither a slow path taken by a tenth of the calls nor pauses, and
 * one arm cannot see that the other keeps the machine busy: so they hold only with base beside head.
 */
export function withGuards(table: Table, thresholds: RunThresholds): RunThresholds {
  const speedIsGated = [...thresholds].some(([row, own]) => row !== serverRow && own.some(isSpeedGate));
  const rows = new Map(table.rows.map((row) => [row.id, row]));
  return new Map(
    [...thresholds].map(([id, own]) => {
      const row = rows.get(id);
      if (!row) {
        // A figure that only head lacks is reported as unchecked.
        const guards = [...serverGuards, growthGuard(table)].filter(
          (guard) => table.base && isMeasuredOn(table.base, guard.metric),
        );
        return [id, speedIsGated ? [...own, ...missing(own, guards)] : own];
      }
      const both = [row.base, row.head];
      const guarded = withRowGuards(own, {
        isOpenLoop: rateOf(row.load) !== undefined,
        cpuIsResolved: both.every((series) => series?.cpuIsResolved),
        cpuTells: row.paired?.cpuTells() ?? false,
        callsSuffice: both.every((series) => series?.readings.some(hasEnoughCalls)),
      });
      return [id, guarded];
    }),
  );
}

/** Properties of a row and its measurements that select its guards. */
interface GuardConditions {
  /** At a fixed rate throughput is that rate for as long as it is held, whatever a call takes. */
  readonly isOpenLoop: boolean;
  /** True where CPU time was read finely enough to gate on. */
  readonly cpuIsResolved: boolean;
  /** True where it is that of the calls alone, too. */
  readonly cpuTells: boolean;
  /** True where there are enough calls for a share of slow ones. */
  readonly callsSuffice: boolean;
}

/**
 * The thresholds of a row with its guards: on slow calls and stalled time where its speed is gated, and by a relative gate on p50
 *
 * - on the mean, unless throughput, its mirror, has a gate: at p50's limit, but no finer than 10 %;
 * - on CPU time per call, at p50's limit;
 * - on CPU time beyond p50. Not where the configuration bounds CPU time per call, nor at a fixed rate, where what the server
 *   does between calls counts with them, nor in a mix, whose p50 tells of one part, or in turns, with what is done between steps.
 *   It fails where CPU time rises by two fifths of what p50 may rise by, or 4 points, more than p50.
 */
export function withRowGuards(
  own: readonly Threshold[],
  { isOpenLoop, cpuIsResolved, cpuTells, callsSuffice }: GuardConditions,
): Threshold[] {
  const gates = own.filter(isGate);
  const p50 = own.find(gatesP50);
  const guards: Threshold[] = [];
  if (p50?.limit.kind === "relative") {
    const { change } = p50.limit;
    // A budget or a warning compares nothing that could fail.
    const isGated = (id: MetricId) => gates.some(({ metric }) => metric === id);
    const mean = { ...p50, metric: "mean" } as const;
    if (!isGated("mean") && (isOpenLoop || !isGated("throughput")))
      guards.push(change < finestMean ? { ...mean, ...relativeLimit(finestMean) } : mean);
    if (cpuIsResolved && !isGated("cpu_per_call")) guards.push({ ...p50, metric: "cpu_per_call" });
    const failsOnCpu = own.some(({ metric, level }) => metric === "cpu_per_call" && level === "fail");
    if (cpuTells && !failsOnCpu && !own.some(({ metric }) => metric === "cpu_to_p50"))
      guards.push(shareGate("cpu_to_p50", Math.max(shareLimits.cpu_to_p50, 0.4 * change)));
  }
  if (callsSuffice && own.some(isSpeedGate)) guards.push(...missing(own, rowGuards));
  return [...own, ...guards];
}

/** A guard that the configuration sets itself holds as it is set. */
function missing(own: readonly Threshold[], guards: readonly Threshold[]): Threshold[] {
  const set = new Set(own.map((threshold) => threshold.metric));
  return guards.filter((guard) => !set.has(guard.metric));
}

function isGate({ level, limit }: RecordThreshold): boolean {
  return level === "fail" && limit.kind === "relative";
}

/** Tests whether a threshold can fail a run by the speed of calls. */
export function isSpeedGate(threshold: Threshold): boolean {
  return isGate(threshold) && ["p50", "mean", "throughput"].includes(threshold.metric);
}

/** Tests whether every variant of a side has figures of a metric of the server. */
function isMeasuredOn({ arms, launches }: Side, id: MetricId): boolean {
  return arms.every((one) => launches.flat().some(({ arm, metrics }) => arm === one.id && metrics[id] !== undefined));
}

function hasEnoughCalls({ measurements }: RowReading): boolean {
  return measurements.some(({ outcomes }) => (outcomes.ok ?? 0) >= fewestCalls);
}
