import { z } from "zod";

const count = z.number().int().nonnegative();

/** Numbers of one field of the server's own log, from the lines it wrote while the blocks of one row ran. */
export const recordServerMetric = z.strictObject({
  /** As the configuration calls it. */
  field: z.string(),
  /** Lines that matched, whether or not they held the field. */
  lines: count,
  /** Absent where no line held a number. */
  values: z
    .strictObject({
      count: z.number().int().positive(),
      mean: z.number(),
      min: z.number(),
      max: z.number(),
      p50: z.number(),
      p95: z.number(),
      p99: z.number(),
    })
    .optional(),
});

export type RecordServerMetric = z.infer<typeof recordServerMetric>;
