import {
  mean as arithmeticMean,
  medianAbsoluteDeviation,
  quantileSorted,
  sampleStandardDeviation,
} from "simple-statistics";
import { sortedSample } from "./sample.ts";

/** What a sample looks like, in the unit of the sample. */
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
  readonly outliers: Outliers;
}

/** How many values lie far out, counted as pytest-benchmark does. */
export interface Outliers {
  /** Further than one standard deviation from the mean. */
  readonly beyondOneSigma: number;
  /** Further than 1.5 interquartile ranges below the first or above the third quartile (Tukey's fences). */
  readonly beyondFences: number;
}

/**
 * Describes a sample in n log n. Quantiles interpolate linearly between order statistics (Hyndman and Fan's type 7, the
 * default of R and numpy). Throws RangeError when the sample is empty or holds a value that is not finite.
 */
export function describe(values: ArrayLike<number>): Description {
  const sorted = sortedSample(values, "a description");
  const at = (q: number) => quantileSorted(sorted, q);
  const mean = arithmeticMean(sorted);
  const stddev = sorted.length > 1 ? sampleStandardDeviation(sorted) : undefined;
  const iqr = at(0.75) - at(0.25);
  const sigma = stddev ?? 0;
  return {
    count: sorted.length,
    min: at(0),
    p50: at(0.5),
    p75: at(0.75),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    p999: at(0.999),
    max: at(1),
    mean,
    ...(stddev === undefined ? {} : { stddev }),
    iqr,
    mad: medianAbsoluteDeviation(sorted),
    outliers: {
      beyondOneSigma: countOutside(sorted, mean - sigma, mean + sigma),
      beyondFences: countOutside(sorted, at(0.25) - 1.5 * iqr, at(0.75) + 1.5 * iqr),
    },
  };
}

/** The middle value, or the mean of the middle two. Throws RangeError when empty or not finite. */
export function median(values: ArrayLike<number>): number {
  return quantileSorted(sortedSample(values, "a median"), 0.5);
}

function countOutside(sorted: readonly number[], low: number, high: number): number {
  return sorted.reduce((count, value) => (value < low || value > high ? count + 1 : count), 0);
}
