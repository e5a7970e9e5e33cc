import { z } from "zod";
import { scalar, text } from "./fields.ts";

const logFile = text.refine(
  (file) => !/^([/\\~]|[A-Za-z]:)/.test(file) && !file.split(/[/\\]/).includes(".."),
  "not a path inside the server's working directory",
);

/** Numbers that the server writes about itself, as lines of JSON. */
const serverMetric = z
  .strictObject({
    from: z
      .union(
        [
          z.literal("stderr"),
          z.strictObject({
            file: logFile.meta({ description: "Path in the server's working directory", examples: ["server.log"] }),
          }),
        ],
        '"stderr", or `{ file: server.log }`',
      )
      .meta({ description: "Location of the log", examples: ["stderr"] }),
    format: z
      .literal("jsonl", "only `jsonl`, one JSON object per line, is read")
      .default("jsonl")
      .meta({ description: "One JSON object per line", examples: ["jsonl"] }),
    fields: z
      .array(text.max(200))
      .min(1, "names no field")
      .max(50)
      .meta({ description: "Fields that hold the numbers", examples: [["policy_eval_ms"]] }),
    where: z
      .record(text, scalar)
      .default({})
      .meta({ description: "Take only lines with these values", examples: [{ event: "decision" }] }),
    variant: text.optional().meta({ description: "Only of this variant", examples: ["proxied"] }),
    name: text
      .max(100)
      .optional()
      .meta({ description: "Tells apart fields of the same name in reports", examples: ["proxy"] }),
  })
  .transform(({ name, format: _format, ...query }) => ({
    ...query,
    /** Label of each field in the report. */
    labels: query.fields.map((field) => (name === undefined ? field : `${name}: ${field}`)),
  }));

/** One kind of line in the server's own log, whose numbers are reported beside the latencies. */
export type ServerMetricSpec = z.output<typeof serverMetric>;

/** Fields to read as numbers from lines of a log, by the values that their other fields must have. */
export type LogQuery = Pick<ServerMetricSpec, "fields" | "where">;

export const serverMetricsSchema = z.array(serverMetric).max(20).optional();

interface WithServerMetrics {
  readonly server_metrics?: readonly ServerMetricSpec[] | undefined;
  readonly variants?: Readonly<Record<string, unknown>> | undefined;
}

/** Variants that do not exist, and fields that could not be told apart. */
export function serverMetricProblems({ server_metrics = [], variants }: WithServerMetrics) {
  const found: { message: string; path: PropertyKey[] }[] = [];
  const seen = new Set<string>();
  for (const [index, { labels = [], variant }] of server_metrics.entries()) {
    if (variant !== undefined && !Object.hasOwn(variants ?? {}, variant))
      found.push({
        message: `there is no variant ${JSON.stringify(variant)}`,
        path: ["server_metrics", index, "variant"],
      });
    for (const label of labels) {
      const keys = (variant === undefined ? ["", ...Object.keys(variants ?? {})] : [variant]).map((of) =>
        JSON.stringify([label, of]),
      );
      if (keys.some((key) => seen.has(key)))
        found.push({
          message: `${JSON.stringify(label)} is listed twice; give one of the two entries a \`name\``,
          path: ["server_metrics", index, "fields"],
        });
      for (const key of keys) seen.add(key);
    }
  }
  return found;
}
