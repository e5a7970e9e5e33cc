import { mean } from "simple-statistics";
import { asDifference, asShare } from "../../metrics/change.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { samplesNeeded } from "../../stats/sufficiency.ts";
import { keptPlaces, trimmedMean } from "../../stats/trimmed.ts";
import type { Judgement, MeasuredGate } from "../judge.ts";
import { changeOf, type Decision, type DifferenceDecision, type RatioDecision } from "./decide-gate.ts";
import { isGuard } from "./guards.ts";
import { figuresOfPaired, launchesNeeded, reasonFor, roundsNeeded } from "./paired-decision.ts";

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
  if (decision.kind === "differences") return describeDifferences(gate.threshold.metric, decision, { base });
  if (decision.values.length === 0) return { base, rounds: 0, ...withoutRatios(gate, base) };
  return describeRatios(gate.threshold.metric, { decision, base, setAside });
}

function estimateAlone(id: MetricId, { decision, base }: Pick<Describing, "decision" | "base">): Judgement {
  const { state, values, claim } = decision;
  return { state, base, rounds: values.length, change: changeOf(id, decision), claim, reason: state };
}

interface RatioFacts {
  readonly decision: RatioDecision;
  readonly base: number;
  readonly setAside: number;
}

function describeRatios(id: MetricId, { decision, setAside, ...about }: RatioFacts): Judgement {
  const { state, values, rule, estimate } = decision;
  const { minimumDetectable, evidence } = figuresOfPaired(values, { ...rule, estimate });
  const detectable = Math.abs(asShare(id, { estimate: minimumDetectable }).estimate);
  const change = asShare(id, { estimate, ...decision.interval() });
  const base = centreOf(decision, geometricMean) ?? about.base;
  const found = {
    base,
    head: base * (1 + change.estimate),
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
  const reason = reasonFor(state, {
    rounds: values.length,
    gates: rule.gates,
    isGuard: isGuard(id),
    evidence,
    isBeyond: estimate > rule.limit,
    needed: roundsNeeded(rule.gates),
  });
  return { ...found, reason: setAside > 0 ? { ...reason, setAside } : reason };
}

/**
 * Base's figure over the rounds that the estimate keeps, so that base and head differ by exactly the change that is shown beside
 * them. Undefined where a round has none.
 */
function centreOf(
  { values, bases = [] }: Pick<Decision, "values" | "bases">,
  centre: (figures: readonly number[]) => number,
): number | undefined {
  const kept = keptPlaces(values).map((place) => bases[place]);
  const known = kept.filter((value) => value !== undefined);
  return known.length === kept.length ? centre(known) : undefined;
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(mean(values.map(Math.log)));
}

function byCpuReason(id: MetricId): string {
  const what = id === "startup" ? "its CPU time" : "calls mostly work, and CPU time per call";
  return `too noisy on its own, but ${what} rules out a change beyond the threshold`;
}

export function describeDifferences(
  id: MetricId,
  decision: DifferenceDecision,
  about: { readonly base: number },
): Judgement {
  const { state, values, rule, scale, estimate } = decision;
  if (values.length === 0) return { state, ...about, rounds: 0, reason: "no round measured it on both commits" };
  const { minimumDetectable, evidence } = figuresOfPaired(values, { ...rule, estimate });
  const interval = decision.interval();
  const bounds = interval && { low: interval.low * scale, high: interval.high * scale };
  const change = asDifference(id, { estimate: estimate * scale, ...bounds });
  const base = centreOf(decision, (bases) => mean([...bases])) ?? about.base;
  return {
    state,
    base,
    // What CPU time rose by beyond p50 is no difference of two such ratios.
    ...(id === "cpu_to_p50" ? {} : { head: base + change.estimate }),
    rounds: values.length,
    change,
    ...(Number.isFinite(minimumDetectable) ? { minimumDetectable: minimumDetectable * scale } : {}),
    evidence,
    claim: decision.claim,
    reason: reasonFor(state, {
      rounds: values.length,
      gates: rule.gates,
      isGuard: isGuard(id),
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
      : `no round has ${label} above zero on both commits`,
  };
}

function halves(id: MetricId, ratios: readonly number[]): [number, number] {
  const middle = Math.ceil(ratios.length / 2);
  const share = (half: readonly number[]) => asShare(id, { estimate: trimmedMean(half) }).estimate;
  return [share(ratios.slice(0, middle)), share(ratios.slice(middle))];
}
