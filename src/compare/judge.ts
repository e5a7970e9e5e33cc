import { plural } from "../metrics/format.ts";
import { formatValue } from "../metrics/format-value.ts";
import { metric } from "../metrics/metric.ts";
import { normalCritical } from "../stats/normal.ts";
import { newcombeInterval, type Share } from "../stats/proportion.ts";
import type { Gate } from "./thresholds.ts";
import type { Finding } from "./verdict.ts";

/** What a judge says about one gate. */
export type Judgement = Pick<
  Finding,
  "state" | "base" | "change" | "minimumDetectable" | "halves" | "evidence" | "claim" | "reason"
> & {
  /** Where fewer rounds count than the statistic has. */
  readonly rounds?: number;
};

/** Decides a gate whose statistic is measured and whose limit is no budget. */
export type Judge = (gate: MeasuredGate) => Judgement;

export type MeasuredGate = Gate & {
  readonly statistic: { readonly state: "measured" } & NonNullable<Gate["statistic"]>;
};

/** False alarms allowed per run of unchanged code, over all its gates together. */
export const falseAlarms = 0.01;

/** Chance of passing a row that did get worse by exactly its threshold. */
export const falsePasses = 0.05;

export function isMeasured(gate: Gate): gate is MeasuredGate {
  return gate.statistic?.state === "measured";
}

export function finding(gate: Gate, judgement: Judgement): Finding {
  const { row, threshold, statistic } = gate;
  const measured = statistic?.state === "measured" ? statistic : undefined;
  return {
    row,
    metric: threshold.metric,
    threshold,
    ...(measured ? { head: measured.value } : {}),
    rounds: measured?.rounds.length ?? 0,
    ...judgement,
  };
}

/**
 * A budget, decided on head's value alone. The rounds' spread does not soften the answer, but is told where it reaches over
 * the budget, as is a percentile of too few samples.
 */
export function judgeBudget(gate: MeasuredGate, budget: number): Judgement {
  const { statistic, threshold } = gate;
  const { metric: id } = threshold;
  const over = (value: number) => (metric(id).better === "less" ? value > budget : value < budget);
  const state = over(statistic.value) ? "over-budget" : "pass";
  const overRounds = statistic.rounds.filter(over).length;
  const word = metric(id).better === "less" ? "over" : "under";
  const parts = [
    `${formatValue(id, statistic.value)} is ${over(statistic.value) ? word : "within"} ${formatValue(id, budget)}`,
  ];
  if (overRounds > 0 && overRounds < statistic.rounds.length)
    parts.push(`${overRounds} of ${plural(statistic.rounds.length, "round")} ${word}`);
  if (statistic.insufficient)
    parts.push(`from only ${statistic.insufficient.have} samples, ${statistic.insufficient.need} are needed`);
  return { state, reason: parts.join(", ") };
}

const unchanged = "unchanged";

/** A relative limit on a metric that is the same in every launch of the same code: no statistics, the figures decide. */
export function judgeExact(gate: MeasuredGate, base: number, change: number): Judgement {
  const { metric: id } = gate.threshold;
  const head = gate.statistic.value;
  const worse = metric(id).better === "less" ? head - base : base - head;
  const found = { base, ...(base === 0 ? {} : { change: { estimate: head / base - 1 } }) };
  if (worse === 0) return { ...found, state: "pass", reason: unchanged };
  const reason = `${formatValue(id, base)} became ${formatValue(id, head)}`;
  if (worse > change * base) return { ...found, state: "regressed", reason };
  return { ...found, state: worse < -change * base ? "improved" : "pass", reason };
}

interface Before {
  readonly value: number;
  /** Its value in each launch. */
  readonly rounds: readonly number[];
}

/**
 * What is counted once per launch, such as processes left behind: by the median launch, and where that is the same, by how
 * many launches have any at all (Newcombe's interval of the difference of the shares).
 */
export function judgeCount(
  gate: MeasuredGate,
  base: Before,
  { change, gates }: { change: number; gates: number },
): Judgement {
  const judged = judgeExact(gate, base.value, change);
  if (judged.reason !== unchanged) return judged;
  const [before, after] = [withAny(base.rounds), withAny(gate.statistic.rounds)];
  if (after.count / after.of <= before.count / before.of) return judged;
  const reason = `in ${after.count} of ${after.of} launches, ${before.count} of ${before.of} before`;
  const isShown = newcombeInterval(before, after, normalCritical(falseAlarms / gates)).low > 0;
  return { ...judged, state: isShown ? "regressed" : "inconclusive", reason };
}

/**
 * A share or a count that is zero in most rounds of an arm has no ratio: by how many launches have any at all, as with what
 * is counted once per launch.
 */
export function judgePresence(gate: MeasuredGate, base: Before, gates: number): Judgement {
  const { better, label } = metric(gate.threshold.metric);
  const [before, after] = [withAny(base.rounds), withAny(gate.statistic.rounds)];
  const [usual, more] = better === "less" ? [before, after] : [after, before];
  const found = {
    base: base.value,
    ...(base.value === 0 ? {} : { change: { estimate: gate.statistic.value / base.value - 1 } }),
  };
  if (before.count === 0 && after.count === 0) return { ...found, state: "pass", reason: "zero in every round" };
  const reason = `${label} above zero in ${after.count} of ${after.of} launches, ${before.count} of ${before.of} before`;
  const { low, high } = newcombeInterval(usual, more, normalCritical(falseAlarms / gates));
  const isWorse = more.count / more.of > usual.count / usual.of;
  const state = low > 0 ? "regressed" : high < 0 ? "improved" : isWorse ? "inconclusive" : "pass";
  return { ...found, state, reason };
}

function withAny(counts: readonly number[]): Share {
  return { count: counts.filter((count) => count > 0).length, of: counts.length };
}
