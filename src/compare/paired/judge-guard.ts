import { formatValue, percentagePoints } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { Threshold } from "../../plan/threshold.ts";
import type { Judgement } from "../judge.ts";
import { decidePaired, estimatePaired, reasonFor } from "./paired-decision.ts";

/*
 * Guards watch for harm that p50 cannot see: a path that some calls take, pauses, work that no call waits for, a server
 * that is busy with nobody asking. They are shares (of calls, of time, of a core), compared round by round as differences.
 *
 * A guard regresses as every gate does: evidence of 100 per gate, and an estimate beyond its limit. Its pass needs less
 * than that of a gate which a person set: the estimate within the limit, and evidence of 20 against twice the limit. So
 * the harm that is ruled out is twice what fails; in between the row stays open only as long as the estimate is
 * beyond the limit. On recorded launches of a machine with two to three times as much work as cores, unchanged code
 * passed in 99 to 100 % of 40-round runs and a slow path of 10 % of the calls, or pauses of 15 ms every 200 calls, in
 * none to 0.5 %; see docs/decisions/0009.
 */

/** Bytes per 1,000 calls that a server may come to keep. */
const growthLimit = 250_000;

/** By how much each share may rise. */
export const shareLimits = { slow_calls: 0.05, stalls: 0.03, cpu_to_p50: 0.04, idle_cpu: 0.05 } as const;

const points = (id: keyof typeof shareLimits): Threshold => ({
  metric: id,
  level: "fail",
  limit: { kind: "points", points: shareLimits[id] },
  text: `+${shareLimits[id] * 100}pp`,
});

/** Guards of every row whose speed is gated. */
export const rowGuards: readonly Threshold[] = [points("slow_calls"), points("stalls")];

/** By how much CPU time per call may rise beyond p50 where that may rise by `p50` (a share): two fifths of it, or 4 points. */
export function unseenCpuLimit(p50: number): number {
  return Math.max(shareLimits.cpu_to_p50, 0.4 * p50);
}

/**
 * Guards of the server, wherever its speed is gated: share of one core used while it is asked nothing, memory
 * that more calls take and do not give back (a pass rules out 0.5 KB per call), and processes that outlive the server.
 */
export const serverGuards: readonly Threshold[] = [
  points("idle_cpu"),
  { metric: "memory_growth", level: "fail", limit: { kind: "points", points: growthLimit }, text: "+250KB" },
  { metric: "orphans", level: "fail", limit: { kind: "relative", change: 0 }, text: "+0%" },
];

/** Fewest ok calls per launch among which a share of slow ones means anything. */
export const fewestCalls = 20;

/** The limit of the shares, on which the test counts differences. */
const usualLimit = 0.05;

/** Judges a share, or a growth in its own unit, by its differences per round, head minus base. */
export function judgeGuard(
  differences: readonly number[],
  { id, limit, gates, base }: { id: MetricId; limit: number; gates: number; base: number },
): Judgement {
  if (differences.length === 0)
    return { state: "inconclusive", base, rounds: 0, reason: "no round has it in both arms" };
  const isShare = metric(id).unit === "ratio";
  const factor = isShare ? 1 : (limit || growthLimit) / usualLimit;
  const scaled = differences.map((difference) => difference / factor);
  const bar = { limit: limit / factor, gates, harm: (2 * limit) / factor };
  const decided = decidePaired(scaled, bar);
  const state = decided === "improved" && metric(id).compared === "beside" ? "pass" : decided;
  const { estimate, low, high, minimumDetectable, evidence } = estimatePaired(scaled, bar);
  const bounded = Number.isFinite(low) && Number.isFinite(high);
  const harm = isShare ? percentagePoints(2 * limit) : formatValue(id, 2 * limit);
  return {
    state,
    base,
    rounds: differences.length,
    change: bounded
      ? { estimate: estimate * factor, low: low * factor, high: high * factor }
      : { estimate: estimate * factor },
    ...(Number.isFinite(minimumDetectable) ? { minimumDetectable: minimumDetectable * factor } : {}),
    evidence,
    reason: reasonFor(state, {
      rounds: differences.length,
      gates,
      harm: `a rise of ${harm}`,
      evidence,
      isBeyond: estimate > bar.limit,
    }),
  };
}
