import { Bucketed } from "./bucketed.ts";
import { median } from "./describe.ts";
import { Histogram } from "./histogram.ts";

/*
 * Figures of slow calls, which the median does not show. Both compare a launch with what is typical of it, by default its own
 * median, so that neither a slower launch as a whole nor a faster machine changes them: they are about the shape of the
 * latencies.
 */

type Latencies = Float32Array | readonly number[] | Histogram;

/** A call this many times the typical latency took another path. */
const slowFactor = 1.5;

/** A call this many times the typical latency, and at least so many milliseconds, was held up: a scheduler's turn takes 3 ms. */
export const stall = { factor: 5, leastMs: 4 };

/** Share of the calls that took more than 1.5 times the typical latency. Throws RangeError when empty or not finite. */
export function slowShare(latenciesMs: Latencies, typicalMs = median(latenciesMs)): number {
  const bound = slowFactor * typicalMs;
  if (latenciesMs instanceof Histogram) return new Bucketed(latenciesMs).above(bound).count / latenciesMs.count;
  return countAbove(latenciesMs, bound) / latenciesMs.length;
}

/**
 * Share of all the time that was lost in calls held up, those above five times the typical latency and above 4 ms: what they
 * took beyond the typical. Throws RangeError when empty or not finite.
 */
export function stalledShare(latenciesMs: Latencies, typicalMs = median(latenciesMs)): number {
  const bound = Math.max(stall.factor * typicalMs, stall.leastMs);
  const { total, lost } = timeLost(latenciesMs, { bound, typicalMs });
  return total > 0 ? lost / total : 0;
}

function countAbove(latencies: Float32Array | readonly number[], bound: number): number {
  let count = 0;
  for (const latency of latencies) if (latency > bound) count++;
  return count;
}

function timeLost(
  latencies: Latencies,
  { bound, typicalMs }: { bound: number; typicalMs: number },
): { total: number; lost: number } {
  if (latencies instanceof Histogram) {
    const { count, mean } = latencies.moments;
    const held = new Bucketed(latencies).above(bound);
    return { total: count * mean, lost: held.excess + held.count * (bound - typicalMs) };
  }
  let [total, lost] = [0, 0];
  for (const latency of latencies) {
    total += latency;
    if (latency > bound) lost += latency - typicalMs;
  }
  return { total, lost };
}
