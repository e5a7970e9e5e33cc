import { z } from "zod";
import { amount } from "../model/fields.ts";

/** Memory of one service at the end of the run, and CPU time since its start. */
export const serviceUsageSchema = z.strictObject({
  name: z.string(),
  rssBytes: amount,
  peakRssBytes: amount,
  cpuMs: amount,
});
