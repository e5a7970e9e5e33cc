import { metric } from "../metrics/metric.ts";
import type { Threshold } from "../plan/threshold.ts";
import { isMeasured, type Judge } from "./judge.ts";
import { evidenceNeeded } from "./paired/paired-decision.ts";
import type { Gate } from "./thresholds.ts";
import { type Finding, mustWork } from "./verdict.ts";

/** Fields of a finding that judge the others of its row. */
export type RowFinding = Pick<Finding, "row" | "metric" | "threshold" | "state" | "change" | "claim" | "rounds"> &
  Partial<Pick<Finding, "minimumDetectable">>;

/**
 * Several regressions support each other: k of them are shown where each has a k-th of the evidence that one alone
 * needs (e-BH: Wang and Ramdas, JRSS B 84, 2022). Where nothing changed the run still fails at most once in a hundred times,
 * whatever the dependence of the gates and however often one looks, for the mean of all evidence then reaches a hundred
 * that seldom; where something did, the expected share of findings that are none stays at one in a hundred. `gates`: those that
 * share the allowance of false alarms. Warnings fail nothing and share an allowance of their own.
 */
export function shownTogether<One extends RowFinding>(findings: readonly One[], gates: number): One[] {
  const tested = findings.filter(({ claim }) => claim !== undefined);
  const failing = tested.filter(({ threshold }) => threshold.level === "fail");
  const warnings = tested.filter(({ threshold }) => threshold.level === "warn");
  const groups = [together(failing, evidenceNeeded(gates)), together(warnings, evidenceNeeded(warnings.length))];
  const othersOf = new Map(groups.flatMap((group) => group.map((one) => [one, group.length - 1] as const)));
  return findings.map((one) => {
    const others = othersOf.get(one);
    if (others === undefined || one.state === "regressed") return one;
    // One alone could have shown only more than was found.
    return {
      ...one,
      minimumDetectable: undefined,
      state: "regressed",
      reason: { code: "shown-together", rounds: one.rounds, others },
    };
  });
}

/** Returns as many as have their share of the evidence that one alone needs: of k of them each a k-th. */
function together<One extends RowFinding>(findings: readonly One[], alone: number): readonly One[] {
  const largestFirst = findings
    .filter(({ claim = 0, state }) => claim > 0 && (state === "inconclusive" || state === "regressed"))
    .toSorted((a, b) => (b.claim ?? 0) - (a.claim ?? 0));
  const last = largestFirst.findLastIndex(({ claim = 0 }, index) => claim >= alone / (index + 1));
  return largestFirst.slice(0, last + 1);
}

/**
 * Failing is quick: a row of which more calls fail is not called faster. Where fewer fail, by more than the threshold on its
 * speed, answering them may be what it costs. `rises`: by how much more of the calls of each row fail, as a share.
 */
export function speedBesideErrors(findings: readonly Finding[], rises: ReadonlyMap<string, number>): Finding[] {
  return findings.map((one) => {
    const { state, threshold } = one;
    const rise = rises.get(one.row) ?? 0;
    const { compared, kind } = metric(one.metric);
    if (compared === "counts" || kind === "exact") return one;
    if (state === "improved" && rise > 0) return { ...one, state: "pass", reason: { code: "more-failed" } };
    if (state !== "regressed" || -rise <= allowed(threshold)) return one;
    return { ...one, state: "inconclusive", reason: { code: "fewer-failed" } };
  });
}

/** Counts the failing calls of each row that has gates, whatever they are on. */
export function risesOf(gates: readonly Gate[], judge: Judge): ReadonlyMap<string, number> {
  const errors = (side: Pick<Gate, "summary">) => ({ statistic: side.summary?.statistics.error_rate });
  const asked = gates.map(({ beside, ...gate }): Gate => {
    return { ...gate, ...errors(gate), threshold: mustWork, beside: beside && { ...beside, ...errors(beside) } };
  });
  return new Map(asked.filter(isMeasured).map((gate) => [gate.row, judge(gate).change?.estimate ?? 0]));
}

function allowed({ limit }: Threshold): number {
  if (limit.kind === "relative") return limit.change;
  return limit.kind === "points" ? limit.points : Number.POSITIVE_INFINITY;
}
