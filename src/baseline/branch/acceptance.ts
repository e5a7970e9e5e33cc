import type { StoredStatus } from "./entry.ts";

/**
 * Whether a run may serve as a baseline. An inconclusive or a first run can found one; a run that failed, was disturbed
 * by the machine, or got slower beyond doubt is kept in the history but later runs are not measured against it.
 */
export function isUsable(status: StoredStatus, accepted: boolean): boolean {
  if (status === "errored" || status === "contaminated") return false;
  return status !== "regressed" || accepted;
}
