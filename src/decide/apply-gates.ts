import { type MetricId, metric } from "../metrics/metric.ts";
import type { ArmSummary } from "../metrics/summary.ts";
import { isStandard } from "../plan/threshold.ts";
import type { Side, Table } from "../table/table.ts";
import { breakdowns } from "./breakdown.ts";
import { finding, isMeasured, type Judge, judgeBudget, missingSamples } from "./judge.ts";
import type { Unmeasured } from "./reason.ts";
import type { Gate } from "./thresholds.ts";
import type { Finding } from "./verdict.ts";

interface Applying {
  readonly table: Table;
  readonly head: ArmSummary;
  /** Decides what is not a budget. */
  readonly judge: Judge;
  /** False: there is nothing to compare head with. */
  readonly compares: boolean;
  readonly base: Side | undefined;
}

export interface UncheckedGate {
  readonly row: string;
  readonly metric: MetricId;
  readonly limit: string;
  readonly isDefault: boolean;
  readonly why: Unmeasured;
}

/** Judges every gate, adds faults that count whatever the gates, and lists gates that say nothing here. */
export function applyGates(
  gates: readonly Gate[],
  { table, head, judge, compares, base }: Applying,
): { findings: Finding[]; unchecked: UncheckedGate[] } {
  const working = gates.filter((gate) => !gate.summary || gate.summary.ok > 0);
  return {
    findings: [...breakdowns(table, head, base), ...working.filter(isDecidable).map((gate) => apply(gate, judge))],
    // Without a comparison no limit on a change is checked.
    unchecked: compares ? uncheckedOf(working) : [],
  };
}

function apply(gate: Gate, judge: Judge): Finding {
  const { limit } = gate.threshold;
  if (isMeasured(gate)) return finding(gate, limit.kind === "absolute" ? judgeBudget(gate, limit.value) : judge(gate));
  const why = whyUnchecked(gate) ?? { code: "not-measured" };
  return finding(gate, { state: "inconclusive", reason: { code: "budget-without-figure", why } });
}

/**
 * A relative threshold says nothing about a metric this platform or transport does not have, or a percentile of the tail for
 * which there are too few calls; a budget was configured.
 */
function isDecidable(gate: Gate): boolean {
  return gate.threshold.limit.kind === "absolute" || whyUnchecked(gate) === undefined;
}

function whyUnchecked(gate: Gate): Unmeasured | undefined {
  const { threshold, statistic } = gate;
  if (statistic?.state === "not-available") return { code: "other", text: statistic.reason };
  if (!isMeasured(gate)) return { code: "not-measured" };
  const { quantile = 0 } = metric(threshold.metric);
  const few = quantile > 0.5 ? missingSamples(gate) : undefined;
  return few && { code: "few-calls", ...few };
}

function uncheckedOf(gates: readonly Gate[]): UncheckedGate[] {
  return gates.flatMap((gate) => {
    const { row, threshold } = gate;
    const why = isDecidable(gate) ? undefined : whyUnchecked(gate);
    const { metric, text: limit } = threshold;
    return why ? [{ row, metric, limit, isDefault: isStandard(threshold), why }] : [];
  });
}
