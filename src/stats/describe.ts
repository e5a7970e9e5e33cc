import { mean as arithmeticMean, quantileSorted, sampleStandardDeviation } from "simple-statistics";
import { Bucketed } from "./bucketed.ts";
import { Histogram } from "./histogram.ts";
import { sortedSample } from "./sample.ts";

/** Statistics of a sample, in the unit of the sample. */
export interface Description {
  readonly count: number;
  readonly min: number;
  readonly p50: number;
  readonly p75: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  readonly mean: number;
  /** With n - 1 in the denominator; absent for a single value. */
  readonly stddev?: number;
  /** Third quartile minus first. */
  readonly iqr: number;
  /** Median distance from the median, not scaled to a normal distribution. */
  readonly mad: number;
  /** Number of values that lie far out, counted as pytest-benchmark does. */
  readonly outliers: {
    /** Further than one standard deviation from the mean. */
    readonly beyondOneSigma: number;
    /** Further than 1.5 interquartile ranges below the first or above the third quartile (Tukey's fences). */
    readonly beyondFences: number;
  };
}

/**
 * Describes a sample in n log n. Quantiles interpolate linearly between order statistics (Hyndman and Fan's type 7, the
 * default of R and numpy). Of a histogram, what lies between minimum and maximum is right to 0.5 % of the value itself.
 * Throws RangeError when the sample is empty or holds a value that is not finite.
 */
export function describe(values: ArrayLike<number> | Histogram): Description {
  if (values instanceof Histogram) return describeHistogram(values);
  const sorted = sortedSample(values, "a description");
  return descriptionOf({
    count: sorted.length,
    min: quantileSorted(sorted, 0),
    max: quantileSorted(sorted, 1),
    mean: arithmeticMean(sorted),
    stddev: sorted.length > 1 ? sampleStandardDeviation(sorted) : undefined,
    mad: medianDistance(sorted),
    quantile: (q) => quantileSorted(sorted, q),
    outside: (low, high) => sorted.filter((value) => value < low || value > high).length,
  });
}

/** The middle value, or the mean of the middle two. Throws RangeError when empty or not finite. */
export function median(values: ArrayLike<number> | Histogram): number {
  if (values instanceof Histogram) return new Bucketed(values).quantile(0.5);
  return quantileSorted(sortedSample(values, "a median"), 0.5);
}

/** The median of the values that are there; undefined without any. Throws RangeError where one is not finite. */
export function middle(values: readonly (number | undefined)[]): number | undefined {
  const present = values.filter((value) => value !== undefined);
  return present.length > 0 ? median(present) : undefined;
}

function describeHistogram(histogram: Histogram): Description {
  const sample = new Bucketed(histogram);
  const { squares, ...moments } = histogram.moments;
  const { count } = moments;
  return descriptionOf({
    ...moments,
    stddev: count > 1 ? Math.sqrt(squares / (count - 1)) : undefined,
    mad: sample.medianDistance(sample.quantile(0.5)),
    quantile: (q) => sample.quantile(q),
    outside: (low, high) => sample.below(low) + sample.above(high).count,
  });
}

/** Statistics that every kind of sample can give. */
interface SampleSummary extends Pick<Description, "count" | "min" | "max" | "mean" | "mad"> {
  readonly stddev: number | undefined;
  quantile(q: number): number;
  outside(low: number, high: number): number;
}

function descriptionOf({ count, min, max, mean, stddev, mad, quantile, outside }: SampleSummary): Description {
  const [first, third] = [quantile(0.25), quantile(0.75)];
  const iqr = third - first;
  const sigma = stddev ?? 0;
  return {
    count,
    min,
    p50: quantile(0.5),
    p75: third,
    p90: quantile(0.9),
    p95: quantile(0.95),
    p99: quantile(0.99),
    p999: quantile(0.999),
    max,
    mean,
    ...(stddev === undefined ? {} : { stddev }),
    iqr,
    mad,
    outliers: {
      beyondOneSigma: outside(mean - sigma, mean + sigma),
      beyondFences: outside(first - 1.5 * iqr, third + 1.5 * iqr),
    },
  };
}

/** Median distance of the sorted values from their median, taken in order of distance, the nearer side first. */
function medianDistance(sorted: readonly number[]): number {
  const centre = quantileSorted(sorted, 0.5);
  const half = Math.floor(sorted.length / 2);
  let [left, right] = [half - 1, half];
  let [distance, before] = [0, 0];
  for (let taken = 0; taken <= half; taken++) {
    const below = centre - (sorted[left] ?? Number.NEGATIVE_INFINITY);
    const above = (sorted[right] ?? Number.POSITIVE_INFINITY) - centre;
    before = distance;
    distance = Math.min(below, above);
    if (below < above) left -= 1;
    else right += 1;
  }
  return sorted.length % 2 === 1 ? distance : (before + distance) / 2;
}
