import { metric } from "../metrics/metric.ts";
import type { Finding } from "./verdict.ts";

/** What a threshold of zero counts as: the usual one, 10 %. */
const usualLimit = 0.1;

/** Sorts findings of one state, worst first: more failing calls, then a busy idle, then by how far beyond the threshold. */
export function bySeverity(a: Finding, b: Finding): number {
  return rank(a) - rank(b) || severityOf(b) - severityOf(a);
}

function rank({ metric: id, state }: Finding): number {
  if (state !== "regressed") return 2;
  const { compared, isBeyondPace } = metric(id);
  return compared === "counts" ? 0 : isBeyondPace ? 1 : 2;
}

/** How many times its threshold a finding changed for the worse, metrics of any kind on one scale; negative for the better. */
export function severityOf({ change, threshold: { limit }, head = 0, metric: id }: Finding): number {
  const isLess = metric(id).better === "less";
  if (limit.kind === "absolute") return isLess ? head / limit.value : limit.value / head;
  const allowed = (limit.kind === "relative" ? limit.change : limit.points) || usualLimit;
  const estimate = change?.estimate ?? 0;
  return (isLess ? estimate : -estimate) / allowed;
}
