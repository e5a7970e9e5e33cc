import { metric } from "../metrics/metric.ts";
import { groupBy } from "../stats/group-by.ts";
import { fewestRounds } from "./paired/paired-decision.ts";
import type { Finding } from "./verdict.ts";

/** What a finding says of the others of its row. */
export type RowFinding = Pick<Finding, "row" | "metric" | "threshold" | "state" | "change" | "rounds">;

/** The findings of rows measured round by round, each held against the others of its row. */
export function crossCheck<One extends RowFinding>(findings: readonly One[]): One[] {
  return meansByTheirParts(speedBesideErrors(findings));
}

/**
 * Failing is quick, and the slow calls may be those that failed: a row whose errors rose, or may have risen, is not called
 * faster; and where fewer calls fail, by more than the threshold, answering them may be what it costs.
 */
export function speedBesideErrors<One extends RowFinding>(findings: readonly One[]): One[] {
  const change = new Map(
    findings.flatMap(({ row, metric: id, state, change: errors }) => {
      if (metric(id).compared !== "counts" || !errors) return [];
      return errors.estimate > 0 || state === "improved" ? [[row, errors.estimate] as const] : [];
    }),
  );
  return findings.map((one) => {
    const errors = change.get(one.row) ?? 0;
    if (one.state === "improved" && errors > 0)
      return { ...one, state: "inconclusive", reason: "faster, but more of its calls failed" };
    const { compared, kind } = metric(one.metric);
    const isSpeed = compared !== "counts" && kind === "noisy";
    if (one.state === "regressed" && isSpeed && -errors > allowed(one))
      return { ...one, state: "inconclusive", reason: "slower, but fewer of its calls failed" };
    return one;
  });
}

function allowed({ threshold: { limit } }: RowFinding): number {
  if (limit.kind === "relative") return limit.change;
  return limit.kind === "points" ? limit.points : Number.POSITIVE_INFINITY;
}

const meansOfAllCalls = ["mean", "throughput"];
const parts = ["p50", "slow_calls", "stalls"] as const;

/**
 * The mean of all calls, and throughput with it, is the noisiest figure of a busy machine: a few preempted calls outweigh
 * the rest. What can move it lies in its parts: the bulk of the calls (p50), a path some of them take (slow calls), a few
 * that are held up (stalled time). Where the mean alone stays open, its estimate is within the threshold and all three
 * parts pass, the row passes. A regression is never shown this way, only by the mean itself or by a part.
 */
export function meansByTheirParts<One extends RowFinding>(findings: readonly One[]): One[] {
  const gates = groupBy(
    findings.filter(({ threshold: { level, limit } }) => level === "fail" && limit.kind !== "absolute"),
    ({ row }) => row,
  );
  return findings.map((one) => {
    if (!isOpenMean(one)) return one;
    const passes = parts.every((part) => {
      const about = gates.get(one.row)?.filter(({ metric }) => metric === part) ?? [];
      return about.length > 0 && about.every(({ state }) => state === "pass" || state === "improved");
    });
    return passes
      ? {
          ...one,
          state: "pass",
          reason: "too noisy by itself, but all that can move it passes: p50, slow calls and stalled time",
        }
      : one;
  });
}

function isOpenMean({ metric: id, state, threshold: { level, limit }, change, rounds }: RowFinding): boolean {
  if (!meansOfAllCalls.includes(id) || state !== "inconclusive" || level !== "fail") return false;
  if (limit.kind !== "relative" || !change || rounds < fewestRounds) return false;
  return (metric(id).better === "less" ? change.estimate : -change.estimate) <= limit.change;
}
