import type { MetricId } from "../../metrics/metric.ts";
import { isMustWork } from "../breakdown.ts";
import type { Finding } from "../verdict.ts";
import { besideP50 } from "./guards.ts";

type Gate = Pick<Finding, "row" | "metric" | "state" | "threshold" | "against">;

/** Metrics that p50 of a row also covers. */
const covered: readonly MetricId[] = [...besideP50, "slow_mode"];

/**
 * The open gates that a run goes on for: all but those which only say once more of a row that it got slower than the same. That
 * a variant is slower than its reference says nothing of what the commit did to it.
 */
export function waitedFor<One extends Gate>(findings: readonly One[]): One[] {
  const slower = findings.filter((one) => one.metric === "p50" && isRegression(one));
  const isSlower = ({ row, against }: One) => slower.some((one) => one.row === row && one.against === against);
  return findings.filter((one) => isUndecided(one) && !(covered.includes(one.metric) && isSlower(one)));
}

/** Tests whether more rounds may decide this gate: no budget, but whether head's launches fail more often than base's. */
export function isUndecided({ state, threshold }: Pick<Gate, "state" | "threshold">): boolean {
  const canBeDecided = threshold.limit.kind !== "absolute" || isMustWork(threshold);
  return state === "inconclusive" && threshold.level === "fail" && canBeDecided;
}

export function isRegression({ state, threshold: { level } }: Pick<Gate, "state" | "threshold">): boolean {
  return state === "regressed" && level === "fail";
}
