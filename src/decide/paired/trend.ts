import { asDifference, differenceWorse } from "../../metrics/change.ts";
import type { MeasuredStatistic } from "../../metrics/summary.ts";
import { normalCritical } from "../../stats/distributions.ts";
import { falseAlarms, type Judgement, type MeasuredGate } from "../judge.ts";
import type { PairedState } from "./paired-decision.ts";

/** Chance of an interval of 95 % to lie above the truth, and below it. */
const beyond = 0.025;

/**
 * Decides a limit on the rise of a trend within launches from base to head. A trend has an interval by itself, so that one
 * launch of each is enough. Regressed: the difference is above zero, at the false alarms of a run for each of its gates, and its
 * estimate is beyond the limit; pass: its whole interval is within the limit.
 */
export function judgeTrend({ threshold, statistic }: MeasuredGate, base: MeasuredStatistic, gates: number): Judgement {
  const { metric: id, limit } = threshold;
  const most = limit.kind === "points" ? limit.points : 0;
  const rounds = statistic.rounds.length;
  const estimate = differenceWorse(id, { base: base.value, head: statistic.value });
  const half = halfOf(base, statistic);
  const bounds = half === undefined ? {} : { low: estimate - half, high: estimate + half };
  const state = half === undefined ? "inconclusive" : stateOf(estimate, { most, half, gates });
  const code = state === "inconclusive" ? "undecided" : state === "pass" ? "ruled-out" : "shown";
  return {
    state,
    base: base.value,
    change: asDifference(id, { estimate, ...bounds }),
    rounds,
    reason: { code, rounds },
  };
}

function stateOf(
  estimate: number,
  { most, half, gates }: { readonly most: number; readonly half: number; readonly gates: number },
): PairedState {
  const sure = (half * normalCritical(falseAlarms / gates)) / normalCritical(beyond);
  if (estimate > most && estimate > sure) return "regressed";
  if (estimate < -most && estimate < -sure) return "improved";
  return estimate + half <= most ? "pass" : "inconclusive";
}

/** Half of the interval of the difference of two independent trends. */
function halfOf(...trends: readonly MeasuredStatistic[]): number | undefined {
  const halves = trends.flatMap(({ interval }) => (interval ? [(interval.high - interval.low) / 2] : []));
  return halves.length === trends.length ? Math.hypot(...halves) : undefined;
}
