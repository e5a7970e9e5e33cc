import type { Bucket, Histogram } from "./histogram.ts";

/** Order statistics of a histogram as if the values of each bucket were spread evenly. Throws RangeError when empty. */
export class Bucketed {
  readonly #buckets: readonly Bucket[];
  readonly #max: number;
  readonly #count: number;

  constructor(histogram: Histogram) {
    if (histogram.count === 0) throw new RangeError("an empty histogram has no order statistics");
    this.#buckets = histogram.buckets();
    this.#max = histogram.moments.max;
    this.#count = histogram.count;
  }

  /** Interpolates linearly between order statistics, as `describe` does (Hyndman and Fan's type 7). */
  quantile(q: number): number {
    const rank = (this.#count - 1) * q;
    const [low, high] = [this.#at(Math.floor(rank)), this.#at(Math.ceil(rank))];
    return low + (high - low) * (rank - Math.floor(rank));
  }

  /** Counts the values smaller than `bound`. */
  below(bound: number): number {
    const count = this.#buckets.reduce((sum, bucket) => sum + shareBelow(bucket, bound) * bucket.count, 0);
    return Math.round(count);
  }

  /** Counts the values larger than `bound`, and sums their excess. */
  above(bound: number): { count: number; excess: number } {
    let [count, excess] = [0, 0];
    for (const bucket of this.#buckets) {
      const share = shareAbove(bucket, bound);
      const from = Math.max(bucket.low, bound);
      count += share * bucket.count;
      if (share > 0) excess += share * bucket.count * ((from + bucket.high) / 2 - bound);
    }
    return { count: Math.round(count), excess };
  }

  /** Middle of the distances of all values from `centre`. */
  medianDistance(centre: number): number {
    const distances = this.#buckets
      .map(({ low, high, count }) => ({ distance: Math.abs((low + high) / 2 - centre), count }))
      .sort((a, b) => a.distance - b.distance);
    let seen = 0;
    for (const { distance, count } of distances) {
      seen += count;
      if (2 * seen >= this.#count) return distance;
    }
    return 0;
  }

  #at(rank: number): number {
    if (rank >= this.#count - 1) return this.#max;
    let before = 0;
    for (const { low, high, count } of this.#buckets) {
      if (rank < before + count) return rank === 0 ? low : low + ((high - low) * (rank - before + 0.5)) / count;
      before += count;
    }
    return this.#max;
  }
}

function shareBelow({ low, high }: Bucket, bound: number): number {
  if (bound > high) return 1;
  return bound <= low ? 0 : (bound - low) / (high - low);
}

function shareAbove({ low, high }: Bucket, bound: number): number {
  if (bound < low) return 1;
  if (bound >= high) return 0;
  return (high - bound) / (high - low);
}
