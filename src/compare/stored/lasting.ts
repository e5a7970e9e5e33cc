import { logLimit, logWorse } from "../../metrics/change.ts";
import { metric } from "../../metrics/metric.ts";
import type { RunThresholds } from "../thresholds.ts";
import { findShifts, type Shift } from "./drift.ts";
import type { StoredEntry } from "./stored.ts";

/** A run of the history, and whether somebody took what it shows on purpose. */
export interface HistoryEntry extends StoredEntry {
  readonly accepted?: { readonly by: string; readonly reason: string };
}

export interface Drift {
  /** Worse beyond the threshold of their metric, and not accepted. */
  readonly shifts: readonly Shift[];
  /** The newest acceptance that ended a shift. */
  readonly accepted?: { readonly by: string; readonly reason: string };
}

/** The shifts of a history that somebody has to look at. Equal input and `random` give equal output. */
export function lastingShifts(
  entries: readonly HistoryEntry[],
  { thresholds, random }: { thresholds: RunThresholds; random: () => number },
): Drift {
  const worse = findShifts(entries, { thresholds, random }).filter((shift) => beyondThreshold(shift, thresholds));
  const acceptanceOf = ({ firstAfter }: Shift) =>
    entries.slice(entries.findIndex(({ commit }) => commit === firstAfter.commit)).findLast(({ accepted }) => accepted)
      ?.accepted;
  const accepted = worse.map(acceptanceOf).find((one) => one !== undefined);
  return { shifts: worse.filter((shift) => !acceptanceOf(shift)), ...(accepted ? { accepted } : {}) };
}

/** A change that no threshold of the metric minds opens no issue, however sure it is. */
function beyondThreshold({ row, metric: id, direction, before, after }: Shift, thresholds: RunThresholds): boolean {
  if (direction !== "worse") return false;
  return (thresholds.get(row) ?? []).some(({ metric: own, limit }) => {
    if (own !== id) return false;
    if (limit.kind === "relative")
      return before > 0 && after > 0 ? logWorse(id, { base: before, head: after }) > logLimit(id, limit.change) : true;
    if (limit.kind === "points") return after - before > limit.points;
    return metric(id).better === "less" ? after > limit.value : after < limit.value;
  });
}
