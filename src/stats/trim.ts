import { describe } from "./describe.ts";
import { Histogram } from "./histogram.ts";
import { type Sample, sizeOf } from "./pool.ts";

/**
 * The samples within three standard deviations of their mean. A fixed rule that some studies use; it takes away the
 * very tail that percentiles are read for, so it never stands alone.
 */
export function withinThreeSigma(samples: Sample): Sample {
  if (sizeOf(samples) < 2) return samples;
  const { mean, stddev } = describe(samples);
  if (stddev === undefined) return samples;
  if (samples instanceof Histogram) return samples.between(mean - 3 * stddev, mean + 3 * stddev);
  return samples.filter((sample) => Math.abs(sample - mean) <= 3 * stddev);
}
