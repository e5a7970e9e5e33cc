import { z } from "zod";

const count = z.number().int().nonnegative();

/** Latency and errors of one part of a mix, as an entry keeps them. */
const partSummary = z.object({
  part: z.string(),
  attempted: count,
  ok: count,
  latency: z.object({ p50: z.number(), p95: z.number(), p99: z.number(), mean: z.number() }).readonly().exactOptional(),
  insufficient: z
    .array(z.enum(["p50", "p95", "p99"]))
    .readonly()
    .exactOptional(),
});

const number = z.number();

/** Figures of one field of the server's own log, as an entry keeps them. */
const serverMetricSummary = z.object({
  field: z.string(),
  lines: count,
  calls: count,
  values: z
    .object({ count, mean: number, min: number, max: number, p50: number, p95: number, p99: number })
    .readonly()
    .exactOptional(),
});

/** What only some rows have. */
export const rowExtras = {
  parts: z.array(partSummary).readonly().exactOptional(),
  serverMetrics: z.array(serverMetricSummary).readonly().exactOptional(),
};
