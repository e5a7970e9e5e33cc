import { ownValue } from "../base/json.ts";
import { nearest } from "../base/nearest.ts";
import { type MetricId, metric, metricIds } from "../metrics/metric.ts";

/** Names that people and other tools use for a metric that has another name here. */
const otherNames: Readonly<Record<string, MetricId>> = {
  latency: "p50",
  duration: "p50",
  response_time: "p50",
  time: "p50",
  median: "p50",
  average: "mean",
  avg: "mean",
  rps: "throughput",
  qps: "throughput",
  error: "error_rate",
  errors: "error_rate",
  failures: "error_rate",
  failure_rate: "error_rate",
  cpu: "cpu_per_call",
  memory: "peak_rss",
  rss: "peak_rss",
  max_rss: "peak_rss",
  leak: "memory_growth",
  leaks: "memory_growth",
  memory_leak: "memory_growth",
  startup_time: "startup",
  boot_time: "startup",
  cold_start: "cold_startup",
  tools: "tools_list_bytes",
  tools_list: "tools_list_bytes",
  context: "tools_list_bytes",
  tokens: "tools_list_tokens",
};

/** Those that a threshold can be on by themselves. */
export const withLimits = metricIds.filter((id) => metric(id).compared !== "beside");

/** The metric that an unknown name was probably meant to be: by what it is called in reports or elsewhere, or but for a slip. */
export function meantMetric(name: string): MetricId | undefined {
  const plain = plainName(name);
  const [percentile = ""] = /(?<![a-z\d])p\d+(?![a-z\d])/.exec(plain.replaceAll("_", " ")) ?? [];
  return (
    withLimits.find((id) => id === plain || plainName(metric(id).label) === plain) ??
    ownValue(otherNames, plain) ??
    withLimits.find((id) => id === percentile) ??
    nearest(name, withLimits)
  );
}

/** `Peak RSS` and `peak-rss` are `peak_rss`. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]+/g, "_");
}
