import { isMetricId } from "../metrics/metric.ts";
import type { ArmSummary } from "../metrics/summary.ts";
import type { RunRecord } from "../record/record.ts";
import { type Beside, breakdowns } from "./breakdown.ts";
import { finding, isMeasured, type Judge, judgeBudget } from "./judge.ts";
import { type Gate, whyAdvisory } from "./thresholds.ts";
import type { Finding, Warning } from "./verdict.ts";

interface Applying {
  readonly record: RunRecord;
  readonly head: ArmSummary;
  /** Decides what is not a budget. */
  readonly judge: Judge;
  /** False: there is nothing to compare head with. */
  readonly compares: boolean;
  /** Where head was measured beside base. */
  readonly beside?: Beside;
}

/** What every gate comes to, with what is wrong whatever the gates, and warnings about those that say nothing here. */
export function applyGates(
  gates: readonly Gate[],
  { record, head, judge, compares, beside }: Applying,
): { findings: Finding[]; warnings: Warning[] } {
  const working = gates.filter((gate) => !gate.summary || gate.summary.ok > 0);
  // That a quick look decides nothing is news only where something is compared.
  const advisory = record.quick && !compares ? [] : advisoryFindings(record);
  const applied = working.filter(isDecidable).map((gate) => apply(gate, judge));
  return {
    findings: [...breakdowns(record, head, beside), ...advisory, ...applied],
    warnings: working.flatMap(unchecked),
  };
}

function apply(gate: Gate, judge: Judge): Finding {
  const { limit, metric: id } = gate.threshold;
  if (isMeasured(gate)) return finding(gate, limit.kind === "absolute" ? judgeBudget(gate, limit.value) : judge(gate));
  return finding(gate, { state: "inconclusive", reason: `${id} has a budget but no figure: ${whyNot(gate)}` });
}

/** A relative threshold says nothing about a metric this platform or transport does not have; a budget was asked for. */
function isDecidable(gate: Gate): boolean {
  return isMeasured(gate) || gate.threshold.limit.kind === "absolute";
}

function unchecked(gate: Gate): Warning[] {
  if (isDecidable(gate)) return [];
  const { row, threshold } = gate;
  const message = `${threshold.metric} ${threshold.text} was not checked: ${whyNot(gate)}`;
  return [{ code: "not-checked", row, message }];
}

function whyNot({ statistic }: Gate): string {
  return statistic?.state === "not-available" ? statistic.reason : "not measured";
}

/**
 * One finding for every row that would have gates but is advisory: the run must not pass for what nobody could judge.
 * The row's own findings are there too, as warnings.
 */
function advisoryFindings(record: RunRecord): Finding[] {
  return record.rows.flatMap(({ id: row, thresholds }): Finding[] => {
    const why = whyAdvisory(record, row);
    const gate = thresholds.find(({ level, limit }) => level === "fail" && limit.kind !== "absolute");
    if (why === undefined || !gate || !isMetricId(gate.metric)) return [];
    const threshold = { ...gate, metric: gate.metric };
    const reason = `${why}, so its figures are advisory`;
    return [{ row, metric: gate.metric, threshold, state: "not-comparable", rounds: 0, reason }];
  });
}
