import { sampleCovariance, sampleVariance } from "simple-statistics";
import { differenceWorse, logLimit, logWorse } from "../../metrics/change.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { centreOf, measured, type Statistics } from "../../metrics/summary.ts";
import { isServerRow } from "../../record/row-ids.ts";
import { type ChangePoint, changePoints } from "../../stats/change-point.ts";
import { median } from "../../stats/describe.ts";
import { type RunThresholds, serverStatistics } from "../thresholds.ts";
import { directionOfSpeed, liesCloser, slowerBy } from "./machine.ts";
import { fewestForOwnSpread } from "./prediction.ts";
import type { StoredEntry } from "./stored.ts";

/** A lasting change of level in the history of one metric. */
export interface Shift {
  readonly row: string;
  readonly metric: MetricId;
  readonly direction: "worse" | "better";
  /** Its values stand as they would have been at the speed of the newest run's machine. */
  readonly isLevelled?: true;
  /** Change of the level as a share of the level before. */
  readonly change: number;
  readonly before: number;
  readonly after: number;
  /** Change of the CPU time per call, as a share, where it is what shows the shift. */
  readonly cpu?: number;
  readonly pValue: number;
  /** The last run of the old level and the first of the new: the change lies between their commits. */
  readonly lastBefore: StoredEntry;
  readonly firstAfter: StoredEntry;
}

/**
 * A history is looked at every night, so that each look may err this seldom only: of years on two kinds of machine, whose nights
 * have a correlation of 0.3, five in a hundred have a false alarm (docs/calibration.md).
 */
const levelOfLook = 0.001;

/** A figure follows the machine's speed by at most so many times what the witness shows. */
const mostOfSpeed = 2;

/** Runs of the history that are searched, newest last. */
const driftWindow = 90;

/**
 * The newest shift of each gated metric in the last 90 runs of one environment key, oldest run first. A shift is reported when
 * at least five runs stand on either side and histories without a change show one as sharp in at most 1 of 1,000 cases, be
 * it by the metric itself or by the CPU time of the same calls, which scatters less.
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
    const change = lastChange(series, random) ?? changeByCpu(series, { row, id, random });
    if (!change) return [];
    const [lastBefore, firstAfter] = [series[change.index - 1], series[change.index]];
    if (!lastBefore || !firstAfter) return [];
    const { before, after, pValue, cpu } = change;
    const shift: Shift = {
      row,
      metric: id,
      direction: differenceWorse(id, { base: before, head: after }) > 0 ? "worse" : "better",
      ...(firstAfter.isLevelled ? { isLevelled: true } : {}),
      ...(cpu === undefined ? {} : { cpu }),
      change: after / before - 1,
      before,
      after,
      pValue,
      lastBefore: lastBefore.entry,
      firstAfter: firstAfter.entry,
    };
    return [shift];
  });
}

/** The newest change of a series. `cpu`: of the CPU time that shows it, `from`: the first value of the level before. */
interface LevelChange extends ChangePoint {
  readonly from: number;
  readonly cpu?: number;
}

function lastChange(series: readonly Point[], random: () => number): LevelChange | undefined {
  const changes = changePoints(
    series.map((point) => point.value),
    { random, level: levelOfLook },
  );
  const last = changes.at(-1);
  return last && { ...last, from: changes.at(-2)?.index ?? 0 };
}

/** A change of the CPU time of a row's calls that its figure by the clock took part in. */
function changeByCpu(
  series: readonly Point[],
  { row, id, random }: { row: string; id: MetricId; random: () => number },
): LevelChange | undefined {
  if (isServerRow(row) || directionOfSpeed(id) === 0 || metric(id).isCpuTime) return undefined;
  const entries = series.map(({ entry }) => entry);
  const cpu = seriesOf(entries, { row, id: "cpu_per_call" });
  const last = cpu.length === series.length ? lastChange(cpu, random) : undefined;
  if (!last) return undefined;
  const level = (from: number, to?: number) => median(series.slice(from, to).map(({ value }) => value));
  const [before, after] = [level(last.from, last.index), level(last.index)];
  return { ...last, before, after, cpu: last.after / last.before - 1 };
}

interface Point {
  readonly entry: StoredEntry;
  readonly hash: string;
  readonly value: number;
  readonly isLevelled: boolean;
}

/** One metric over the runs whose configuration is that of the newest, at one machine speed where that is the quieter series. */
export function seriesOf(entries: readonly StoredEntry[], { row, id }: { row: string; id: MetricId }) {
  const points = entries.flatMap((entry): Point[] => {
    const { summary } = entry;
    const found = summary.rows.find((candidate) => candidate.row === row);
    const source: { hash: string; statistics: Statistics } | undefined = isServerRow(row)
      ? { hash: summary.serverHash, statistics: serverStatistics(summary, row) ?? {} }
      : found && { hash: found.configHash, statistics: found.statistics };
    const statistic = measured(source?.statistics, id);
    return source && statistic ? [{ entry, hash: source.hash, value: centreOf(id, statistic), isLevelled: false }] : [];
  });
  const same = points.filter((point) => point.hash === points.at(-1)?.hash);
  return levelled(same, { of: isServerRow(row) ? "server" : "row", id });
}

function levelled(points: readonly Point[], { of, id }: { of: "row" | "server"; id: MetricId }): readonly Point[] {
  const newest = points.at(-1);
  const direction = directionOfSpeed(id);
  if (!newest || direction === 0 || points.length < 2 * fewestForOwnSpread) return points;
  const one = newest.entry.summary;
  const known = points.flatMap((point) => {
    const slower = slowerBy({ one: point.entry.summary, other: one }, { of, by: "cpu" });
    return slower === undefined || !(point.value > 0)
      ? []
      : [{ point, log: Math.log(point.value), slower: direction * slower }];
  });
  if (known.length < points.length) return points;
  const logs = known.map(({ log }) => log);
  const speeds = known.map(({ slower }) => slower);
  // Kinds of machines differ in more than one figure shows.
  const share = Math.min(mostOfSpeed, Math.max(0, sampleCovariance(logs, speeds) / sampleVariance(speeds)));
  const atOneSpeed = known.map(({ log, slower }) => log - share * slower);
  if (!liesCloser(logs, atOneSpeed)) return points;
  return known.map(({ point }, place) => ({ ...point, isLevelled: true, value: Math.exp(atOneSpeed[place] ?? 0) }));
}

/**
 * Returns the shifts of a history that need a person's attention, worse beyond the threshold of their metric and not accepted, and
 * the newest acceptance that ended one. Equal input and `random` give equal output.
 */
export function findDrift(
  entries: readonly StoredEntry[],
  { thresholds, random }: { thresholds: RunThresholds; random: () => number },
) {
  const worse = findShifts(entries, { thresholds, random }).filter((shift) => beyondThreshold(shift, thresholds));
  const acceptanceOf = ({ firstAfter }: Shift) =>
    entries.slice(entries.findIndex(({ commit }) => commit === firstAfter.commit)).findLast(({ accepted }) => accepted)
      ?.accepted;
  const accepted = worse.map(acceptanceOf).find((one) => one !== undefined);
  return { shifts: worse.filter((shift) => !acceptanceOf(shift)), ...(accepted ? { accepted } : {}) };
}

/** A change that no threshold of the metric minds opens no issue, however sure it is. */
function beyondThreshold(
  { row, metric: id, direction, before, after, cpu }: Shift,
  thresholds: RunThresholds,
): boolean {
  if (direction !== "worse") return false;
  return (thresholds.get(row) ?? []).some(({ metric: own, limit }) => {
    if (own !== id) return false;
    if (limit.kind === "relative") {
      const allowed = logLimit(id, limit.change);
      if (cpu !== undefined && Math.log1p(cpu) <= allowed) return false;
      return before > 0 && after > 0 ? logWorse(id, { base: before, head: after }) > allowed : true;
    }
    if (limit.kind === "points") return after - before > limit.points;
    return metric(id).better === "less" ? after > limit.value : after < limit.value;
  });
}
