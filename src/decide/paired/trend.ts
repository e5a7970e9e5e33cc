import { asDifference, differenceWorse } from "../../metrics/change.ts";
import type { MeasuredStatistic } from "../../metrics/summary.ts";
import { normalCritical } from "../../stats/distributions.ts";
import { falseAlarms, type Judgement, type MeasuredGate } from "../judge.ts";
import type { PairedState } from "./paired-decision.ts";

/** Chance of an interval of 95 % to lie above the truth, and below it. */
const beyond = 0.025;

const reasons = { regressed: "shown", improved: "shown", pass: "ruled-out", inconclusive: "undecided" } as const;

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
  const half = Math.hypot(halfOf(base), halfOf(statistic));
  const bounds = Number.isNaN(half) ? {} : { low: estimate - half, high: estimate + half };
  const sure = (half * normalCritical(falseAlarms / gates)) / normalCritical(beyond);
  let state: PairedState = estimate + half <= most ? "pass" : "inconclusive";
  if (Math.abs(estimate) > Math.max(most, sure)) state = estimate > 0 ? "regressed" : "improved";
  return {
    state,
    base: base.value,
    change: asDifference(id, { estimate, ...bounds }),
    rounds,
    reason: { code: reasons[state], rounds },
  };
}

/** Half of the interval of a trend; NaN where it has none. */
function halfOf({ interval }: MeasuredStatistic): number {
  return interval ? (interval.high - interval.low) / 2 : Number.NaN;
}
