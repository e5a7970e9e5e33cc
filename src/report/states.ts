import { bySeverity } from "../compare/severity.ts";
import type { Finding, FindingState } from "../compare/verdict.ts";
import { formatValue, noBreak, nothing, signed } from "../metrics/format.ts";
import { metric } from "../metrics/metric.ts";
import type { Inline } from "./block.ts";

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

/** Worst state first, what fails before what warns, then as the verdict's sentence names them. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  const isWarning = ({ threshold: { level } }: Finding) => Number(level === "warn");
  return findings.toSorted(
    (a, b) => order.indexOf(a.state) - order.indexOf(b.state) || isWarning(a) - isWarning(b) || bySeverity(a, b),
  );
}

export function stateSign(finding: Finding): string {
  const sign = finding.threshold.level === "warn" && isFailing(finding) ? "⚠️ warning" : signs[finding.state];
  return sign.replace(" ", noBreak);
}

/** The change with its interval, such as `+23.4% (+19.8 … +27.1)`; `≈` where no change lies within the interval. */
export function changeText(finding: Pick<Finding, "metric" | "change">): string {
  const { change } = finding;
  if (!change || !Number.isFinite(change.estimate)) return nothing;
  const { estimate, low, high } = change;
  if (low === undefined || high === undefined) return signedChange(finding, estimate);
  const sign = low < 0 && high > 0 ? `≈${noBreak}` : "";
  const end = (value: number) => signedChange(finding, value).replace(/(?:%|\u00a0pp)$/, "");
  return `${sign}${signedChange(finding, estimate)} (${end(low)}${noBreak}…${noBreak}${end(high)})`;
}

/** A change as it is written: of shares and growths a difference, of everything else relative. */
export function signedChange({ metric: id }: Pick<Finding, "metric">, change: number): string {
  const { unit, compared } = metric(id);
  if (compared !== "rise") return signed(change, unit === "ratio" ? "pp" : "%");
  return `${change < 0 ? "−" : "+"}${formatValue(id, Math.abs(change))}`;
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
