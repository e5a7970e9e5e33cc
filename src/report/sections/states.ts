import type { Finding, FindingState } from "../../compare/verdict.ts";
import { formatValue, noBreak, nothing, signed } from "../../stats/format.ts";
import { metric } from "../../stats/metric.ts";
import type { Inline } from "../block.ts";

/** Worst first. */
const order: readonly FindingState[] = [
  "errored",
  "regressed",
  "over-budget",
  "inconclusive",
  "not-comparable",
  "no-baseline",
  "improved",
  "pass",
];

const signs: Record<FindingState, string> = {
  errored: "💥 errors",
  regressed: "❌ regressed",
  "over-budget": "❌ over budget",
  inconclusive: "❔ inconclusive",
  "not-comparable": "➖ not comparable",
  "no-baseline": "➖ no baseline",
  improved: "🟢 improved",
  pass: "✅ pass",
};

const failing: readonly FindingState[] = ["errored", "regressed", "over-budget"];

/** Whether a finding speaks against the change. */
export function isFailing({ state }: Pick<Finding, "state">): boolean {
  return failing.includes(state);
}

/** Whether a finding is an absolute bound on the value itself. */
export function isBudget(finding: Finding): boolean {
  return finding.threshold.limit.kind === "absolute";
}

/** Worst state first, within a state the change that goes furthest in the bad direction. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || badness(b) - badness(a));
}

/** How far the value moved in the bad direction; comparable between metrics only roughly. */
function badness(finding: Finding): number {
  const estimate = finding.change?.estimate ?? 0;
  return metric(finding.metric).better === "less" ? estimate : -estimate;
}

export function stateSign(finding: Finding): string {
  const sign = finding.threshold.level === "warn" && isFailing(finding) ? "⚠️ warning" : signs[finding.state];
  return sign.replace(" ", noBreak);
}

/** The change with its interval, such as `+23.4% (+19.8 … +27.1)`; `≈` where no change lies within the interval. */
export function changeText(finding: Finding): string {
  const { change } = finding;
  if (!change || !Number.isFinite(change.estimate)) return nothing;
  const unit = changeUnit(finding);
  const { estimate, low, high } = change;
  if (low === undefined || high === undefined) return signed(estimate, unit);
  const sign = low < 0 && high > 0 ? `≈${noBreak}` : "";
  return `${sign}${signed(estimate, unit)} (${bare(low)}${noBreak}…${noBreak}${bare(high)})`;
}

/** Changes of shares are differences, those of everything else are relative. */
export function changeUnit({ metric: id }: Finding): "%" | "pp" {
  return metric(id).unit === "ratio" ? "pp" : "%";
}

function bare(share: number): string {
  return signed(share).replace("%", "");
}

export function baseText(finding: Finding): Inline {
  return formatValue(finding.metric, finding.base);
}

export function headText(finding: Finding): Inline {
  return formatValue(finding.metric, finding.head);
}

export function metricLabel(finding: Finding): string {
  return metric(finding.metric).label;
}
