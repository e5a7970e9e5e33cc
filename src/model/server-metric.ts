import { z } from "zod";
import { type Complain, field, scalar, text } from "./fields.ts";

const logFile = text.refine(
  (file) => !/^([/\\~]|[A-Za-z]:)/.test(file) && !file.split(/[/\\]/).includes(".."),
  "not a path inside the server's working directory",
);

const inFile = z.strictObject({ file: field("Path in the server's working directory", logFile, "server.log") });

const serverMetric = z
  .strictObject({
    from: field(
      "Location of the log",
      z.union([z.literal("stderr"), inFile], '"stderr", or `{ file: server.log }`'),
      "stderr",
    ),
    fields: field("Fields that hold the numbers", z.array(text.max(200)).min(1, "names no field").max(50), [
      "policy_eval_ms",
    ]),
    where: field("Take only lines with these values", z.record(text, scalar).default({}), { event: "decision" }),
    variant: field("Only of this variant", text.optional(), "proxied"),
    name: field("Tells apart fields of the same name in reports", text.max(100).optional(), "proxy"),
  })
  .transform(({ name, ...query }) => ({
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
export function checkServerMetrics({ server_metrics = [], variants }: WithServerMetrics, complain: Complain): void {
  const seen = new Set<string>();
  for (const [index, { labels = [], variant }] of server_metrics.entries()) {
    if (variant !== undefined && !Object.hasOwn(variants ?? {}, variant))
      complain(`there is no variant ${JSON.stringify(variant)}`, ["server_metrics", index, "variant"]);
    for (const label of labels) {
      const keys = (variant === undefined ? ["", ...Object.keys(variants ?? {})] : [variant]).map((of) =>
        JSON.stringify([label, of]),
      );
      if (keys.some((key) => seen.has(key)))
        complain(`${JSON.stringify(label)} is listed twice; give one of the two entries a \`name\``, [
          "server_metrics",
          index,
          "fields",
        ]);
      for (const key of keys) seen.add(key);
    }
  }
}
