import { logLimit, logWorse } from "../../metrics/change.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { Statistics } from "../../metrics/summary.ts";
import { isServerRow } from "../../record/row-ids.ts";
import { changePoints } from "../../stats/change-point.ts";
import { type RunThresholds, serverStatistics } from "../thresholds.ts";
import type { StoredEntry } from "./stored.ts";

/** A lasting change of level in the history of one metric. */
export interface Shift {
  readonly row: string;
  readonly metric: MetricId;
  readonly direction: "worse" | "better";
  /** Change of the level as a share of the level before. */
  readonly change: number;
  readonly before: number;
  readonly after: number;
  readonly pValue: number;
  /** The last run of the old level and the first of the new: the change lies between their commits. */
  readonly lastBefore: StoredEntry;
  readonly firstAfter: StoredEntry;
}

/** A history is looked at every night, so that each look may err this seldom only: as finely as the shuffles resolve. */
const levelOfLook = 0.001;

/** Runs of the history that are searched, newest last. */
const driftWindow = 90;

/**
 * The newest shift of each gated metric in the last 90 runs of one environment key, oldest run first. A shift is told when
 * at least five runs stand on either side and shuffled histories show one as sharp in at most 1
 * of 1,000 cases. Equal input and `random` give equal output.
 */
export function findShifts(
  entries: readonly StoredEntry[],
  { thresholds, random }: { thresholds: RunThresholds; random: () => number },
): Shift[] {
  const recent = entries.slice(-driftWindow);
  const searched = [...thresholds].flatMap(([row, own]) =>
    [...new Set(own.map((one) => one.metric))].map((id) => ({ row, id })),
  );
  return searched.flatMap(({ row, id }) => {
    const series = seriesOf(recent, { row, id });
    const last = changePoints(
      series.map((point) => point.value),
      { random, level: levelOfLook },
    ).at(-1);
    const [lastBefore, firstAfter] = last ? [series[last.index - 1], series[last.index]] : [];
    if (!last || !lastBefore || !firstAfter) return [];
    const { before, after, pValue } = last;
    const worse =
      before > 0 && after > 0
        ? logWorse(id, { base: before, head: after }) > 0
        : after > before === (metric(id).better === "less");
    return [
      {
        row,
        metric: id,
        direction: worse ? ("worse" as const) : ("better" as const),
        change: after / before - 1,
        before,
        after,
        pValue,
        lastBefore: lastBefore.entry,
        firstAfter: firstAfter.entry,
      },
    ];
  });
}

/** One metric over the runs whose configuration is that of the newest. */
export function seriesOf(entries: readonly StoredEntry[], { row, id }: { row: string; id: MetricId }) {
  const points = entries.flatMap((entry) => {
    const { summary } = entry;
    const found = summary.rows.find((candidate) => candidate.row === row);
    const source: { hash: string; statistics: Statistics } | undefined = isServerRow(row)
      ? { hash: summary.serverHash, statistics: serverStatistics(summary, row) ?? {} }
      : found && { hash: found.configHash, statistics: found.statistics };
    const statistic = source?.statistics[id];
    return source && statistic?.state === "measured" ? [{ entry, hash: source.hash, value: statistic.value }] : [];
  });
  return points.filter((point) => point.hash === points.at(-1)?.hash);
}

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
export function findDrift(
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
