import { formatValue } from "../stats/format.ts";
import { metric } from "../stats/metric.ts";
import type { Judgement, MeasuredGate } from "./judgement.ts";

/** A relative limit on a metric that is the same in every launch of the same code: no statistics, the figures decide. */
export function judgeExact(gate: MeasuredGate, base: number, change: number): Judgement {
  const { metric: id } = gate.threshold;
  const head = gate.statistic.value;
  const worse = metric(id).better === "less" ? head - base : base - head;
  const found = { base, ...(base === 0 ? {} : { change: { estimate: head / base - 1 } }) };
  if (worse === 0) return { ...found, state: "pass", reason: "unchanged" };
  const reason = `${formatValue(id, base)} became ${formatValue(id, head)}`;
  if (worse > change * base) return { ...found, state: "regressed", reason };
  return { ...found, state: worse < -change * base ? "improved" : "pass", reason };
}
