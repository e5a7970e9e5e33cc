import { Histogram } from "./histogram.ts";

/** Values one by one, or where there were too many, how many lie where. */
export type Sample = Float32Array | Histogram;

/** Returns the number of values of a sample. */
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

/** Several arrays of values as one. */
export function concatenated(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
