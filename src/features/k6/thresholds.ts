import type { MetricId } from "../../metrics/metric.ts";
import type { Threshold } from "../../plan/threshold.ts";

/** Names of k6 for the figures of a trend: https://grafana.com/docs/k6/latest/using-k6/thresholds/ */
const ofLatency: Partial<Record<MetricId, string>> = {
  p50: "med",
  p75: "p(75)",
  p90: "p(90)",
  p95: "p(95)",
  p99: "p(99)",
  p999: "p(99.9)",
  min: "min",
  max: "max",
  mean: "avg",
};

/**
 * Returns the budgets of a row as expressions of k6 by metric of the script, and those that k6 cannot apply, as written. A change needs
 * something to be compared with, and a warning has no place in k6.
 */
export function thresholdsOf(thresholds: readonly Threshold[], scenario: string) {
  const expressions: Record<string, string[]> = {};
  const leftOut: string[] = [];
  for (const { metric, level, limit, text } of thresholds) {
    const figure = ofLatency[metric];
    if (limit.kind !== "absolute") continue;
    const [name, expression] =
      metric === "error_rate"
        ? ["mcp_call_failed", `rate<=${limit.value}`]
        : ["mcp_call_duration", figure && `${figure}<=${limit.value}`];
    if (level !== "fail" || expression === undefined)
      leftOut.push(`${metric}: ${text}${level === "warn" ? " (warn)" : ""}`);
    else {
      const key = `${name}{scenario:${scenario}}`;
      expressions[key] = [...(expressions[key] ?? []), expression];
    }
  }
  return { expressions, leftOut };
}
