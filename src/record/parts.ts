import { z } from "zod";
import { histogram, samples } from "./samples.ts";

/** Parts of a mix that a record can tell apart. */
const mostParts = 100;

/** The calls of a mix by part. Lists are in the order of the names. */
export const recordParts = z
  .strictObject({
    names: z.array(z.string()).min(1).max(mostParts),
    attempted: z.array(z.int().nonnegative()),
    /** Latencies of the ok replies of each part, as a measurement has those of all. */
    latencies: z.array(z.strictObject({ samples, histogram: histogram.optional() })).optional(),
    /**
     * Earlier records have this instead: one byte per sample of the measurement, the place of its part in `names`, as
     * base64. Beside a histogram it says nothing, as the samples are thinned then.
     */
    ofSamples: z.base64().optional(),
  })
  .refine(
    ({ names, attempted, latencies }) =>
      names.length === attempted.length && (latencies === undefined || latencies.length === names.length),
    "does not tell of every part that has a name",
  )
  .refine(
    ({ names, ofSamples = "" }) => partsOfSamples(ofSamples).every((part) => part < names.length),
    "tells of a part that has no name",
  );

export type RecordParts = z.infer<typeof recordParts>;

/** The part of each sample. */
export function partsOfSamples(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "base64"));
}
