import {
  mean as arithmeticMean,
  medianAbsoluteDeviation,
  quantileSorted,
  sampleStandardDeviation,
} from "simple-statistics";
import { Bucketed } from "./bucketed.ts";
import { Histogram } from "./histogram.ts";
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
interface Outliers {
  /** Further than one standard deviation from the mean. */
  readonly beyondOneSigma: number;
  /** Further than 1.5 interquartile ranges below the first or above the third quartile (Tukey's fences). */
  readonly beyondFences: number;
}

/**
 * Describes a sample in n log n. Quantiles interpolate linearly between order statistics (Hyndman and Fan's type 7, the
 * default of R and numpy). Of a histogram, what lies between minimum and maximum is right to 0.5 % of the value itself.
 * Throws RangeError when the sample is empty or holds a value that is not finite.
 */
export function describe(values: ArrayLike<number> | Histogram): Description {
  if (values instanceof Histogram) return describeHistogram(values);
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
export function median(values: ArrayLike<number> | Histogram): number {
  if (values instanceof Histogram) return new Bucketed(values).quantile(0.5);
  return quantileSorted(sortedSample(values, "a median"), 0.5);
}

function describeHistogram(histogram: Histogram): Description {
  const sample = new Bucketed(histogram);
  const at = (q: number) => sample.quantile(q);
  const { count, min, max, mean, squares } = histogram.moments;
  const stddev = count > 1 ? Math.sqrt(squares / (count - 1)) : undefined;
  const iqr = at(0.75) - at(0.25);
  const outside = (low: number, high: number) => sample.below(low) + sample.above(high).count;
  return {
    count,
    min,
    p50: at(0.5),
    p75: at(0.75),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    p999: at(0.999),
    max,
    mean,
    ...(stddev === undefined ? {} : { stddev }),
    iqr,
    mad: sample.medianDistance(at(0.5)),
    outliers: {
      beyondOneSigma: outside(mean - (stddev ?? 0), mean + (stddev ?? 0)),
      beyondFences: outside(at(0.25) - 1.5 * iqr, at(0.75) + 1.5 * iqr),
    },
  };
}

function countOutside(sorted: readonly number[], low: number, high: number): number {
  return sorted.reduce((count, value) => (value < low || value > high ? count + 1 : count), 0);
}
