import { metric, signOfWorse } from "../metrics/metric.ts";
import type { Finding } from "./verdict.ts";

/** Threshold that one of zero counts as: the usual 10 %. */
const usualLimit = 0.1;

/**
 * Sorts findings of one state, worst first: by what breaks users of a server most, then by how far beyond the threshold. Every user
 * pays for what a server takes, in every conversation or at every start: it comes before single calls.
 */
export function bySeverity(a: Finding, b: Finding): number {
  return rank(a) - rank(b) || severityOf(b) - severityOf(a);
}

function rank({ metric: id, state }: Finding): number {
  const { compared, scope } = metric(id);
  if (state !== "regressed" && state !== "over-budget") return 3;
  if (id === "breaking_changes") return 0;
  if (compared === "counts") return 1;
  return scope === "server" ? 2 : 3;
}

/** Returns how many times its threshold a finding changed for the worse; negative for the better. */
export function severityOf({ change, threshold: { limit }, head = 0, metric: id }: Finding): number {
  const sign = signOfWorse(id);
  if (limit.kind === "absolute") return sign > 0 ? head / limit.value : limit.value / head;
  const allowed = (limit.kind === "relative" ? limit.change : limit.points) || usualLimit;
  return (sign * (change?.estimate ?? 0)) / allowed;
}
