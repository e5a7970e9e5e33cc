import { mean, quantile, sampleCovariance, sampleVariance } from "simple-statistics";
import { type MetricId, metric } from "../metrics/metric.ts";
import { type ArmSummary, measured, type Statistics } from "../metrics/summary.ts";
import { fewestForSpread } from "./entry.ts";

/*
 * Runs of one environment key may come from machines of different speed. Work that the change under test most likely left
 * alone tells them apart: for a row the start-up, for the start-up all calls.
 */

/** Metrics that tell the machine's speed: CPU time, or the clock, which a neighbour that takes the cores away moves as well. */
const witnesses = {
  cpu: { startup: "startup_cpu", calls: "cpu_per_call" },
  clock: { startup: "startup", calls: "mean" },
} as const;

interface Witness {
  readonly of: "row" | "server";
  readonly by: keyof typeof witnesses;
}

/** ln of how much slower one run's machine was than another's, by what the gate is not about; undefined where nothing tells. */
export function slowerBy(one: ArmSummary, other: ArmSummary, { of, by }: Witness): number | undefined {
  const { startup, calls } = witnesses[by];
  if (of === "row")
    return one.serverHash === other.serverHash ? slowerIn(startup, one.server, other.server) : undefined;
  const others = new Map(other.rows.map((row) => [row.row, row]));
  const moves = one.rows.flatMap(({ row, configHash, statistics }) => {
    const before = others.get(row);
    return before?.configHash === configHash ? (slowerIn(calls, statistics, before.statistics) ?? []) : [];
  });
  return moves.length > 0 ? mean(moves) : undefined;
}

function slowerIn(id: MetricId, one: Statistics, other: Statistics): number | undefined {
  const ratio = quietFigure(id, one) / quietFigure(id, other);
  return ratio > 0 && ratio < Number.POSITIVE_INFINITY ? Math.log(ratio) : undefined;
}

/** Takes the lower quartile: a slower machine slows all launches, a disturbance some. */
function quietFigure(id: MetricId, of: Statistics): number {
  const found = measured(of, id);
  return found && found.rounds.length > 0 ? quantile([...found.rounds], 0.25) : (found?.value ?? Number.NaN);
}

/** Tells whether a metric grows (1), shrinks (-1) or stays (0) where everything takes longer. */
export function directionOfSpeed(id: MetricId): 1 | -1 | 0 {
  const { unit } = metric(id);
  return unit === "ms" ? 1 : unit === "per-second" ? -1 : 0;
}

/** The machine's speed is taken out only where that leaves at most this share of the variance. */
const mostLeft = 0.5;

/** A figure follows the machine's speed by at most so many times what the CPU time of other work shows. */
const mostOfSpeed = 2;

interface OfMachines {
  readonly logs: readonly number[];
  /** ln of how much slower today's machine is than that of each. */
  readonly speeds: readonly (number | undefined)[];
  /** Says how far a figure follows the speed: kinds of machines differ in more than one figure shows, and a long history tells. */
  readonly follows: "wholly" | "as-shown";
}

/** Logarithms of figures at the speed of today's machine; undefined where they do not lie clearly closer together then. */
export function atOneSpeed(id: MetricId, { logs, speeds, follows }: OfMachines): readonly number[] | undefined {
  const moves = speeds.flatMap((speed) => (speed === undefined ? [] : [directionOfSpeed(id) * speed]));
  if (moves.length < logs.length || logs.length < fewestForSpread) return undefined;
  const shown = follows === "wholly" ? 1 : -sampleCovariance([...logs], moves) / sampleVariance(moves);
  const share = Math.min(mostOfSpeed, Math.max(0, shown));
  const moved = logs.map((log, place) => log + share * (moves[place] ?? 0));
  return sampleVariance(moved) < mostLeft * sampleVariance([...logs]) ? moved : undefined;
}
