import { pool, type Sample } from "../stats/pool.ts";
import { decodeHistogram } from "./histogram.ts";
import type { RecordMeasurement } from "./record.ts";
import { decodeSamples } from "./samples.ts";

/** The latencies of the ok replies of several measurements, in milliseconds: one by one in order of time, or a histogram. */
export function latenciesOf(measurements: readonly Pick<RecordMeasurement, "samples" | "histogram">[]): Sample {
  return pool(
    measurements.map(({ samples, histogram }) => (histogram ? decodeHistogram(histogram) : decodeSamples(samples))),
  );
}
