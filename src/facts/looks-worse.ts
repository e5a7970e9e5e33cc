import type { Finding } from "../decide/verdict.ts";
import { logLimit } from "../metrics/change.ts";
import { metric } from "../metrics/metric.ts";

/** Change that few rounds must show where they bound none: half as quick. */
const double = Math.log(2);

/** The same beside few stored runs, which machines of one kind seldom differ by. */
const byFewRuns = Math.log(1.3);

/**
 * Tests whether an undecided gate exceeds its threshold by its figures alone, which is all that two records made at
 * different times have.
 */
export function seemsWorse({ state, threshold: { level, limit }, metric: id, change }: Finding): boolean {
  if (state !== "inconclusive" || level !== "fail" || limit.kind !== "relative" || !change) return false;
  const worse = (metric(id).better === "less" ? 1 : -1) * Math.log1p(change.estimate);
  return worse > logLimit(id, limit.change);
}

/**
 * Tests whether an undecided gate exceeds its threshold by so much that a reader has to know: by the whole of its
 * interval. Where rounds are too few for an interval, at least double tells, but not in one; where stored runs are, +30 %: what
 * nothing can be said of yet must not become the level that later runs are compared with.
 */
export function looksWorse({
  state,
  threshold: { level, limit },
  metric: id,
  change,
  evidence,
  rounds,
  reason,
}: Finding): boolean {
  if (state !== "inconclusive" || level !== "fail" || limit.kind !== "relative" || !change) return false;
  const isLess = metric(id).better === "less";
  const worse = (share: number) => (isLess ? 1 : -1) * Math.log1p(share);
  const allowed = logLimit(id, limit.change);
  const { estimate, low, high } = change;
  const least = isLess ? low : high;
  if (least !== undefined) return worse(least) > allowed;
  if (reason.code === "few-runs") return worse(estimate) >= Math.max(byFewRuns, allowed);
  return evidence !== undefined && rounds > 1 && worse(estimate) >= Math.max(double, allowed);
}
