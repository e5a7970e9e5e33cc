import { median } from "./describe.ts";

/*
 * What the median does not see. Both figures compare a launch with itself, so that neither a slower launch as a whole
 * nor a faster machine changes them: they are about the shape of the latencies alone.
 */

/** A call this many times the launch's median took another path. */
const slowFactor = 1.5;

/** A call this many times the median, and at least so many milliseconds, was held up: a scheduler's turn takes 3 ms. */
const stall = { factor: 5, leastMs: 4 };

/** Share of the calls that took more than one and a half times the median. Throws RangeError when empty or not finite. */
export function slowShare(latenciesMs: readonly number[]): number {
  const bound = slowFactor * median(latenciesMs);
  return latenciesMs.filter((latency) => latency > bound).length / latenciesMs.length;
}

/**
 * Share of all the time that was lost in calls held up far beyond the median: what lies above five times the median, and
 * above 4 ms. Throws RangeError when empty or not finite.
 */
export function stalledShare(latenciesMs: readonly number[]): number {
  const bound = Math.max(stall.factor * median(latenciesMs), stall.leastMs);
  const total = latenciesMs.reduce((sum, latency) => sum + latency, 0);
  const lost = latenciesMs.reduce((sum, latency) => sum + Math.max(0, latency - bound), 0);
  return total > 0 ? lost / total : 0;
}
