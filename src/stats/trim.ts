import { describe } from "./describe.ts";

/**
 * The samples within three standard deviations of their mean. A fixed rule that some studies use; it takes away the
 * very tail that percentiles are read for, so it never stands alone.
 */
export function withinThreeSigma(samples: Float32Array): Float32Array {
  if (samples.length < 2) return samples;
  const { mean, stddev } = describe(samples);
  if (stddev === undefined) return samples;
  return samples.filter((sample) => Math.abs(sample - mean) <= 3 * stddev);
}
