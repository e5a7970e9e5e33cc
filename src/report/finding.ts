import { bySeverity } from "../decide/decide.ts";
import { usualGrowth } from "../decide/paired/guards.ts";
import { type Finding, isMustWork } from "../decide/verdict.ts";
import {
  bytes,
  type ChangeUnit,
  changeNumber,
  changeUnit,
  noBreak,
  nothing,
  plural,
  signed,
  withMinus,
} from "../metrics/format.ts";
import { formatValue } from "../metrics/format-value.ts";
import { type MetricId, metric } from "../metrics/metric.ts";
import type { Table } from "../table/table.ts";
import { saysNothing, tooFewRounds } from "./ratio.ts";
import { rankOf, type Sign, states, type Tone, warning } from "./states.ts";
import type { Inline } from "./text.ts";

export function isFailing({ state }: Pick<Finding, "state">): boolean {
  return states[state].tone === "bad";
}

/** Returns the finding on a metric of a row beside base. */
export function judgedOf(findings: readonly Finding[], id: MetricId): Finding | undefined {
  return worstFirst(findings.filter((one) => one.metric === id && one.change && one.against === undefined))[0];
}

/** Tests whether a row fails for its errors. Failing is quick, so other improvements are not reported then. */
export function failsForErrors(findings: readonly Finding[]): boolean {
  return findings.some((one) => isFailing(one) && metric(one.metric).compared === "counts");
}

export function isGain(id: MetricId, change: number): boolean {
  return metric(id).better === "less" ? change < 0 : change > 0;
}

/** Tests whether a finding is on an absolute bound of the value itself. */
export function isBudget(finding: Finding): boolean {
  return finding.threshold.limit.kind === "absolute";
}

/** Worst state first, what fails before what warns, then as the verdict's sentence names them. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  const isWarning = ({ threshold: { level } }: Finding) => Number(level === "warn");
  return findings.toSorted(
    (a, b) => rankOf(a.state) - rankOf(b.state) || isWarning(a) - isWarning(b) || bySeverity(a, b),
  );
}

/** Returns the sign of a finding: exceeding a threshold that only warns is a warning. */
export function signOf(finding: Pick<Finding, "state" | "threshold">): Sign & { readonly tone: Tone } {
  if (finding.threshold.level === "warn" && isFailing(finding)) return warning;
  const { result, tone } = states[finding.state];
  return { ...result, tone };
}

/** The sign as text that is not broken apart, such as `❌ regressed`. */
export function stateSign(finding: Pick<Finding, "state" | "threshold" | "byCpu">): string {
  const { icon, words } = signOf(finding);
  return `${icon}${noBreak}${words}${passesByCpu(finding) ? byCpuMark : ""}`;
}

/** Tests whether a time that is too noisy by itself passes by CPU time. */
export function passesByCpu({ state, byCpu }: Pick<Finding, "state" | "byCpu">): boolean {
  return state === "pass" && byCpu === true;
}

/** Follows the word of a result that passes so. */
export const byCpuMark = " by CPU time";

/** Explanation of that mark, once beneath the results that have it. */
export const byCpuNote =
  "By CPU time: latency is too noisy to decide; the CPU time of the same work rules out a change beyond the threshold.";

/** The change with its interval, such as `+23.4% (+19.8 … +27.1)`; `≈` where no change lies within the interval, or none is known. */
export function changeText(finding: Changed): string {
  return `${pointText(finding)}${intervalText(finding)}`;
}

type Changed = Pick<Finding, "metric" | "change" | "state">;

export function pointText(finding: Changed): string {
  const { change, state } = finding;
  if (!change || !Number.isFinite(change.estimate)) return nothing;
  const { estimate, low, high } = change;
  if (isTooWide(finding)) return tooFewRounds;
  // Too few rounds for an interval show nothing.
  const open = metric(finding.metric).kind !== "exact" && (state === "inconclusive" || state === "pass");
  const isAbout = low === undefined || high === undefined ? open && estimate !== 0 : low < 0 && high > 0;
  return `${isAbout ? `≈${noBreak}` : ""}${signedChange(finding, estimate)}`;
}

/** Returns whether the interval holds any change at all. */
function isTooWide({ metric: id, change: { low, high } = { estimate: 0 } }: Changed): boolean {
  if (low === undefined || high === undefined || metric(id).compared !== undefined) return false;
  return saysNothing({ low: 1 + low, high: 1 + high });
}

/** The ends of the interval, in the unit of the change before them; those of a growth have their own. */
function intervalText(finding: Changed): string {
  const { estimate = Number.NaN, low, high } = finding.change ?? {};
  if (!Number.isFinite(estimate) || low === undefined || high === undefined || isTooWide(finding)) return "";
  const { metric: id } = finding;
  const unit = unitOfChange(finding, estimate);
  const end = (value: number) => (isGrowth(id) ? signedChange(finding, value) : changeNumber(unit, value));
  return ` (${end(low)}${noBreak}…${noBreak}${end(high)})`;
}

/** A change as it is written: a difference for shares and growths, else relative. */
export function signedChange(of: OfMetric, change: number): string {
  const { metric: id } = of;
  if (isGrowth(id)) return `${change < 0 ? "−" : "+"}${formatValue(id, Math.abs(change))}`;
  return signed(change, unitOfChange(of, change));
}

/** Writes the change between two figures as a gate does: a difference for shares and growths, else relative. */
export function changeOf({ metric: id, base, head }: Pick<Finding, "metric"> & Figures): string {
  if (head === undefined || base === undefined) return nothing;
  const { unit, compared } = metric(id);
  if (unit === "ratio" || compared === "rise") return signedChange({ metric: id }, head - base);
  return base > 0 ? signed(head / base - 1) : nothing;
}

type Figures = { readonly [Side in "base" | "head"]: number | undefined };

export function sizeText(finding: OfMetric, change: number): string {
  return signedChange(finding, change).replace(/^[+−]/, "");
}

/** Tests whether the change of a metric is the difference of its figures. */
function isGrowth(id: MetricId): boolean {
  return metric(id).compared === "rise";
}

/** A metric, with its threshold where a change was judged by one: a limit in percent has a change in percent. */
type OfMetric = Pick<Finding, "metric"> & Partial<Pick<Finding, "threshold">>;

function unitOfChange({ metric: id, threshold }: OfMetric, change: number): ChangeUnit {
  const isShare = threshold?.limit.kind === "relative" && metric(id).compared !== "counts";
  return metric(id).unit === "ratio" && !isShare ? "pp" : changeUnit(change);
}

/** Without warnings of what fails already, and without open ones of what has a limit that fails: its verdict is that of the row. */
export function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const of = ({ row, metric: id, against }: Finding) => JSON.stringify([row, id, against]);
  const gates = findings.filter(({ threshold }) => threshold.level === "fail");
  const [gated, failing] = [new Set(gates.map(of)), new Set(gates.filter(isFailing).map(of))];
  return findings.filter((one) => {
    if (one.threshold.level === "fail") return true;
    if (one.state === "inconclusive") return !gated.has(of(one));
    return !isFailing(one) || !failing.has(of(one));
  });
}

/** Chooses the finding that represents a row: failing, then inconclusive, then warning, then improved. */
export function verdictOf(findings: readonly Finding[]): Finding | undefined {
  const sorted = worstFirst(findings);
  const gates = sorted.filter(({ threshold }) => threshold.level === "fail");
  return (
    gates.find(isFailing) ??
    sorted.find(isFailing) ??
    gates.find(({ state }) => states[state].tone === "unsure") ??
    sorted.find(({ state }) => state === "improved") ??
    gates.find(passesByCpu) ??
    gates[0] ??
    sorted[0]
  );
}

/** Tests whether the change is that from base's figure to head's. CPU time over p50 is judged by its rise beyond p50. */
export function isBetween({ metric: id, threshold: { limit } }: Pick<Finding, "metric" | "threshold">): boolean {
  return id !== "cpu_to_p50" || limit.kind !== "points";
}

export function baseText(finding: Finding): Inline {
  return isBetween(finding) ? formatValue(finding.metric, finding.base) : nothing;
}

export function headText(finding: Finding): Inline {
  return isBetween(finding) ? formatValue(finding.metric, finding.head) : nothing;
}

/** The limit of a finding as the configuration writes it, with the minus sign of the figures beside it; of bytes in their unit. */
export function limitText({ threshold: { metric: id, limit, text } }: Pick<Finding, "threshold">): string {
  return id === "memory_growth" && limit.kind === "points" ? `+${bytes(limit.points)}` : withMinus(text);
}

/** A bound on a value with a space before its unit, as figures have: `200ms` is 200 ms. */
export function boundText({ threshold: { text } }: Pick<Finding, "threshold">): string {
  return text.replace(/^[<>]=?\s*/, "").replace(/(\d)([a-zµ]+)$/iu, `$1${noBreak}$2`);
}

/** On which side of its budget a value is that misses it, such as `over 200 ms`. */
export function missText(finding: Finding): string {
  if (isMustWork(finding.threshold)) return formatValue(finding.metric, finding.head);
  return `${metric(finding.metric).better === "less" ? "over" : "below"} ${boundText(finding)}`;
}

/** Counts the broken callers of the tools of a row, or of the server; undefined for other findings. */
export function breakText({ metric: id, head = 0 }: Pick<Finding, "metric" | "head">): string | undefined {
  return id === "breaking_changes" ? plural(head, "breaking change") : undefined;
}

/** Tests whether it is the default threshold on leaks, wider than usual because some launch answered few calls. */
export function isGrowthWide({ metric: id, threshold: { limit } }: Finding, run: Table): boolean {
  const isConfigured = run.serverThresholds.some((own) => own.metric === "memory_growth");
  return id === "memory_growth" && !isConfigured && limit.kind === "points" && limit.points > usualGrowth;
}

/** Returns the note beside a growth that would fail but for that. */
export function wideGrowthText(finding: Finding, run: Table): string {
  const isSeen = !isFailing(finding) && (finding.change?.estimate ?? 0) > usualGrowth;
  return isSeen && isGrowthWide(finding, run) ? ` (too few calls to judge less than ${limitText(finding)})` : "";
}

/** The figures of a finding, such as `99.0 ms → 130 ms, +31.0%`; head's alone without one of base. */
export function figuresText(finding: Finding): string {
  const { metric: id, base, head } = finding;
  if (isBudget(finding) || base === undefined) return breakText(finding) ?? formatValue(id, head);
  const figures = isBetween(finding) ? [`${formatValue(id, base)} → ${formatValue(id, head)}`] : [];
  return [...figures, ...(finding.change ? [changeText(finding)] : [])].join(", ");
}

export function metricLabel(finding: Finding): string {
  return metric(finding.metric).label;
}
