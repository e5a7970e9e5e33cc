import { z } from "zod";

/** Parts of a mix that a record can tell apart: one byte names the part of a call. */
const mostParts = 100;

/** Which calls of a mix were of which part. */
export const recordParts = z
  .strictObject({
    names: z.array(z.string()).min(1).max(mostParts),
    /** Calls by part, in the order of the names. */
    attempted: z.array(z.number().int().nonnegative()),
    /** One byte per sample of the measurement, the place of its part in `names`, as base64. */
    ofSamples: z.base64(),
  })
  .refine(
    ({ names, attempted, ofSamples }) =>
      names.length === attempted.length && partsOfSamples(ofSamples).every((part) => part < names.length),
    "tells of a part that has no name",
  );

export type RecordParts = z.infer<typeof recordParts>;

/** The part of each sample. */
export function partsOfSamples(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "base64"));
}
