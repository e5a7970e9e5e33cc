import { mean } from "simple-statistics";
import { logWorse } from "../metrics/change.ts";
import type { MetricId } from "../metrics/metric.ts";
import type { RowReading } from "../metrics/reading.ts";
import type { RecordBlock } from "../record/record.ts";
import { middle } from "../stats/describe.ts";

/** One round's change, turned so that up is worse: ln(head/base), or a difference in the metric's own unit. */
export interface RoundChange {
  readonly round: number;
  readonly worse: number;
  /** Base's figure, of which head's differs by the change; absent in replays, which have changes alone. */
  readonly base?: number;
}

export type Change = Omit<RoundChange, "round">;

/** Compares neighbouring blocks, which share the speed of the machine, pair by pair: the change of a round is the middle of them. */
export function blockRatio(
  base: RowReading | undefined,
  head: RowReading | undefined,
  { id, perBlock }: { readonly id: MetricId; readonly perBlock: (block: RecordBlock) => number | undefined },
): Change | undefined {
  const inOrder = (reading: RowReading | undefined) =>
    (reading?.blocks ?? []).toSorted((a, b) => a.position - b.position).map(perBlock);
  const [before, after] = [inOrder(base), inOrder(head)];
  const ofBlocks = before.flatMap((value, place) => ratio(id, value, after[place]) ?? []);
  const worse = middle(ofBlocks.map((one) => one.worse));
  return worse === undefined ? undefined : { worse, base: Math.exp(mean(ofBlocks.map((one) => Math.log(one.base)))) };
}

/**
 * A call of head is slow, or held up, only if it would have been so at base's pace, too: a server that became faster
 * is not worse for what is now large beside its median.
 */
export function tailDifference(
  base: RowReading | undefined,
  head: RowReading | undefined,
  atPace: (reading: RowReading, typicalMs: number) => number,
): Change | undefined {
  if (!base?.description || !head?.description) return undefined;
  const typicalMs = base.description.p50;
  const before = atPace(base, typicalMs);
  return { worse: atPace(head, Math.max(typicalMs, head.description.p50)) - before, base: before };
}

/** The log ratio of two figures above zero. */
export function ratio(id: MetricId, base: number | undefined, head: number | undefined): Required<Change> | undefined {
  const isKnown = base !== undefined && head !== undefined && base > 0 && head > 0;
  return isKnown ? { worse: logWorse(id, { base, head }), base } : undefined;
}
