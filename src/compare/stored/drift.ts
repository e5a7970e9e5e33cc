import { logLimit, logWorse } from "../../metrics/change.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { RowSummary, Statistics } from "../../metrics/summary.ts";
import { isServerRow } from "../../record/row-ids.ts";
import { changePoints } from "../../stats/change-point.ts";
import { type RunThresholds, serverStatistics } from "../thresholds.ts";
import { directionOfPace, machineSlowerBy, restOfPace, shareOfPace, slowerBy } from "./pace.ts";
import type { StoredEntry } from "./stored.ts";

/** A lasting change of level in the history of one metric. */
export interface Shift {
  readonly row: string;
  readonly metric: MetricId;
  readonly direction: "worse" | "better";
  /** Its values are taken to the pace of the newest run, by the control. */
  readonly byControl?: true;
  /** Change of the level as a share of the level before. */
  readonly change: number;
  readonly before: number;
  readonly after: number;
  readonly pValue: number;
  /** The last run of the old level and the first of the new: the change lies between their commits. */
  readonly lastBefore: StoredEntry;
  readonly firstAfter: StoredEntry;
}

/**
 * A history is looked at every night, so that each look may err this seldom only: of years on two kinds of machine, whose nights
 * have a correlation of 0.3, five in a hundred are told of a change that is none (docs/deciding.md).
 */
const levelOfLook = 0.001;

/** Runs of the history that are searched, newest last. */
const driftWindow = 90;

/**
 * The newest shift of each gated metric in the last 90 runs of one environment key, oldest run first. A shift is told when
 * at least five runs stand on either side and histories without a change show one as sharp in at most 1 of 1,000 cases.
 * Equal input and `random` give equal output.
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
        ...(firstAfter.byControl ? { byControl: true as const } : {}),
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

interface Point {
  readonly entry: StoredEntry;
  readonly hash: string;
  readonly value: number;
  /** Of a row. */
  readonly summary: RowSummary | undefined;
  readonly byControl: boolean;
}

/** One metric over the runs whose configuration is that of the newest, each as it would have been at the newest's pace. */
export function seriesOf(entries: readonly StoredEntry[], { row, id }: { row: string; id: MetricId }) {
  const points = entries.flatMap((entry): Point[] => {
    const { summary } = entry;
    const found = summary.rows.find((candidate) => candidate.row === row);
    const source: { hash: string; statistics: Statistics } | undefined = isServerRow(row)
      ? { hash: summary.serverHash, statistics: serverStatistics(summary, row) ?? {} }
      : found && { hash: found.configHash, statistics: found.statistics };
    const statistic = source?.statistics[id];
    return source && statistic?.state === "measured"
      ? [{ entry, hash: source.hash, value: statistic.value, summary: found, byControl: false }]
      : [];
  });
  return atOnePace(
    points.filter((point) => point.hash === points.at(-1)?.hash),
    id,
  );
}

/** Runs without a control are left out; where they are the most, all stand as they were measured. */
function atOnePace(points: readonly Point[], id: MetricId): readonly Point[] {
  const newest = points.at(-1);
  const direction = directionOfPace(id);
  if (!newest || direction === 0) return points;
  const { summary } = newest;
  const share = metric(id).isCpuTime ? 0 : summary ? shareOfPace(summary) : 1;
  const paced = points.flatMap((point) => {
    const slower = summary
      ? slowerBy(point.summary, summary)
      : machineSlowerBy(point.entry.summary, newest.entry.summary);
    if (slower === undefined || !(point.value > 0)) return [];
    return [{ point, slower, value: Math.log(point.value) - direction * share * slower }];
  });
  if (2 * paced.length < points.length || paced.at(-1)?.point !== newest) return points;
  const rest = restOfPace(paced);
  return paced.map(({ point, value, slower }) => ({
    ...point,
    byControl: true,
    value: Math.exp(value - rest * slower),
  }));
}

/** A run of the history, and whether somebody took what it shows on purpose. */
export interface HistoryEntry extends StoredEntry {
  readonly accepted?: { readonly by: string; readonly reason: string };
}

interface Drift {
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
