import { z } from "zod";
import { amount, positiveAmount } from "../model/fields.ts";

/** Most points of one curve: more are not seen, and a long load would fill the record. */
export const mostPoints = 300;

/** Memory of one arm's process tree while one row's load ran on a launch of its own, untimed. */
export const loadPassSchema = z.strictObject({
  row: z.string(),
  arm: z.string(),
  /** Between two readings, as asked for. */
  intervalMs: positiveAmount,
  readings: z.int().positive(),
  meanRssBytes: amount,
  peakRssBytes: amount,
  /** After the last reply, with sessions still open. */
  endRssBytes: amount,
  /** Time since the load began in milliseconds, and RSS in bytes; thinned out evenly where it is long. */
  curve: z.array(z.tuple([amount, amount])).max(mostPoints),
});

export type RecordLoadPass = z.infer<typeof loadPassSchema>;

/** Memory of one service at the end of the run, and CPU time since its start. */
export const serviceUsageSchema = z.strictObject({
  name: z.string(),
  rssBytes: amount,
  peakRssBytes: amount,
  cpuMs: amount,
});
