import { differenceWorse, logLimit, logWorse } from "../../metrics/change.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { centreOf, measured } from "../../metrics/summary.ts";
import { isServerRow } from "../../record/row-ids.ts";
import { changePoints } from "../../stats/change-point.ts";
import { median } from "../../stats/describe.ts";
import { figuresOf, type RunThresholds } from "../thresholds.ts";
import type { StoredEntry } from "./history.ts";
import { atOneSpeed, directionOfSpeed, slowerBy } from "./machine.ts";

/** A lasting change of level in the history of one metric. */
export interface Shift {
  readonly row: string;
  readonly metric: MetricId;
  /** Its values stand as they would have been at the speed of the newest run's machine. */
  readonly isLevelled?: true;
  /** Change of the level as a share of the level before. */
  readonly change: number;
  readonly before: number;
  readonly after: number;
  /** The last run of the old level and the first of the new: the change lies between their commits. */
  readonly lastBefore: StoredEntry;
  readonly firstAfter: StoredEntry;
}

/**
 * A history is looked at every night, so that each look may err this seldom only: of years on two kinds of machine, whose nights
 * have a correlation of 0.3, five in a hundred have a false alarm (docs/calibration.md).
 */
const levelOfLook = 0.001;

/** Runs of the history that are searched, newest last. */
const driftWindow = 90;

interface Search {
  readonly thresholds: RunThresholds;
  readonly random: () => number;
}

/**
 * The newest shift of each gated metric in the last 90 runs of one environment key, oldest run first. A shift is reported when
 * at least five runs stand on either side and histories without a change show one as sharp in at most 1 of 1,000 cases, be
 * it by the metric itself or by the CPU time of the same calls, which scatters less.
 * Equal input and `random` give equal output.
 */
export function findShifts(entries: readonly StoredEntry[], { thresholds, random }: Search): Shift[] {
  const recent = entries.slice(-driftWindow);
  return [...thresholds].flatMap(([row, own]) => {
    const gated = [...new Set(own.map((threshold) => threshold.metric))];
    return gated.flatMap((id) => shiftOf({ row, id }, seriesOf(recent, { row, id }), random) ?? []);
  });
}

interface Figure {
  readonly row: string;
  readonly id: MetricId;
}

function shiftOf({ row, id }: Figure, series: readonly Point[], random: () => number): Shift | undefined {
  const found = lastChange(series, random) ?? lastChange(cpuSeries({ row, id }, series), random);
  if (!found) return undefined;
  const [lastBefore, firstAfter] = [series[found.index - 1], series[found.index]];
  if (!lastBefore || !firstAfter) return undefined;
  const level = (from: number, to?: number) => median(series.slice(from, to).map(({ value }) => value));
  const [before, after] = [level(found.from, found.index), level(found.index)];
  return {
    row,
    metric: id,
    ...(firstAfter.isLevelled ? { isLevelled: true } : {}),
    change: after / before - 1,
    before,
    after,
    lastBefore: lastBefore.entry,
    firstAfter: firstAfter.entry,
  };
}

/** Places of the first value of the newest level, and of the first of the level before it. */
function lastChange(series: readonly Point[], random: () => number): { from: number; index: number } | undefined {
  const values = series.map(({ value }) => value);
  const [last, before] = changePoints(values, { random, level: levelOfLook }).toReversed();
  return last && { from: before?.index ?? 0, index: last.index };
}

/** CPU time of the calls behind a figure by the clock; empty where there is none, or a run lacks it. */
function cpuSeries({ row, id }: Figure, series: readonly Point[]): readonly Point[] {
  if (isServerRow(row) || directionOfSpeed(id) === 0 || metric(id).isCpuTime) return [];
  const entries = series.map(({ entry }) => entry);
  const cpu = seriesOf(entries, { row, id: "cpu_per_call" });
  return cpu.length === series.length ? cpu : [];
}

interface Point {
  readonly entry: StoredEntry;
  readonly hash: string;
  readonly value: number;
  readonly isLevelled?: true;
}

/** One metric over the runs whose configuration is that of the newest, at one machine speed where that is the quieter series. */
export function seriesOf(entries: readonly StoredEntry[], { row, id }: Figure): readonly Point[] {
  const points = entries.flatMap((entry): Point[] => {
    const figures = figuresOf(entry.summary, row);
    const statistic = measured(figures?.statistics, id);
    return figures && statistic ? [{ entry, hash: figures.hash, value: centreOf(id, statistic) }] : [];
  });
  const newest = points.at(-1);
  const same = points.filter(({ hash }) => hash === newest?.hash);
  if (!newest || same.some(({ value }) => !(value > 0))) return same;
  const of = isServerRow(row) ? "server" : "row";
  const levelled = atOneSpeed(id, {
    logs: same.map(({ value }) => Math.log(value)),
    speeds: same.map(({ entry }) => slowerBy(newest.entry.summary, entry.summary, { of, by: "cpu" })),
    follows: "as-shown",
  });
  if (!levelled) return same;
  return same.map((point, place) => ({ ...point, isLevelled: true, value: Math.exp(levelled[place] ?? 0) }));
}

/**
 * Returns the shifts of a history that need a person's attention, worse beyond the threshold of their metric and not accepted,
 * and the newest acceptance that ended one. Equal input and `random` give equal output.
 */
export function findDrift(entries: readonly StoredEntry[], search: Search) {
  const worse = findShifts(entries, search).filter((shift) => isBeyond(shift, search.thresholds));
  const acceptanceOf = ({ firstAfter }: Shift) =>
    entries.slice(entries.findIndex(({ commit }) => commit === firstAfter.commit)).findLast(({ accepted }) => accepted)
      ?.accepted;
  const accepted = worse.map(acceptanceOf).find((one) => one !== undefined);
  return { shifts: worse.filter((shift) => !acceptanceOf(shift)), ...(accepted ? { accepted } : {}) };
}

/** A change that no threshold of the metric minds opens no issue, however sure it is. */
function isBeyond({ row, metric: id, before, after }: Shift, thresholds: RunThresholds): boolean {
  const worse = differenceWorse(id, { base: before, head: after });
  const limits = (thresholds.get(row) ?? []).filter((threshold) => threshold.metric === id).map(({ limit }) => limit);
  return limits.some((limit) => {
    if (worse <= 0) return false;
    if (limit.kind === "points") return worse > limit.points;
    if (limit.kind === "absolute") return differenceWorse(id, { base: limit.value, head: after }) > 0;
    return !(before > 0 && after > 0) || logWorse(id, { base: before, head: after }) > logLimit(id, limit.change);
  });
}
