import type { Threshold } from "../config/threshold.ts";
import { percentagePoints } from "../stats/format.ts";
import { normalCritical } from "../stats/normal.ts";
import { newcombeInterval, type Share } from "../stats/proportion.ts";
import type { RowSummary } from "../stats/summary.ts";
import { falseAlarms, falsePasses, type Judgement, type MeasuredGate } from "./judgement.ts";

/** Calls that failed, out of those attempted, over one or more runs of a row. */
export function failedShare(rows: readonly RowSummary[]): Share {
  return rows.reduce(({ count, of }, row) => ({ count: count + row.attempted - row.ok, of: of + row.attempted }), {
    count: 0,
    of: 0,
  });
}

interface Against {
  readonly base: Share;
  readonly head: Share;
  /** Gates of the run that share the allowance of false alarms. */
  readonly gates: number;
}

/**
 * A rise of the error rate, as a difference in points with Newcombe's interval on the counts: a rise from 0 has no ratio.
 * Calls of one launch are not independent, so failures that all fall into one launch of several leave it open.
 */
export function judgeErrorRate(gate: MeasuredGate, { base, head, gates }: Against): Judgement {
  const [before, after] = [base.count / base.of, head.count / head.of];
  const points = pointsOf(gate.threshold, before);
  const rise = after - before;
  const shown = newcombeInterval(base, head, normalCritical(0.025));
  const found = { base: before, change: { estimate: rise, ...shown } };
  const reason = `${head.count} of ${head.of} calls failed, ${base.count} of ${base.of} before`;
  if (rise <= 0) return { ...found, state: isFall(base, head, { points, gates }) ? "improved" : "pass", reason };

  const { rounds } = gate.statistic;
  const failing = rounds.filter((rate) => rate > 0).length;
  if (rise > points && failing === 1 && rounds.length > 1)
    return { ...found, state: "inconclusive", reason: `${reason}, all in one launch of ${rounds.length}` };
  const sure = newcombeInterval(base, head, normalCritical(falseAlarms / gates)).low > 0;
  if (rise > points && sure) return { ...found, state: "regressed", reason };
  const within = newcombeInterval(base, head, normalCritical(falsePasses)).high < points;
  if (within) return { ...found, state: "pass", reason };
  return {
    ...found,
    state: "inconclusive",
    reason: `${reason}: too few to tell a rise of ${percentagePoints(points)}`,
  };
}

function isFall(base: Share, head: Share, { points, gates }: { points: number; gates: number }): boolean {
  if (head.count / head.of - base.count / base.of >= -points) return false;
  return newcombeInterval(base, head, normalCritical(falseAlarms / gates)).high < 0;
}

function pointsOf({ limit }: Threshold, before: number): number {
  if (limit.kind === "points") return limit.points;
  return limit.kind === "relative" ? limit.change * before : limit.value;
}
