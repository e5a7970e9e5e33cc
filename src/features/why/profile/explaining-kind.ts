import { type MetricId, metric } from "../../../metrics/metric.ts";
import type { ProfileKind } from "../../../record/profile.ts";

/** Returns the kind of profile that explains a regression of a metric; undefined where its figure needs none. */
export function explainingKind(id: MetricId): ProfileKind | undefined {
  if (id === "memory_growth") return "memory";
  if (id === "startup" || id === "startup_cpu") return "start-up";
  const { scope, kind, unit } = metric(id);
  return scope === "row" && kind === "noisy" && (unit === "ms" || unit === "per-second") ? "time" : undefined;
}
