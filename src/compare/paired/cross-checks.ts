import type { Finding } from "../verdict.ts";
import { fewestRounds } from "./paired-decision.ts";

const meansOfAllCalls = ["mean", "throughput"];
const parts = ["p50", "slow_calls", "stalls"] as const;

/**
 * The mean of all calls, and throughput with it, is the noisiest figure of a busy machine: a few preempted calls outweigh
 * the rest. What can move it lies in its parts: the bulk of the calls (p50), a path some of them take (slow calls), a few
 * that are held up (stalled time). Where the mean alone stays open, its estimate is within the threshold and all three
 * parts pass, the row passes. A regression is never shown this way, only by the mean itself or by a part.
 */
export function vouchForMeans(findings: readonly Finding[]): Finding[] {
  return findings.map((one) => {
    if (!isOpenMean(one)) return one;
    const vouchers = findings.filter(({ row, threshold }) => row === one.row && threshold.level === "fail");
    const passes = parts.every((part) => {
      const about = vouchers.filter(({ metric, threshold }) => metric === part && threshold.limit.kind !== "absolute");
      return about.length > 0 && about.every(({ state }) => state === "pass" || state === "improved");
    });
    return passes
      ? { ...one, state: "pass", reason: "too noisy by itself, but p50, slow calls and stalled time account for it" }
      : one;
  });
}

function isOpenMean({ metric, state, threshold: { level, limit }, change, rounds }: Finding): boolean {
  if (!meansOfAllCalls.includes(metric) || state !== "inconclusive" || level !== "fail") return false;
  if (limit.kind !== "relative" || !change || rounds < fewestRounds) return false;
  return (metric === "mean" ? change.estimate : -change.estimate) <= limit.change;
}
