import { Bucketed } from "./bucketed.ts";
import { median } from "./describe.ts";
import { Histogram } from "./histogram.ts";

/*
 * What the median does not see. Both figures compare a launch with itself, so that neither a slower launch as a whole
 * nor a faster machine changes them: they are about the shape of the latencies alone.
 */

/** A call this many times the launch's median took another path. */
const slowFactor = 1.5;

/** A call this many times the median, and at least so many milliseconds, was held up: a scheduler's turn takes 3 ms. */
const stall = { factor: 5, leastMs: 4 };

/** Share of the calls that took more than one and a half times the median. Throws RangeError when empty or not finite. */
export function slowShare(latenciesMs: Float32Array | readonly number[] | Histogram): number {
  const bound = slowFactor * median(latenciesMs);
  if (latenciesMs instanceof Histogram) return new Bucketed(latenciesMs).above(bound).count / latenciesMs.count;
  return countAbove(latenciesMs, bound) / latenciesMs.length;
}

/**
 * Share of all the time that was lost in calls held up far beyond the median: what lies above five times the median, and
 * above 4 ms. Throws RangeError when empty or not finite.
 */
export function stalledShare(latenciesMs: Float32Array | readonly number[] | Histogram): number {
  const bound = Math.max(stall.factor * median(latenciesMs), stall.leastMs);
  const { total, lost } = timeBeyond(latenciesMs, bound);
  return total > 0 ? lost / total : 0;
}

function countAbove(latencies: Float32Array | readonly number[], bound: number): number {
  let count = 0;
  for (const latency of latencies) if (latency > bound) count++;
  return count;
}

function timeBeyond(
  latencies: Float32Array | readonly number[] | Histogram,
  bound: number,
): { total: number; lost: number } {
  if (latencies instanceof Histogram) {
    const { count, mean } = latencies.moments;
    return { total: count * mean, lost: new Bucketed(latencies).above(bound).excess };
  }
  let [total, lost] = [0, 0];
  for (const latency of latencies) {
    total += latency;
    lost += Math.max(0, latency - bound);
  }
  return { total, lost };
}
