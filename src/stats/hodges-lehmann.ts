import { sortedSample } from "./sample.ts";

/**
 * Centre of a symmetric distribution: the median of the means of all pairs, each value with itself included (Hodges and
 * Lehmann, 1963). Nearly as precise as the mean on clean data and unmoved by a quarter of wild values. Throws RangeError
 * when empty or not finite.
 */
export function hodgesLehmann(values: readonly number[]): number {
  const sorted = sortedSample(values, "a Hodges–Lehmann estimate");
  const pairs = (sorted.length * (sorted.length + 1)) / 2;
  const rank = Math.ceil(pairs / 2);
  const lower = pairMean(sorted, rank);
  if (pairs % 2 === 1 || countUpTo(lower, sorted) > rank) return lower;
  return (lower + leastAbove(lower, sorted)) / 2;
}

/**
 * The `rank`-th smallest mean of a pair, from 1, without listing them: the least number with as many of them at or below it,
 * by bisection until no number lies between.
 */
function pairMean(sorted: readonly number[], rank: number): number {
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  if (countUpTo(least, sorted) >= rank) return least;
  let [below, found] = [least, most];
  for (;;) {
    const middle = below / 2 + found / 2;
    if (!(middle > below && middle < found)) return found;
    if (countUpTo(middle, sorted) >= rank) found = middle;
    else below = middle;
  }
}

/**
 * Counts the means of pairs that are at most `bound`. The higher the one value of a pair, the lower the other has to
 * be.
 */
function countUpTo(bound: number, sorted: readonly number[]): number {
  let count = 0;
  let last = sorted.length - 1;
  for (let first = 0; first <= last; first++) {
    while (last >= first && meanAt(sorted, first, last) > bound) last--;
    count += Math.max(0, last - first + 1);
  }
  return count;
}

/** The smallest mean of a pair that is larger than `bound`. */
function leastAbove(bound: number, sorted: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  let last = sorted.length - 1;
  for (let first = 0; first < sorted.length; first++) {
    while (last >= first && meanAt(sorted, first, last) > bound) last--;
    // With this value the next larger partner is the first that goes beyond.
    const partner = Math.max(last + 1, first);
    if (partner < sorted.length) least = Math.min(least, meanAt(sorted, first, partner));
  }
  return least;
}

function meanAt(sorted: readonly number[], first: number, last: number): number {
  return ((sorted[first] ?? Number.NaN) + (sorted[last] ?? Number.NaN)) / 2;
}
