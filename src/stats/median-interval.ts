import { sortedSample } from "./sample.ts";

/**
 * Interval of the median from order statistics, for independent values of any distribution: the k-th smallest and k-th
 * largest cover the median with probability 1 - 2 P(Bin(n, 1/2) < k) (David and Nagaraja, Order Statistics, 7.1).
 * Undefined where even the whole range falls short of `confidence` (at 0.95: fewer than six values); the one that is returned
 * is at least as large.
 */
export function medianInterval(values: ArrayLike<number>, confidence: number) {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence ${confidence} is not between 0 and 1`);
  const sorted = sortedSample(values, "an interval of the median");
  const count = sorted.length;
  let [rank, below] = [0, 0];
  // In logarithms: 2^-n of a large sample is zero in floating point.
  let logTerm = -count * Math.LN2;
  while (rank < count / 2 && 2 * (below + Math.exp(logTerm)) <= 1 - confidence) {
    below += Math.exp(logTerm);
    rank += 1;
    logTerm += Math.log((count - rank + 1) / rank);
  }
  const [low, high] = [sorted[rank - 1], sorted[count - rank]];
  return low === undefined || high === undefined ? undefined : { low, high, confidence: 1 - 2 * below };
}
