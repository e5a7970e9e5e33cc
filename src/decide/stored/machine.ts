import { mean, quantile, sampleVariance } from "simple-statistics";
import { logWorse } from "../../metrics/change.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { type ArmSummary, measured, type Statistics } from "../../metrics/summary.ts";

/*
 * Runs of one environment key may come from machines of different speed. Work that the change under test most likely left
 * alone tells them apart: for a row the start-up, for the start-up the calls of all rows.
 */

/** Metrics that tell the machine's speed: CPU time, or the clock, which a neighbour that takes the cores away moves as well. */
const witnesses = {
  cpu: { startup: "startup_cpu", calls: "cpu_per_call" },
  clock: { startup: "startup", calls: "throughput" },
} as const;

/** ln of how much slower one run's machine was than another's, by what the gate is not about; undefined where nothing tells. */
export function slowerBy(
  { one, other }: { one: ArmSummary; other: ArmSummary },
  { of, by }: { of: "row" | "server"; by: keyof typeof witnesses },
): number | undefined {
  const { startup, calls } = witnesses[by];
  if (of === "row")
    return one.serverHash === other.serverHash ? moveOf(startup, { base: other.server, head: one.server }) : undefined;
  const others = new Map(other.rows.map((row) => [row.row, row]));
  const moves = one.rows.flatMap(({ row, configHash, statistics }) => {
    const before = others.get(row);
    if (before?.configHash !== configHash) return [];
    return moveOf(calls, { base: before.statistics, head: statistics }) ?? [];
  });
  return moves.length > 0 ? mean(moves) : undefined;
}

function moveOf(id: MetricId, of: { base: Statistics; head: Statistics }): number | undefined {
  const [base = 0, head = 0] = [of.base, of.head].map((one) => figureFor(id, one));
  return base > 0 && head > 0 ? logWorse(id, { base, head }) : undefined;
}

/** Takes the lower quartile of CPU times: a slower machine slows all launches, a disturbance some. */
function figureFor(id: MetricId, of: Statistics): number | undefined {
  const found = measured(of, id);
  if (!found || !metric(id).isCpuTime || found.rounds.length === 0) return found?.value;
  return quantile([...found.rounds], 0.25);
}

/** Tells whether a metric grows (1), shrinks (-1) or stays (0) where everything takes longer. */
export function directionOfSpeed(id: MetricId): 1 | -1 | 0 {
  const { unit } = metric(id);
  return unit === "ms" ? 1 : unit === "per-second" ? -1 : 0;
}

/** Tests whether the machine may explain the change of a figure, both as ln: by half of it or more. */
export function mayExplain(machine: number | undefined, change: number): boolean {
  return machine !== undefined && machine * Math.sign(change) >= Math.abs(change) / 2;
}

/** The machine's speed is taken out only where that leaves at most this share of the variance. */
const mostLeft = 0.5;

/** Tests whether logarithms of equal code lie clearly closer together once the machine's speed is taken out of each. */
export function liesCloser(values: readonly number[], atOneSpeed: readonly number[]): boolean {
  return sampleVariance([...atOneSpeed]) < mostLeft * sampleVariance([...values]);
}
