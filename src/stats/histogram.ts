/** Every bucket's upper bound is so many times its lower one: a value read out of a bucket is off by at most 0.5 %. */
const growth = 1.005;
const logGrowth = Math.log(growth);

/** Lower bound of bucket 0. In milliseconds it is a nanosecond, which no clock here resolves. */
const smallest = 1e-6;

/** Exact figures beside the buckets. */
interface Moments {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Sum of squared distances from the mean. */
  readonly squares: number;
}

export interface Bucket {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/**
 * Counts values in buckets that grow with the value, as in HdrHistogram (https://hdrhistogram.org). It takes the same
 * memory however many values there are: quantiles are right to 0.5 %, count, mean, standard deviation, minimum and
 * maximum exact.
 */
export class Histogram {
  readonly #counts = new Map<number, number>();
  readonly #moments = { count: 0, min: Number.POSITIVE_INFINITY, max: 0, mean: 0, squares: 0 };

  /** From the form that is stored: the counts of all buckets from the one with index `first` on. */
  static from(moments: Moments, { first, counts }: { first: number; counts: readonly number[] }): Histogram {
    const histogram = new Histogram();
    Object.assign(histogram.#moments, moments);
    for (const [offset, count] of counts.entries()) if (count > 0) histogram.#counts.set(first + offset, count);
    return histogram;
  }

  static of(values: ArrayLike<number>): Histogram {
    const histogram = new Histogram();
    histogram.addAll(values);
    return histogram;
  }

  get moments(): Moments {
    return { ...this.#moments };
  }

  get count(): number {
    return this.#moments.count;
  }

  /** Takes a finite value of zero or more. Throws RangeError on any other. */
  add(value: number): void {
    if (!(value >= 0 && value < Number.POSITIVE_INFINITY))
      throw new RangeError(`a histogram of a value that is not finite or below zero (${value})`);
    this.#addTo(value < smallest ? 0 : Math.floor(Math.log(value / smallest) / logGrowth), 1);
    const { count, mean, min, max } = this.#moments;
    // Welford's recurrence (https://doi.org/10.2307/1266577).
    const apart = value - mean;
    const moved = mean + apart / (count + 1);
    this.#moments.count++;
    this.#moments.mean = moved;
    this.#moments.squares += apart * (value - moved);
    if (value < min) this.#moments.min = value;
    if (value > max) this.#moments.max = value;
  }

  addAll(values: ArrayLike<number>): void {
    for (let index = 0; index < values.length; index++) this.add(values[index] as number);
  }

  /** Joins two samples by the formulas of Chan, Golub and LeVeque (https://doi.org/10.2307/2683386). */
  merge(other: Histogram): void {
    const [one, two] = [this.#moments, other.#moments];
    if (two.count === 0) return;
    for (const [bucket, count] of other.#counts) this.#addTo(bucket, count);
    const count = one.count + two.count;
    const apart = two.mean - one.mean;
    one.squares += two.squares + (apart * apart * one.count * two.count) / count;
    one.mean += (apart * two.count) / count;
    one.count = count;
    one.min = Math.min(one.min, two.min);
    one.max = Math.max(one.max, two.max);
  }

  /** The form that is stored. */
  stored(): { first: number; counts: number[] } {
    const indices = [...this.#counts.keys()];
    const first = Math.min(...indices);
    const counts = Array.from({ length: Math.max(...indices) - first + 1 }, (_, i) => this.#counts.get(first + i) ?? 0);
    return { first, counts };
  }

  /** Returns the buckets with values, ascending; the outermost bounds are the minimum and the maximum. */
  buckets(): Bucket[] {
    return [...this.#counts]
      .sort(([a], [b]) => a - b)
      .map(([index, count]) => {
        const [low, high] = this.#boundsOf(index);
        return { low, high, count };
      });
  }

  /** Bounds of a bucket with values; the first also holds values below a nanosecond. */
  #boundsOf(index: number): [number, number] {
    const { min, max } = this.#moments;
    return [Math.max(min, index === 0 ? 0 : bound(index)), Math.min(max, bound(index + 1))];
  }

  /** Returns the buckets whose middle lies between two values; mean and deviation are those of the buckets too. */
  between(low: number, high: number): Histogram {
    const kept = new Histogram();
    for (const [index, count] of this.#counts) {
      const [min, max] = this.#boundsOf(index);
      const mean = (min + max) / 2;
      if (mean < low || mean > high) continue;
      const part = new Histogram();
      part.#addTo(index, count);
      Object.assign(part.#moments, { count, min, max, mean });
      kept.merge(part);
    }
    return kept;
  }

  #addTo(bucket: number, count: number): void {
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + count);
  }
}

function bound(index: number): number {
  return smallest * growth ** index;
}
