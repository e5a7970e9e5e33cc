import type { Comparison } from "../../../src/facts/comparison.ts";
import type { MetricId } from "../../../src/metrics/metric.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { makeRecord, normal, type RecordOptions, type RoundOf } from "../records.ts";

export interface Sides {
  readonly base: RoundOf[];
  readonly head: RoundOf[];
}

/** Rounds of two arms on a machine that is now quick, now slow; head's calls take `factor` times as long, changed by `shape`. */
export function sides(
  count: number,
  factor: number,
  shape: (latency: number, call: number) => number = (latency) => latency,
): Sides {
  const random = seededRandom(8);
  const made: Sides = { base: [], head: [] };
  for (let round = 0; round < count; round++) {
    const machine = Math.exp(0.3 * normal(random));
    const blocks = (scale: number, change: typeof shape) =>
      Array.from({ length: 8 }, (_, block) =>
        Array.from({ length: 25 }, (__, call) =>
          change(machine * scale * Math.exp(0.05 * normal(random)), block * 25 + call),
        ),
      );
    made.base.push({ latencies: [], blocks: blocks(1, (latency) => latency) });
    made.head.push({ latencies: [], blocks: blocks(factor, shape) });
  }
  return made;
}

export function paired(rows: Sides, more: Partial<RecordOptions> = {}) {
  return makeRecord({ rows: { echo: { ...rows } }, thresholds: { p50: "+10%", throughput: "-10%" }, ...more });
}

/** Changes of rounds that follow one another. */
export function inRounds(changes: readonly number[]): { readonly round: number; readonly worse: number }[] {
  return changes.map((worse, round) => ({ round, worse }));
}

export const of = (comparison: Comparison, id: MetricId) => comparison.findings.find((one) => one.metric === id);
