import { sideOf } from "../../metrics/arms.ts";
import { measurementsOf } from "../../metrics/measurements.ts";
import type { MetricId } from "../../metrics/metric.ts";
import type { Arms } from "../../metrics/row-rounds.ts";
import type { Threshold } from "../../plan/threshold.ts";
import type { RunRecord } from "../../record/record.ts";
import { serverRow } from "../../record/row-ids.ts";
import type { RunThresholds } from "../thresholds.ts";
import { fewestCalls, rowGuards, serverGuards, unseenCpuLimit } from "./judge-guard.ts";

/** On a busy machine a mean with a finer limit would rarely be decided. */
const finestMean = 0.1;

/**
 * The median sees neither a slow path taken by a tenth of the calls nor pauses, and one arm cannot see that the other
 * keeps the machine busy. So with base beside head a relative gate on p50 brings a gate on the mean (unless throughput,
 * its mirror, has one; at 10 % or its own limit) and on CPU time per call, by itself and beyond what p50 tells, unless the
 * configuration bounds CPU time. Every gate on speed brings the guards.
 */
export function withCompanions(
  record: RunRecord,
  { thresholds, arms }: { thresholds: RunThresholds; arms: Arms },
): RunThresholds {
  const both = [arms.base, arms.head];
  const speedIsGated = [...thresholds].some(([row, own]) => row !== serverRow && own.some(isSpeedGate));
  return new Map(
    [...thresholds].map(([row, own]) => {
      if (row === serverRow) {
        // What head alone lacks is said to be unchecked.
        const guards = serverGuards.filter((guard) => isMeasuredOf(record, { arm: arms.base, id: guard.metric }));
        return [row, speedIsGated ? [...own, ...missing(own, guards)] : own];
      }
      const cpuIsFine = both.every((arm) => cpuIsResolved(record, { arm, row }));
      const beside = [
        ...companionsOfP50(own, { open: isOpen(record, row) }).filter(
          ({ metric }) => metric !== "cpu_per_call" || cpuIsFine,
        ),
        ...(cpuIsFine && !isOpen(record, row) && !isMix(record, row) ? unseenCpuGuard(own) : []),
      ];
      const guards = own.some(isSpeedGate) && callsSuffice(record, { arms: both, row }) ? missing(own, rowGuards) : [];
      return [row, [...own, ...beside, ...guards]];
    }),
  );
}

function companionsOfP50(own: readonly Threshold[], { open }: { open: boolean }): Threshold[] {
  const gate = own.find((threshold) => threshold.metric === "p50" && isGate(threshold));
  if (gate?.limit.kind !== "relative") return [];
  const gated = new Set(own.filter(isGate).map((threshold) => threshold.metric));
  const mean: Threshold =
    gate.limit.change >= finestMean
      ? { ...gate, metric: "mean" }
      : { ...gate, metric: "mean", limit: { kind: "relative", change: finestMean }, text: `+${finestMean * 100}%` };
  return [
    ...(gated.has("mean") || (gated.has("throughput") && !open) ? [] : [mean]),
    ...(gated.has("cpu_per_call") ? [] : [{ ...gate, metric: "cpu_per_call" as const }]),
  ];
}

/**
 * CPU time per call that p50 does not tell of. Not where the configuration bounds CPU time per call, nor at a fixed rate, where
 * what the server does between calls counts with them, nor in a mix, whose p50 tells of one part.
 */
function unseenCpuGuard(own: readonly Threshold[]): Threshold[] {
  const gate = own.find((threshold) => threshold.metric === "p50" && isGate(threshold));
  if (gate?.limit.kind !== "relative") return [];
  if (own.some((threshold) => threshold.metric === "cpu_per_call" && threshold.level === "fail")) return [];
  const points = unseenCpuLimit(gate.limit.change);
  return [
    {
      metric: "cpu_to_p50",
      level: "fail",
      limit: { kind: "points", points },
      text: `+${+(100 * points).toFixed(2)}pp`,
    },
  ];
}

/** A guard that the configuration sets itself holds as it is set. */
function missing(own: readonly Threshold[], guards: readonly Threshold[]): Threshold[] {
  const set = new Set(own.map((threshold) => threshold.metric));
  return guards.filter((guard) => !set.has(guard.metric));
}

/** At a fixed rate throughput is that rate for as long as it is held, whatever a call takes. */
function isOpen({ rows }: RunRecord, row: string): boolean {
  return rows.some(({ id, load }) => id === row && load.kind === "open");
}

function isMix({ rows }: RunRecord, row: string): boolean {
  return rows.some(({ id, method }) => id === row && method === "mix");
}

function isGate({ level, limit }: Threshold): boolean {
  return level === "fail" && limit.kind === "relative";
}

function isSpeedGate(threshold: Threshold): boolean {
  return isGate(threshold) && ["p50", "mean", "throughput"].includes(threshold.metric);
}

function isMeasuredOf(record: RunRecord, { arm, id }: { arm: string; id: MetricId }): boolean {
  const launches = record.rounds.flatMap((round) => round.launches);
  return sideOf(record, arm).every((one) =>
    launches.some((launch) => launch.arm === one.id && launch.metrics[id] !== undefined),
  );
}

function callsSuffice(record: RunRecord, { arms, row }: { arms: readonly string[]; row: string }): boolean {
  return arms.every((arm) =>
    measurementsOf(record, arm, row)
      .flat()
      .some(({ outcomes }) => (outcomes.ok ?? 0) >= fewestCalls),
  );
}

/** Many systems count CPU time in ticks of 10 ms. */
const tickMs = 10;

/** Whether CPU time, where it was read, was read finely enough to gate on: not in ticks, or twenty of them per launch. */
function cpuIsResolved(record: RunRecord, { arm, row }: { arm: string; row: string }): boolean {
  const totals = measurementsOf(record, arm, row)
    .flat()
    .flatMap(({ cpuPerCallMs, blocks }) =>
      cpuPerCallMs === undefined ? [] : cpuPerCallMs * blocks.reduce((calls, block) => calls + block.attempted, 0),
    );
  const inTicks = (total: number) => Math.abs(total / tickMs - Math.round(total / tickMs)) < 1e-6;
  return (
    totals.length > 0 &&
    (totals.every((total) => total >= 20 * tickMs) || totals.every((total) => total > 0 && !inTicks(total)))
  );
}
