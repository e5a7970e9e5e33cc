import { type MetricId, metric, signOfWorse } from "../metrics/metric.ts";
import type { Finding } from "./verdict.ts";

/** Threshold that one of zero counts as: the usual 10 %. */
const usualLimit = 0.1;

/** Sorts findings of one state, worst first: by what breaks users of a server most, then by how far beyond the threshold. */
export function bySeverity(a: Finding, b: Finding): number {
  return rank(a) - rank(b) || severityOf(b) - severityOf(a);
}

/** Metrics that every user of a server pays for, in every conversation or at every start: they come before single calls. */
const paidByAll: readonly MetricId[] = [
  "tools_list_tokens",
  "tools_list_bytes",
  "instructions_tokens",
  "instructions_bytes",
  "startup",
  "memory_growth",
  "orphans",
];

function rank({ metric: id, state }: Finding): number {
  const last = paidByAll.length + 3;
  if (state !== "regressed" && state !== "over-budget") return last;
  const { compared, isBeyondPace } = metric(id);
  if (id === "breaking_changes") return 0;
  if (compared === "counts") return 1;
  const place = paidByAll.indexOf(id);
  return place >= 0 ? 2 + place : isBeyondPace ? last - 1 : last;
}

/** Returns how many times its threshold a finding changed for the worse; negative for the better. */
export function severityOf({ change, threshold: { limit }, head = 0, metric: id }: Finding): number {
  const sign = signOfWorse(id);
  if (limit.kind === "absolute") return sign > 0 ? head / limit.value : limit.value / head;
  const allowed = (limit.kind === "relative" ? limit.change : limit.points) || usualLimit;
  return (sign * (change?.estimate ?? 0)) / allowed;
}
