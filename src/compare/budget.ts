import { formatValue, plural } from "../metrics/format.ts";
import { metric } from "../metrics/metric.ts";
import type { Judgement, MeasuredGate } from "./judge.ts";

/**
 * An absolute limit, decided on head's value alone. The rounds' spread does not soften the answer, but is told where it
 * reaches over the limit, as is a percentile of too few samples.
 */
export function judgeBudget(gate: MeasuredGate, limit: number): Judgement {
  const { statistic, threshold } = gate;
  const { metric: id } = threshold;
  const over = (value: number) => (metric(id).better === "less" ? value > limit : value < limit);
  const state = over(statistic.value) ? "over-budget" : "pass";
  const overRounds = statistic.rounds.filter(over).length;
  const word = metric(id).better === "less" ? "over" : "under";
  const parts = [
    `${formatValue(id, statistic.value)} is ${over(statistic.value) ? word : "within"} ${formatValue(id, limit)}`,
  ];
  if (overRounds > 0 && overRounds < statistic.rounds.length)
    parts.push(`${overRounds} of ${plural(statistic.rounds.length, "round")} ${word}`);
  if (statistic.insufficient)
    parts.push(`from ${statistic.insufficient.have} samples, needs ${statistic.insufficient.need} to be trusted`);
  return { state, reason: parts.join(", ") };
}
