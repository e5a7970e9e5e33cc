import { differenceWorse, logLimit, logWorse } from "../metrics/change.ts";
import { serverRowsOf } from "../metrics/summary.ts";
import type { RunThresholds, Threshold } from "../plan/threshold.ts";
import { isServerRow } from "../record/row-ids.ts";
import type { StoredEntry } from "./entry.ts";
import { type Figure, levelChanges, seriesOf } from "./levels.ts";

/** A lasting change of level in the history of one metric. */
export interface Shift extends Figure {
  /** Its values stand as they would have been at the speed of the newest run's machine. */
  readonly isLevelled?: true;
  readonly before: number;
  readonly after: number;
  /** The last run of the old level and the first of the new: the change lies between their commits. */
  readonly lastBefore: StoredEntry;
  readonly firstAfter: StoredEntry;
}

/**
 * The newest rise of each gated metric, over runs of one environment key, oldest run first, that left it worse than before it by
 * more than its threshold: a level that is only partly back, or rose further by little, is no better than before all of it.
 */
export function findShifts(entries: readonly StoredEntry[], thresholds: RunThresholds): Shift[] {
  const newest = entries.at(-1)?.summary;
  const rowsOf = (row: string) => (newest && isServerRow(row) ? serverRowsOf(newest) : [row]);
  return [...thresholds].flatMap(([of, own]) =>
    rowsOf(of).flatMap((row) =>
      [...new Set(own.map(({ metric }) => metric))].flatMap(
        (metric) => shiftsOf(entries, { row, metric }).findLast((shift) => isBeyond(shift, own)) ?? [],
      ),
    ),
  );
}

/** All changes of level of a figure, oldest first, each from the level before it to that of now. */
function shiftsOf(entries: readonly StoredEntry[], figure: Figure): Shift[] {
  const series = seriesOf(entries, figure);
  const changes = levelChanges(series, figure);
  const after = changes.at(-1)?.after ?? 0;
  return changes.flatMap(({ index, before }) => {
    const [last, first] = [series[index - 1], series[index]];
    if (!last || !first) return [];
    const levelled = first.isLevelled ? { isLevelled: first.isLevelled } : {};
    return [{ ...figure, ...levelled, before, after, lastBefore: last.entry, firstAfter: first.entry }];
  });
}

/** Returns the shifts of a history that need a person's attention, as nobody accepted them, and the newest acceptance that ended one. */
export function findDrift(entries: readonly StoredEntry[], thresholds: RunThresholds) {
  const worse = findShifts(entries, thresholds);
  const acceptanceOf = ({ firstAfter }: Shift) => {
    const from = entries.findIndex(({ commit }) => commit === firstAfter.commit);
    // A first run that lies low is taken for the last of the old level.
    const isFirst = from > 0 && entries[from - 1]?.commit !== entries[from - 2]?.commit;
    return entries.slice(isFirst ? from - 1 : from).findLast(({ accepted }) => accepted)?.accepted;
  };
  const accepted = worse.map(acceptanceOf).find((one) => one !== undefined);
  return { shifts: worse.filter((shift) => !acceptanceOf(shift)), ...(accepted ? { accepted } : {}) };
}

/** A change that no threshold of the metric minds opens no issue, however sure it is. */
function isBeyond({ metric: id, before, after }: Shift, thresholds: readonly Threshold[]): boolean {
  const worse = differenceWorse(id, { base: before, head: after });
  const limits = thresholds.filter((threshold) => threshold.metric === id).map(({ limit }) => limit);
  return limits.some((limit) => {
    if (worse <= 0) return false;
    if (limit.kind === "points") return worse > limit.points;
    if (limit.kind === "absolute") return differenceWorse(id, { base: limit.value, head: after }) > 0;
    return !(before > 0 && after > 0) || logWorse(id, { base: before, head: after }) > logLimit(id, limit.change);
  });
}
