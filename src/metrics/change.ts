import { type MetricId, metric, signOfWorse } from "./metric.ts";

/*
 * Changes are judged on the log scale and turned so that up is worse: d = ln(head/base) where less is better,
 * ln(base/head) where more is. Then twice as slow and half as fast are equally far from no change.
 */

/** Returns by how much head is worse, as a logarithm. Both values must be positive. */
export function logWorse(id: MetricId, { base, head }: { base: number; head: number }): number {
  return signOfWorse(id) * Math.log(head / base);
}

/** A relative bound on that scale: +10 % of a latency is ln 1.1, -10 % of a throughput is ln(1 / 0.9). */
export function logLimit(id: MetricId, change: number): number {
  if (metric(id).better === "less") return Math.log1p(change);
  return change < 1 ? -Math.log1p(-change) : Number.POSITIVE_INFINITY;
}

interface Change {
  readonly estimate: number;
  readonly low?: number;
  readonly high?: number;
}

/** From the log scale back to a change from base to head as a share, in the metric's own direction. */
export function asShare(id: MetricId, worse: Change): Change {
  const { estimate, low, high } = asDifference(id, worse);
  if (low === undefined || high === undefined) return { estimate: Math.expm1(estimate) };
  return { estimate: Math.expm1(estimate), low: Math.expm1(low), high: Math.expm1(high) };
}

/** Returns by how much head is worse, in the metric's own unit. */
export function differenceWorse(id: MetricId, { base, head }: { base: number; head: number }): number {
  return signOfWorse(id) * (head - base);
}

/** Back to a change from base to head, in the metric's own direction. */
export function asDifference(id: MetricId, worse: Change): Change {
  if (metric(id).better === "less") return worse;
  const { estimate, low, high } = worse;
  return low === undefined || high === undefined
    ? { estimate: -estimate }
    : { estimate: -estimate, low: -high, high: -low };
}

/** Differences smaller than these are below what a run can resolve or a user can feel, whatever their share. */
export const resolution = { call: 0.005, phase: 2, memory: 256 * 1024 };

/**
 * The smallest change from `base` that matters in absolute terms, on the log scale; 0 where any does, or base is nothing.
 * `ofCall`: milliseconds per call.
 */
export function logResolution(
  id: MetricId,
  { base, ofCall = resolution.call }: { base: number; ofCall?: number },
): number {
  const { unit, scope } = metric(id);
  if (!(base > 0)) return 0;
  if (unit === "ms") return Math.log1p((scope === "server" ? resolution.phase : ofCall) / base);
  if (unit === "bytes") return Math.log1p(resolution.memory / base);
  return unit === "per-second" ? Math.log1p((ofCall * base) / 1000) : 0;
}
