import { plural } from "../metrics/format.ts";
import { metric } from "../metrics/metric.ts";
import { groupBy } from "../stats/group-by.ts";
import { evidenceNeeded, fewestRounds } from "./paired/paired-decision.ts";
import type { Finding } from "./verdict.ts";

/** What a finding says of the others of its row. */
export type RowFinding = Pick<Finding, "row" | "metric" | "threshold" | "state" | "change" | "claim" | "rounds">;

/** Guards that are asked over all rows of a run, too. */
export type SharedGuard = "slow_calls" | "stalls";

interface Run {
  /** Gates that share the allowance of false alarms. */
  readonly gates: number;
  /** Whether a guard passes over all rows, asked for one of them. */
  readonly passesOverRows: (id: SharedGuard, row: string) => boolean;
}

/** The findings of rows measured round by round, each held against the others. */
export function crossCheck<One extends RowFinding>(findings: readonly One[], { gates, passesOverRows }: Run): One[] {
  const shown = speedBesideErrors(shownTogether(findings, gates));
  return meansByTheirParts(guardsByAllRows(shown, passesOverRows));
}

/**
 * A guard of a row that is open, with its estimate within the limit, passes with the same guard over all rows. A regression
 * is never shown this way, nor ruled out where the row's own estimate is beyond the limit.
 */
export function guardsByAllRows<One extends RowFinding>(
  findings: readonly One[],
  passesOverRows: Run["passesOverRows"],
): One[] {
  return findings.map((one) =>
    isOpenGuard(one) && passesOverRows(one.metric, one.row)
      ? { ...one, state: "pass", reason: "within its limit, and a rise is ruled out over all rows" }
      : one,
  );
}

function isOpenGuard<One extends RowFinding>(one: One): one is One & { readonly metric: SharedGuard } {
  const { metric: id, state, threshold, claim, rounds } = one;
  if (id !== "slow_calls" && id !== "stalls") return false;
  const { level, limit } = threshold;
  return (
    state === "inconclusive" && level === "fail" && limit.kind === "points" && rounds >= fewestRounds && claim === 0
  );
}

/**
 * Several regressions vouch for each other: k of them are shown where each has a k-th of the evidence that one alone
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
