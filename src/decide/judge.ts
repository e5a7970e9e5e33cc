import { sum } from "simple-statistics";
import { differenceWorse } from "../metrics/change.ts";
import { metric } from "../metrics/metric.ts";
import type { MeasuredStatistic } from "../metrics/summary.ts";
import { serverVariant } from "../record/row-ids.ts";
import { evidenceOfSigns } from "../stats/anytime.ts";
import { evidenceMoreOften, signTest } from "../stats/more-often.ts";
import { samplesNeeded } from "../stats/sufficiency.ts";
import { type BothLists, ofOtherTools } from "../table/tool-changes.ts";
import type { TooFewCalls } from "./reason.ts";
import type { Gate } from "./thresholds.ts";
import type { Finding } from "./verdict.ts";

/** `head` and `rounds`: figure of head and number of rounds that count, where they are not those of the statistic. */
export type Judgement = Omit<Finding, "row" | "metric" | "threshold" | "against" | "rounds"> &
  Partial<Pick<Finding, "rounds">>;

/** Decides a gate whose statistic is measured and whose limit is no budget. */
export type Judge = (gate: MeasuredGate) => Judgement;

export type MeasuredGate = Gate & { readonly statistic: MeasuredStatistic };

/** False alarms allowed per run of unchanged code, over all its gates together. */
export const falseAlarms = 0.01;

/** Share of these that one of several looks may spend, the last of so many: a half, a sixth, a twelfth and so on. */
export function falseAlarmsAt(look: number): number {
  return falseAlarms / (look * (look + 1));
}

/** Chance of passing a row that did get worse by exactly its threshold. */
export const falsePasses = 0.05;

export function isMeasured(gate: Gate): gate is MeasuredGate {
  return gate.statistic?.state === "measured";
}

export function finding(gate: Gate, judgement: Judgement): Finding {
  const { row, threshold, reference } = gate;
  const figures = isMeasured(gate)
    ? { head: gate.statistic.value, rounds: gate.statistic.rounds.length }
    : { rounds: 0 };
  const against = reference === undefined ? {} : { against: reference };
  return { row, metric: threshold.metric, threshold, ...against, ...figures, ...judgement };
}

/** Returns the calls of a launch that the gate's percentile would need, where there are fewer of all those that count. */
export function missingSamples(
  { threshold, summary, statistic }: MeasuredGate,
  calls = summary?.ok,
): TooFewCalls | undefined {
  const { quantile } = metric(threshold.metric);
  if (calls === undefined || quantile === undefined) return undefined;
  const [have, need] = [Math.floor(calls / statistic.rounds.length), samplesNeeded(quantile)];
  return have < need ? { have, need } : undefined;
}

/**
 * A budget, decided on head's figure alone. The rounds' spread does not soften the answer, but is reported where it reaches over
 * the budget, as is a percentile of too few samples.
 */
export function judgeBudget({ statistic, threshold }: MeasuredGate, budget: number): Judgement {
  const { value, rounds, insufficient, interval } = statistic;
  const isLess = metric(threshold.metric).better === "less";
  const isOver = (figure: number) => (isLess ? figure > budget : figure < budget);
  // A slope is beyond its budget where its whole interval is: a short load knows no slope well.
  const isShown = interval === undefined || isOver(isLess ? interval.low : interval.high);
  return {
    state: isOver(value) ? (isShown ? "over-budget" : "inconclusive") : "pass",
    reason: {
      code: "budget",
      value,
      limit: budget,
      isOver: isOver(value),
      roundsOver: rounds.filter(isOver).length,
      ofRounds: rounds.length,
      ...(isShown ? {} : { interval }),
      ...(insufficient ? { sample: insufficient } : {}),
    },
  };
}

/** Figures of base and head in each round. */
type Rounds = readonly (readonly [base: number, head: number])[];

interface Exact {
  /** Rounds in which both have a figure; absent where launches of the two shared none and stand in order of time. */
  readonly rounds?: Rounds | undefined;
  /** Lists of head and base: the size of a list is judged by the tools that are in both. */
  readonly lists: BothLists;
  /** The limit, as a share. */
  readonly change: number;
  readonly gates: number;
}

/** Counts that are the same in so many launches of each side do not flicker: by chance that happens to one gate in 4,000. */
const fewestAlike = 6;

/**
 * Judges a relative limit on a metric that is the same in every launch of the same code: no statistics, the figures decide.
 * Counts may yet differ between launches, such as processes left behind: those that do are judged by how often head has more.
 */
export function judgeExact(gate: MeasuredGate, before: Before, { rounds, lists, change, gates }: Exact): Judgement {
  const { row, threshold, statistic } = gate;
  const { metric: id } = threshold;
  if (metric(id).unit === "count" && !(isSteady(before) && isSteady(statistic)))
    return judgeCounts(gate, before, { rounds, change, gates });
  const others = ofOtherTools(lists, { id, variant: serverVariant(row) });
  const [base, head] = [before.value - others.base, statistic.value - others.head];
  const worse = differenceWorse(id, { base, head });
  const found = { head, base, ...(base === 0 ? {} : { change: { estimate: head / base - 1 } }) };
  if (worse === 0) return { ...found, state: "pass", reason: { code: "unchanged" } };
  const reason = { code: "became", from: base, to: head } as const;
  if (worse > change * base) return { ...found, state: "regressed", reason };
  return { ...found, state: worse < -change * base ? "improved" : "pass", reason };
}

type Before = Pick<MeasuredStatistic, "value" | "rounds">;

function isSteady({ rounds }: Before): boolean {
  return rounds.length >= fewestAlike && rounds.every((value) => value === rounds[0]);
}

/** A rise this likely in unchanged code is none that has to be looked at further: an even chance is never shown to be one. */
export const noEvidence = 0.2;

/**
 * Judges figures of each launch that have no ratio, such as processes left behind, round by round: by how often head has any
 * where base has none, and where both have some by how often it has more. A count that flickers alike on both sides
 * passes, however the middle launch falls. Stored runs, whose rounds had no such partner, stand in order of time.
 */
export function judgeCounts(
  gate: MeasuredGate,
  base: Before,
  { rounds, change, gates }: Omit<Exact, "lists">,
): Judgement {
  const { statistic, threshold } = gate;
  const estimate = statistic.value / base.value - 1;
  const found = { base: base.value, ...(base.value === 0 ? {} : { change: { estimate } }) };
  const pairs = rounds ?? inOrder(base, statistic);
  if (pairs.length === 0) return { ...found, state: "inconclusive", rounds: 0, reason: { code: "no-rounds" } };
  const falls = pairs.map(([before, after]) => [after, before] as const);
  const [worse, better] = metric(threshold.metric).better === "less" ? [pairs, falls] : [falls, pairs];
  const counts = { worse: worse.filter(isMore).length, better: better.filter(isMore).length };
  if (counts.worse === 0 && counts.better === 0) return { ...found, state: "pass", reason: { code: "unchanged" } };
  const reason = { code: "counted", ...counts, ofRounds: pairs.length } as const;
  const isBeyond = (some: Rounds) =>
    sum(some.map(([, after]) => after)) > sum(some.map(([before]) => before)) * (1 + change);
  const isShown = (some: Rounds) => isBeyond(some) && evidenceOfMore(some) >= gates / falseAlarms;
  if (isShown(worse)) return { ...found, state: "regressed", reason };
  if (isShown(better)) return { ...found, state: "improved", reason };
  const isOpen = isBeyond(worse) && signTest(counts.worse, counts.better) <= noEvidence;
  return { ...found, state: isOpen ? "inconclusive" : "pass", reason };
}

function inOrder(base: Before, head: Before): Rounds {
  return head.rounds.slice(0, base.rounds.length).map((after, place) => [base.rounds[place] ?? 0, after]);
}

function isMore([before, after]: Rounds[number]): boolean {
  return after > before;
}

function evidenceOfMore(pairs: Rounds): number {
  const ofAny = evidenceMoreOften(pairs.map(([before, after]) => ({ before: before > 0, after: after > 0 })));
  const signs = pairs.map(([before, after]) => Math.sign(after - before));
  return (ofAny + evidenceOfSigns(signs)) / 2;
}
