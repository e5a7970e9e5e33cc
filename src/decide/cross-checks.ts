import { plural } from "../metrics/format.ts";
import { metric } from "../metrics/metric.ts";
import { evidenceNeeded } from "./paired/paired-decision.ts";
import type { Finding } from "./verdict.ts";

/** Fields of a finding that judge the others of its row. */
export type RowFinding = Pick<Finding, "row" | "metric" | "threshold" | "state" | "change" | "claim" | "rounds">;

/** Checks the findings of rows measured round by round against each other. `gates`: those that share the allowance of false alarms. */
export function crossCheck<One extends RowFinding>(
  findings: readonly One[],
  { gates }: { readonly gates: number },
): One[] {
  return speedBesideErrors(shownTogether(findings, gates));
}

/**
 * Several regressions support each other: k of them are shown where each has a k-th of the evidence that one alone
 * needs (e-BH: Wang and Ramdas, JRSS B 84, 2022). Where nothing changed the run still fails at most once in a hundred times,
 * whatever the dependence of the gates and however often one looks, for the mean of all evidence then reaches a hundred
 * that seldom; where something did, the expected share of findings that are none stays at one in a hundred.
 */
export function shownTogether<One extends RowFinding>(findings: readonly One[], gates: number): One[] {
  const isClaim = ({ claim = 0, state, threshold: { level } }: RowFinding) =>
    claim > 0 && level === "fail" && (state === "inconclusive" || state === "regressed");
  const alone = evidenceNeeded(gates);
  const largestFirst = findings.filter(isClaim).toSorted((a, b) => (b.claim ?? 0) - (a.claim ?? 0));
  const last = largestFirst.findLastIndex(({ claim = 0 }, index) => claim >= alone / (index + 1));
  const shown = new Set(largestFirst.slice(0, last + 1).filter(({ state }) => state !== "regressed"));
  const reason = (one: One) =>
    `shown in ${plural(one.rounds, "paired round")}, together with ${plural(last, "more result")}`;
  return findings.map((one) => (shown.has(one) ? { ...one, state: "regressed", reason: reason(one) } : one));
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
