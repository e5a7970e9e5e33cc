import type { Finding } from "../decide/verdict.ts";
import { logLimit } from "../metrics/change.ts";
import { metric, signOfWorse } from "../metrics/metric.ts";

/** Change that few rounds must show where they bound none: half as quick. */
const double = Math.log(2);

/** The same beside few stored runs, which machines of one kind seldom differ by. */
const byFewRuns = Math.log(1.3);

/** An undecided change with a limit in percent, and both as numbers to compare: logarithms, or the points of an error rate. */
function openChange({ state, threshold: { level, limit }, metric: id, change, base = 0 }: Finding) {
  if (state !== "inconclusive" || level !== "fail" || limit.kind !== "relative" || !change) return undefined;
  if (metric(id).compared === "counts")
    return { ...change, worse: (points: number) => points, allowed: limit.change * base };
  const worse = (share: number) => signOfWorse(id) * Math.log1p(share);
  return { ...change, worse, allowed: logLimit(id, limit.change) };
}

/**
 * Tests whether an undecided gate exceeds its threshold by its figures alone, which is all that two records made at
 * different times have.
 */
export function seemsWorse(finding: Finding): boolean {
  const open = openChange(finding);
  return open !== undefined && open.worse(open.estimate) > open.allowed;
}

/**
 * Tests whether an undecided gate exceeds its threshold by so much that a reader has to know: by the whole of its
 * interval. Where rounds are too few for an interval, at least double tells, but not in one; where stored runs are, +30 %: what
 * nothing can be said of yet must not become the level that later runs are compared with.
 */
export function looksWorse(finding: Finding): boolean {
  const open = openChange(finding);
  if (!open) return false;
  const { worse, allowed, estimate, low, high } = open;
  const { metric: id, evidence, rounds, reason } = finding;
  const least = signOfWorse(id) > 0 ? low : high;
  if (least !== undefined) return worse(least) > allowed;
  if (reason.code === "few-runs") return worse(estimate) >= Math.max(byFewRuns, allowed);
  return evidence !== undefined && rounds > 1 && worse(estimate) >= Math.max(double, allowed);
}
