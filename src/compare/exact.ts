import { formatValue } from "../metrics/format.ts";
import { metric } from "../metrics/metric.ts";
import { normalCritical } from "../stats/normal.ts";
import { newcombeInterval, type Share } from "../stats/proportion.ts";
import { falseAlarms, type Judgement, type MeasuredGate } from "./judge.ts";

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

function withAny(counts: readonly number[]): Share {
  return { count: counts.filter((count) => count > 0).length, of: counts.length };
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
