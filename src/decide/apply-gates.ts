import { type MetricId, metric } from "../metrics/metric.ts";
import { isStandard } from "../plan/threshold.ts";
import { finding, isMeasured, type Judge, type Judgement, judgeBudget, missingSamples } from "./judge.ts";
import type { Unmeasured } from "./reason.ts";
import type { Gate } from "./thresholds.ts";
import type { Finding } from "./verdict.ts";

/** A gate that was not checked, and why. */
export interface UncheckedGate {
  readonly row: string;
  readonly metric: MetricId;
  readonly limit: string;
  readonly isDefault: boolean;
  readonly why: Unmeasured;
}

/**
 * Judges every gate of what answered at all. A relative threshold says nothing about a metric this platform or transport does not
 * have, or a percentile of the tail for which there are too few calls; a budget was configured, and is open without its figure.
 */
export function applyGates(gates: readonly Gate[], judge: Judge) {
  const findings: Finding[] = [];
  const unchecked: UncheckedGate[] = [];
  for (const gate of gates.filter(({ summary }) => summary?.ok !== 0)) {
    const { row, threshold } = gate;
    const { metric, limit, text } = threshold;
    const why = whyUnchecked(gate);
    if (limit.kind === "absolute") findings.push(finding(gate, budgeted(gate, limit.value)));
    else if (why) unchecked.push({ row, metric, limit: text, isDefault: isStandard(threshold), why });
    else if (isMeasured(gate)) findings.push(finding(gate, judge(gate)));
  }
  return { findings, unchecked };
}

function budgeted(gate: Gate, budget: number): Judgement {
  if (isMeasured(gate)) return judgeBudget(gate, budget);
  const why = whyUnchecked(gate) ?? { code: "not-measured" };
  return { state: "inconclusive", reason: { code: "budget-without-figure", why } };
}

function whyUnchecked(gate: Gate): Unmeasured | undefined {
  const { threshold, statistic } = gate;
  if (statistic?.state === "not-available") return { code: "other", text: statistic.reason };
  if (!isMeasured(gate)) return { code: "not-measured" };
  const { quantile = 0 } = metric(threshold.metric);
  const few = quantile > 0.5 ? missingSamples(gate) : undefined;
  return few && { code: "few-calls", ...few };
}
