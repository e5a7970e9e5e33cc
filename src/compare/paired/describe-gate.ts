import { asDifference, asShare } from "../../metrics/change.ts";
import { percentagePoints, plural } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { hodgesLehmann } from "../../stats/hodges-lehmann.ts";
import { samplesNeeded } from "../../stats/sufficiency.ts";
import type { Judgement, MeasuredGate } from "../judge.ts";
import { changeOf, type Decision, type DifferenceDecision, type RatioDecision } from "./decide-gate.ts";
import { estimatePaired, launchesNeeded, reasonFor, roundsNeeded } from "./paired-decision.ts";

interface Describing {
  readonly decision: Decision;
  /** Base's figure over all rounds. */
  readonly base: number;
  /** Rounds that do not count. */
  readonly setAside: number;
  /** False: neither intervals nor words. */
  readonly intervals: boolean;
}

/** Puts a decision into figures and words. */
export function describeDecision(gate: MeasuredGate, { decision, base, setAside, intervals }: Describing): Judgement {
  if (decision.values.length > 0 && !intervals) return estimateAlone(gate.threshold.metric, { decision, base });
  const { rounds: own } = gate.statistic;
  if (decision.kind === "differences") return describeDifferences(gate.threshold.metric, decision, { base, own });
  if (decision.values.length === 0) return { base, rounds: 0, ...withoutRatios(gate, base) };
  return describeRatios(gate.threshold.metric, { decision, base, setAside, own });
}

function estimateAlone(id: MetricId, { decision, base }: Pick<Describing, "decision" | "base">): Judgement {
  const { state, values, claim } = decision;
  return { state, base, rounds: values.length, change: changeOf(id, decision), claim, reason: state };
}

interface Described {
  readonly decision: RatioDecision;
  readonly base: number;
  readonly setAside: number;
  /** Head's figure of each round. */
  readonly own: readonly number[];
}

function describeRatios(id: MetricId, { decision, base, setAside, own }: Described): Judgement {
  const { state, values, rule } = decision;
  const { low, high, estimate, minimumDetectable, evidence } = estimatePaired(values, {
    ...rule,
    estimate: decision.estimate,
  });
  const bounded = Number.isFinite(low) && Number.isFinite(high);
  const detectable = Math.abs(asShare(id, { estimate: minimumDetectable }).estimate);
  const change = asShare(id, bounded ? { estimate, low, high } : { estimate });
  const found = {
    base,
    head: placed(base * (1 + change.estimate), own),
    rounds: values.length,
    change,
    ...(Number.isFinite(minimumDetectable) ? { minimumDetectable: detectable } : {}),
    ...(values.length > 1 ? { halves: halves(id, values) } : {}),
    evidence,
    claim: decision.claim,
    state,
  };
  if (decision.byCpu) return { ...found, byCpu: true, reason: byCpuReason(id) };
  if (decision.negligible) return { ...found, reason: "the difference is too small to matter" };
  const harm = `a change ${rule.harm === undefined ? "beyond" : "of twice"} the threshold`;
  const reason = reasonFor(state, {
    rounds: values.length,
    gates: rule.gates,
    harm,
    evidence,
    isBeyond: estimate > rule.limit,
    needed: roundsNeeded(rule.gates),
  });
  const aside = setAside > 0 ? `; ${plural(setAside, "round")} left out, in which one arm was in a slow mode` : "";
  return { ...found, reason: `${reason}${aside}` };
}

/**
 * Head's figure. Blocks that took turns tell the change better than two medians do: the figures shown beside it must not
 * contradict it, as far as head had such figures itself.
 */
function placed(figure: number, own: readonly number[]): number {
  return own.length === 0 ? figure : Math.min(Math.max(figure, Math.min(...own)), Math.max(...own));
}

function byCpuReason(id: MetricId): string {
  const what = id === "startup" ? "its CPU time" : "calls mostly work, and CPU time per call";
  return `too noisy by itself, but ${what} rules out a change beyond the threshold`;
}

export function describeDifferences(
  id: MetricId,
  decision: DifferenceDecision,
  { base, own = [] }: { readonly base: number; readonly own?: readonly number[] },
): Judgement {
  const { state, values, rule, scale } = decision;
  if (values.length === 0) return { state, base, rounds: 0, reason: "no round measured it in both arms" };
  const { estimate, low, high, minimumDetectable, evidence } = estimatePaired(values, {
    ...rule,
    estimate: decision.estimate,
  });
  const bounded = Number.isFinite(low) && Number.isFinite(high);
  const ruledOut = (rule.harm ?? rule.limit) * scale;
  const harm = metric(id).unit === "ratio" ? percentagePoints(ruledOut) : formatValue(id, ruledOut);
  const change = asDifference(
    id,
    bounded ? { estimate: estimate * scale, low: low * scale, high: high * scale } : { estimate: estimate * scale },
  );
  return {
    state,
    base,
    // What CPU time rose by beyond p50 is no difference of two such ratios.
    ...(id === "cpu_to_p50" ? {} : { head: placed(base + change.estimate, own) }),
    rounds: values.length,
    change,
    ...(Number.isFinite(minimumDetectable) ? { minimumDetectable: minimumDetectable * scale } : {}),
    evidence,
    claim: decision.claim,
    reason: reasonFor(state, {
      rounds: values.length,
      gates: rule.gates,
      harm: `a ${metric(id).better === "less" ? "rise" : "fall"} of ${harm}`,
      evidence: Math.max(evidence, decision.claim),
      isBeyond: estimate > rule.limit,
      needed: metric(id).compared === "rise" ? launchesNeeded(rule.gates) : roundsNeeded(rule.gates),
    }),
  };
}

function withoutRatios(
  { threshold, statistic, summary }: MeasuredGate,
  base: number,
): Pick<Judgement, "state" | "reason"> {
  const { label, quantile } = metric(threshold.metric);
  if (base === 0 && statistic.rounds.every((value) => value === 0))
    return { state: "pass", reason: "zero in every round" };
  const calls = Math.floor((summary?.ok ?? 0) / statistic.rounds.length);
  const few = quantile !== undefined && summary !== undefined && calls < samplesNeeded(quantile);
  return {
    state: "inconclusive",
    reason: few
      ? `${label} needs ${samplesNeeded(quantile)} ok calls per launch; there were ${calls}`
      : `no round has ${label} above zero in both arms`,
  };
}

function halves(id: MetricId, ratios: readonly number[]): [number, number] {
  const middle = Math.ceil(ratios.length / 2);
  const share = (half: readonly number[]) => asShare(id, { estimate: hodgesLehmann(half) }).estimate;
  return [share(ratios.slice(0, middle)), share(ratios.slice(middle))];
}
