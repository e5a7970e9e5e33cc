import { shuffle } from "simple-statistics";
import { median } from "./describe.ts";
import { requireSample } from "./sample.ts";

interface ChangePointOptions {
  /** Source of randomness for the shuffles, in [0, 1). */
  readonly random: () => number;
  /** Largest p-value that counts; ten times as large where the levels lie more than five standard deviations apart. */
  readonly level: number;
}

/** Fewest values on either side of a change. */
const segment = 5;

/**
 * Finds the places at which a new level begins, oldest first. For every split the ranks left of it are compared with those right of it (Wilcoxon's
 * rank sum, standardised; the largest over all splits is Pettitt's idea, 1979, with equal weight for early and late
 * splits); its p-value comes from random series without the change; found changes split the series, and each part is
 * searched again (binary segmentation). Ranks let no outlier pass for a shift. Values in order of time may
 * resemble their neighbours: a slow trend is reported as one or more steps.
 * Throws RangeError for values that are not finite.
 */
export function changePoints(series: readonly number[], options: ChangePointOptions): number[] {
  if (series.length > 0) requireSample(series, "a change point");
  return search(series, { from: 0, ...options });
}

function search(part: readonly number[], context: ChangePointOptions & { readonly from: number }): number[] {
  const { from, random, level } = context;
  if (part.length < 2 * segment) return [];
  const ranks = midRanks(part);
  const { index, score } = sharpest(ranks);
  const far = isFar(part, index);
  const allowed = far ? Math.min(0.05, farther * level) : level;
  const unchanged: (random: () => number) => readonly number[] = far
    ? (source) => shuffle(ranks, source)
    : seriesWithout(ranks, index);
  // Enough series without a change that one of them may be as sharp.
  const shuffles = Math.max(1999, Math.ceil(2 / level) - 1);
  let atLeast = 1;
  for (let trial = 0; trial < shuffles && atLeast <= allowed * (shuffles + 1); trial++) {
    // Rounding must not make a tie look like less.
    if (sharpest(unchanged(random)).score >= score - 1e-9) atLeast += 1;
  }
  if (score === 0 || atLeast > allowed * (shuffles + 1)) return [];
  const left = search(part.slice(0, index), context);
  const right = search(part.slice(index), { ...context, from: from + index });
  return [...left, from + index, ...right];
}

/** Standard deviations by which no stretch of neighbours that resemble each other (lag 1 up to 0.5) strays from its level. */
const farthest = 5;

/**
 * Levels that far apart may have a p-value so many times as large: of ranks, five values in thirty that lie beyond all others
 * are nothing rare, however far beyond they lie.
 */
const farther = 10;

/**
 * Tests whether the levels on either side lie so far apart that no correlation of neighbours explains it: ranks cannot
 * tell that, as they know no distance. The standard deviation is that within the levels, by their median absolute
 * deviation.
 */
function isFar(part: readonly number[], index: number): boolean {
  const [before, after] = [part.slice(0, index), part.slice(index)];
  const within = stretches(part, index).flatMap((stretch) => {
    const level = median(stretch);
    return stretch.map((value) => Math.abs(value - level));
  });
  return Math.abs(median(after) - median(before)) > farthest * 1.4826 * median(within);
}

/** Both sides of a change, each parted again: a second change must not pass for scatter. */
function stretches(part: readonly number[], index: number): (readonly number[])[] {
  return [part.slice(0, index), part.slice(index)].flatMap((side) => {
    if (side.length < 2 * segment) return [side];
    const split = sharpest(midRanks(side)).index;
    return [side.slice(0, split), side.slice(split)];
  });
}

/** A lag-1 correlation that is allowed for however little of it a series shows: a short one hides it often enough. */
const leastAllowed = 0.3;

/**
 * Series as they would be without the change at `index`: shuffled, and where neighbours resemble each other on either side of
 * it, made anew with the same lag-1 correlation from shuffled innovations (a sieve bootstrap; Bühlmann, Bernoulli 3, 1997).
 * The estimate of so short a series is too small by about (1 + 4ρ) / n (Marriott and Pope, Biometrika 41, 1954).
 */
function seriesWithout(ranks: readonly number[], index: number): (random: () => number) => readonly number[] {
  const sides = stretches(ranks, index);
  const apart = sides.flatMap((side) => {
    const mean = side.reduce((sum, rank) => sum + rank, 0) / side.length;
    return side.map((rank) => rank - mean);
  });
  const squares = apart.reduce((sum, one) => sum + one ** 2, 0);
  const products = apart.slice(1).reduce((sum, one, place) => sum + one * (apart[place] ?? 0), 0);
  const found = squares > 0 ? products / squares : 0;
  // For each level that was fitted; and one standard error more, since a history is looked at every night while it grows.
  const likely = found + (sides.length * (1 + 4 * found)) / ranks.length + 1 / Math.sqrt(ranks.length);
  const lag = Math.min(0.95, Math.max(leastAllowed, likely));
  const innovations = apart.slice(1).map((one, place) => one - lag * (apart[place] ?? 0));
  return (random) => {
    let value = apart[Math.floor(random() * apart.length)] ?? 0;
    const made = [value];
    for (const innovation of shuffle(innovations, random)) {
      value = lag * value + innovation;
      made.push(value);
    }
    return midRanks(made);
  };
}

/** The split with the largest standardised rank sum. */
function sharpest(ranks: readonly number[]): { index: number; score: number } {
  const count = ranks.length;
  let best = { index: segment, score: 0 };
  let excess = 0;
  for (const [place, rank] of ranks.entries()) {
    excess += rank - (count + 1) / 2;
    const index = place + 1;
    if (index < segment || index > count - segment) continue;
    const score = Math.abs(excess) / Math.sqrt((index * (count - index) * (count + 1)) / 12);
    if (score > best.score) best = { index, score };
  }
  return best;
}

/** Ranks from 1, ties sharing their mean. */
function midRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (let first = 0; first < order.length; ) {
    let next = first;
    while (next < order.length && values[order[next] ?? 0] === values[order[first] ?? 0]) next += 1;
    for (const index of order.slice(first, next)) ranks[index] = (first + next + 1) / 2;
    first = next;
  }
  return ranks;
}
