import { beyondResolution, logLimit } from "../metrics/change.ts";
import { metric, signOfWorse } from "../metrics/metric.ts";
import { evidenceNeeded, fewestRounds } from "./paired/paired-decision.ts";
import type { Finding } from "./verdict.ts";

/** Fields of a finding that judge the others of its row. */
export type RowFinding = Pick<Finding, "row" | "metric" | "threshold" | "state" | "change" | "claim" | "rounds">;

/**
 * Several regressions support each other: k of them are shown where each has a k-th of the evidence that one alone
 * needs (e-BH: Wang and Ramdas, JRSS B 84, 2022). Where nothing changed the run still fails at most once in a hundred times,
 * whatever the dependence of the gates and however often one looks, for the mean of all evidence then reaches a hundred
 * that seldom; where something did, the expected share of findings that are none stays at one in a hundred. `gates`: those that
 * share the allowance of false alarms.
 */
export function shownTogether<One extends RowFinding>(findings: readonly One[], gates: number): One[] {
  const claims = findings.filter(
    ({ claim = 0, state, threshold: { level } }) =>
      claim > 0 && level === "fail" && (state === "inconclusive" || state === "regressed"),
  );
  const all = together(claims, { by: ({ claim = 0 }) => claim, alone: evidenceNeeded(gates) });
  const last = all.length - 1;
  const shown = new Set(all.filter(({ state }) => state !== "regressed"));
  return findings.map((one) =>
    shown.has(one)
      ? { ...one, state: "regressed", reason: { code: "shown-together", rounds: one.rounds, others: last } }
      : one,
  );
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
      return { ...one, state: "inconclusive", reason: { code: "more-failed" } };
    const { compared, kind } = metric(one.metric);
    const isSpeed = compared !== "counts" && kind === "noisy";
    if (one.state === "regressed" && isSpeed && -errors > allowed(one))
      return { ...one, state: "inconclusive", reason: { code: "fewer-failed" } };
    return one;
  });
}

function allowed({ threshold: { limit } }: RowFinding): number {
  if (limit.kind === "relative") return limit.change;
  return limit.kind === "points" ? limit.points : Number.POSITIVE_INFINITY;
}

/** Returns as many as have their share of the evidence that one alone needs: of k of them each a k-th. */
function together<One>(
  claims: readonly One[],
  { by, alone }: { readonly by: (one: One) => number; readonly alone: number },
): readonly One[] {
  const largestFirst = claims.toSorted((a, b) => by(b) - by(a));
  const last = largestFirst.findLastIndex((one, index) => by(one) >= alone / (index + 1));
  return largestFirst.slice(0, last + 1);
}

/** Expected share of false ones among the warnings that are named, in either direction. */
const falseWarnings = 0.05;

/** Names warn-level results beyond their limits, which are many and cheap to raise, by the same rule at a lesser level. */
export function labelWarnings(findings: readonly Finding[]): Finding[] {
  const candidates = findings.filter(({ threshold, evidence }) => threshold.level === "warn" && evidence !== undefined);
  const alone = (2 * candidates.length) / falseWarnings;
  const named = new Set(together(candidates, { by: ({ evidence = 0 }) => evidence, alone }).filter(isBeyond));
  return findings.map((one) =>
    named.has(one)
      ? { ...one, state: isWorse(one) ? "regressed" : "improved", reason: { code: "shown-as-warning" } }
      : one,
  );
}

function isBeyond({ threshold, change, metric: id, rounds, base = 0 }: Finding): boolean {
  if (threshold.limit.kind !== "relative" || !change || rounds < fewestRounds) return false;
  const isBeyondLimit = Math.abs(Math.log1p(change.estimate)) > logLimit(id, threshold.limit.change);
  return isBeyondLimit && beyondResolution(id, { base, head: base * (1 + change.estimate) });
}

function isWorse({ change, metric: id }: Finding): boolean {
  return signOfWorse(id) * (change?.estimate ?? 0) > 0;
}
