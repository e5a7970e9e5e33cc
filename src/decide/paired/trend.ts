import { asDifference, differenceWorse } from "../../metrics/change.ts";
import type { MeasuredStatistic } from "../../metrics/summary.ts";
import { normalCritical, studentCritical } from "../../stats/distributions.ts";
import { degreesOfFreedom } from "../../stats/trimmed.ts";
import type { Judgement, MeasuredGate } from "../judge.ts";
import type { PairedState } from "./paired-decision.ts";

/** Chance of an interval of 95 % to lie above the truth, and below it. */
const beyond = 0.025;

const reasons = { regressed: "shown", improved: "shown", pass: "ruled-out", inconclusive: "undecided" } as const;

/**
 * Decides a limit on the rise of a trend within launches from base to head. A trend has an interval by itself, so that one
 * launch of each is enough. Regressed: the difference is above zero, but for so many false `alarms`, and its estimate is beyond
 * the limit; pass: its whole interval is within the limit.
 */
export function judgeTrend({ threshold, statistic }: MeasuredGate, base: MeasuredStatistic, alarms: number): Judgement {
  const { metric: id, limit } = threshold;
  const most = limit.kind === "points" ? limit.points : 0;
  const rounds = statistic.rounds.length;
  const estimate = differenceWorse(id, { base: base.value, head: statistic.value });
  const half = Math.hypot(halfOf(base), halfOf(statistic));
  const bounds = Number.isNaN(half) ? {} : { low: estimate - half, high: estimate + half };
  const critical = criticalOf(Math.min(rounds, base.rounds.length));
  const sure = (half * critical(alarms)) / critical(beyond);
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

/** Returns critical values of the interval over so many rounds, which is Student's; fewer have those of the trends themselves. */
function criticalOf(rounds: number): (tail: number) => number {
  const freedom = degreesOfFreedom(rounds);
  return freedom === undefined ? normalCritical : (tail) => studentCritical(tail, freedom);
}

/** Half of the interval of a trend; NaN where it has none. */
function halfOf({ interval }: MeasuredStatistic): number {
  return interval ? (interval.high - interval.low) / 2 : Number.NaN;
}
