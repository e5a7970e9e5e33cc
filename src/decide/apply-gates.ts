import { type MetricId, metric } from "../metrics/metric.ts";
import { centreOf } from "../metrics/summary.ts";
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
export function applyGates(gates: readonly Gate[], { judge, isOneRun = false }: { judge: Judge; isOneRun?: boolean }) {
  const findings: Finding[] = [];
  const unchecked: UncheckedGate[] = [];
  const answered = gates.filter(({ summary }) => summary?.ok !== 0);
  const isBudget = ({ threshold }: Gate) => threshold.limit.kind === "absolute";
  for (const gate of answered.filter((one) => !isBudget(one))) {
    const { row, threshold } = gate;
    const why = whyUnchecked(gate);
    const about = { row, metric: threshold.metric, limit: threshold.text, isDefault: isStandard(threshold) };
    // Most runs have no use for an optional metric; a search without its result is worth a word.
    const { optional, ofSearch } = metric(threshold.metric);
    if (!why && isMeasured(gate)) findings.push(finding(gate, judge(gate)));
    else if (why && !(about.isDefault && optional && !ofSearch)) unchecked.push({ ...about, why });
  }
  const budgets = answered.filter(isBudget).map((gate) => {
    const shown = withFigure(gate, { compared: findings, isOneRun });
    return finding(shown, budgeted(shown));
  });
  return { findings: [...findings, ...budgets], unchecked };
}

/**
 * Gives a budget the figure that a report shows: that of head beside base's, where there is one, else the estimate over its
 * rounds, of parts of one run that of the whole. Exact figures are the same in every round; a list is judged without head's new
 * tools, and its budget holds for all of it.
 */
function withFigure(gate: Gate, { compared, isOneRun }: { compared: readonly Finding[]; isOneRun: boolean }): Gate {
  const { row, threshold, statistic } = gate;
  const { metric: id } = threshold;
  if (metric(id).kind === "exact" || statistic?.state !== "measured") return gate;
  const beside = compared.find((one) => one.row === row && one.metric === id && one.change)?.head;
  const value = beside ?? (isOneRun ? statistic.value : centreOf(id, statistic));
  return { ...gate, statistic: { ...statistic, value } };
}

function budgeted(gate: Gate): Judgement {
  const { limit } = gate.threshold;
  if (isMeasured(gate) && limit.kind === "absolute") return judgeBudget(gate, limit.value);
  const why = whyUnchecked(gate) ?? { code: "not-measured" };
  return { state: "inconclusive", reason: { code: "budget-without-figure", why } };
}

function whyUnchecked(gate: Gate): Unmeasured | undefined {
  const { threshold, statistic } = gate;
  if (statistic?.state === "not-available") return { code: "other", text: statistic.reason };
  if (!isMeasured(gate)) return { code: "not-measured" };
  // A call that fails switches no gate off: what the load makes counts.
  const few = metric(threshold.metric).quantile === 0.5 ? undefined : missingSamples(gate, gate.summary?.attempted);
  return few && { code: "few-calls", ...few };
}
