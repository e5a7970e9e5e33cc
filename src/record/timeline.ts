import { z } from "zod";
import { amount, count, milliseconds, positiveAmount } from "../model/fields.ts";

/** Most slices of one timeline: more are not seen, and a long load would fill the record. */
export const mostSlices = 240;

/** A load by even slices of its time, one value each; null where a slice has no ok call, or no reading. */
export const timeline = z
  .strictObject({
    sliceMs: positiveAmount,
    /** Ok calls. */
    ok: z.array(count).max(mostSlices),
    p50Ms: z.array(milliseconds.nullable()),
    p95Ms: z.array(milliseconds.nullable()),
    /** Lowest reading of the RSS of the process tree: between two runs of a collector memory rises without a leak. */
    rssBytes: z.array(amount.nullable()),
  })
  .refine(
    ({ ok, p50Ms, p95Ms, rssBytes }) => [p50Ms, p95Ms, rssBytes].every(({ length }) => length === ok.length),
    "slices without all values",
  );

export type RecordTimeline = z.infer<typeof timeline>;

/** RSS of the process tree while the calls of a row were made, sessions still open at the end. */
export const loadMemory = z.strictObject({
  readings: z.int().positive(),
  meanRssBytes: amount,
  peakRssBytes: amount,
  endRssBytes: amount,
});

export type RecordLoadMemory = z.infer<typeof loadMemory>;
