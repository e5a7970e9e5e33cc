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
    latencies: z.array(z.strictObject({ samples, histogram: histogram.optional() })),
  })
  .refine(
    ({ names, attempted, latencies }) => names.length === attempted.length && latencies.length === names.length,
    "does not tell of every part that has a name",
  );

export type RecordParts = z.infer<typeof recordParts>;
