import type { Description } from "../../stats/describe.ts";
import type { RowMetric } from "./definition.ts";

const time = { unit: "ms", better: "less", kind: "noisy", scope: "row", pooled: "beside" } as const;

/** A figure that describes the latencies of the ok replies. */
function figure(of: Exclude<keyof Description, "outliers">) {
  return { ...time, label: of, perRound: ({ description }) => description?.[of] } as const satisfies RowMetric;
}

/** Metrics of the time of a call. */
export const latency = {
  p50: { ...figure("p50"), quantile: 0.5, perBlock: ({ medianMs }) => medianMs, isTypical: true },
  p75: { ...figure("p75"), quantile: 0.75, isTypical: true },
  p90: { ...figure("p90"), quantile: 0.9 },
  p95: { ...figure("p95"), quantile: 0.95 },
  p99: { ...figure("p99"), quantile: 0.99 },
  p999: { ...figure("p999"), label: "p99.9", quantile: 0.999 },
  min: { ...figure("min"), isTypical: true },
  max: figure("max"),
  mean: { ...figure("mean"), isTypical: true },
  stddev: figure("stddev"),
  iqr: { ...figure("iqr"), label: "IQR" },
  mad: { ...figure("mad"), label: "MAD", isTypical: true },
} as const satisfies Record<string, RowMetric>;
