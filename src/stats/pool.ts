import { describe } from "./describe.ts";
import { Histogram } from "./histogram.ts";

/** Values one by one, or where there were too many, how many lie where. */
export type Sample = Float32Array | Histogram;

export function sizeOf(sample: Sample): number {
  return sample instanceof Histogram ? sample.count : sample.length;
}

/** Several samples as one: value by value as long as all of them are known that way. */
export function pool(samples: readonly Sample[]): Sample {
  if (samples.every((sample) => sample instanceof Float32Array)) return concatenated(samples);
  const joined = new Histogram();
  for (const sample of samples) {
    if (sample instanceof Histogram) joined.merge(sample);
    else joined.addAll(sample);
  }
  return joined;
}

function concatenated(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

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
