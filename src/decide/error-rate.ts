import type { RowSummary } from "../metrics/summary.ts";
import type { Threshold } from "../plan/threshold.ts";
import { normalCritical } from "../stats/distributions.ts";
import { newcombeInterval, overdispersion, type Share } from "../stats/proportion.ts";
import { falsePasses, type Judgement, type MeasuredGate } from "./judge.ts";

/** Failed calls out of those attempted, and their share in each launch. */
export interface Failures extends Share {
  readonly perLaunch: readonly number[];
}

/** Those of one or more runs of a row. */
export function failedCalls(rows: readonly RowSummary[]): Failures {
  const total = (of: (row: RowSummary) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    count: total(({ attempted, ok }) => attempted - ok),
    of: total(({ attempted }) => attempted),
    perLaunch: rows.flatMap(({ statistics: { error_rate: rate } }) => (rate?.state === "measured" ? rate.rounds : [])),
  };
}

interface Against {
  readonly base: Failures;
  readonly head: Failures;
  /** False alarms allowed of this gate at this look. */
  readonly alarms: number;
}

/**
 * Half of the false passes that are allowed: a rise from nothing to twice the limit passes at one of the looks of a run in
 * about twice as many runs as at a single look (simulated).
 */
const falsePassesAtOneLook = falsePasses / 2;

/** A pass rules out a rise of twice this, however small the limit. */
const finestRise = 0.005;

/**
 * Judges a rise of the error rate, as a difference in points with Newcombe's interval on the counts: a rise from 0 has no ratio.
 * Calls of one launch are not independent: where launches differ by more than chance, on the side where they do so most,
 * the calls of both sides count for that much less. Each look spends part of the allowance of false alarms, a half, a sixth, a
 * twelfth and so on. It passes if no call of head fails, or the rise is within the limit and twice the limit is ruled out. Where
 * no rise is seen all calls count in full for that: clusters would leave unchanged servers undecided (decision 60).
 */
export function judgeErrorRate(gate: MeasuredGate, { base, head, alarms }: Against): Judgement {
  const [before, after] = [base.count / base.of, head.count / head.of];
  const points = pointsOf(gate.threshold, before);
  const rise = after - before;
  const dispersion = Math.max(...[base, head].map((side) => overdispersion(side.perLaunch, side)));
  const interval = (tail: number) =>
    newcombeInterval(worth(base, dispersion), worth(head, dispersion), normalCritical(tail));
  const found = { base: before, change: { estimate: rise, ...interval(0.025) } };
  const counts = { head: { failed: head.count, calls: head.of }, base: { failed: base.count, calls: base.of } };
  const reason = { code: "failures", ...counts } as const;
  const ruledOut = 2 * Math.max(points, finestRise);
  if (rise < -points && interval(alarms).high < 0) return { ...found, state: "improved", reason };
  const possible =
    rise > 0 ? interval(falsePassesAtOneLook) : newcombeInterval(base, head, normalCritical(falsePassesAtOneLook));
  if (head.count === 0 || (rise <= points && possible.high < ruledOut)) return { ...found, state: "pass", reason };
  if (rise > points && interval(alarms).low > 0) return { ...found, state: "regressed", reason };
  return { ...found, state: "inconclusive", reason: { ...reason, code: "failures-open", points } };
}

function worth({ count, of }: Share, dispersion: number): Share {
  return { count: count / dispersion, of: of / dispersion };
}

export function pointsOf({ limit }: Threshold, before: number): number {
  if (limit.kind === "points") return limit.points;
  return limit.kind === "relative" ? limit.change * before : limit.value;
}
