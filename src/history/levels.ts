import { type MetricId, metric } from "../metrics/metric.ts";
import { centreOf, figuresOf, type MeasuredStatistic, measured } from "../metrics/summary.ts";
import { isServerRow } from "../record/row-ids.ts";
import { changePoints } from "../stats/change-point.ts";
import { median } from "../stats/describe.ts";
import { seededRandom } from "../stats/random.ts";
import type { StoredEntry } from "./entry.ts";
import { atOneSpeed, directionOfSpeed, slowerBy } from "./machine.ts";

/** A metric of one row, or of the server. */
export interface Figure {
  readonly row: string;
  readonly metric: MetricId;
}

/** Runs of a history that are searched and drawn, newest last. */
const searched = 90;

/**
 * A history is looked at every night, so that each look may err this seldom only: of years whose nights have a correlation of
 * 0.3, one in ten is told of a change that is none, and three in a hundred of one beyond +5 % (docs/calibration.md).
 */
const levelOfLook = 0.001;

export interface Point {
  readonly entry: StoredEntry;
  /** Number of runs between this one and the newest. */
  readonly ago: number;
  readonly hash: string;
  readonly statistic: MeasuredStatistic;
  readonly value: number;
  /** Its value stands as it would have been at the speed of the newest run's machine. */
  readonly isLevelled?: true;
}

/**
 * One figure over the newest runs of one environment key, oldest run first, whose configuration is that of the newest with the
 * figure; at one machine speed where that is the quieter series.
 */
export function seriesOf(entries: readonly StoredEntry[], { row, metric: id }: Figure): readonly Point[] {
  const recent = entries.slice(-searched);
  const points = recent.flatMap((entry, place): Point[] => {
    const figures = figuresOf(entry.summary, row);
    const statistic = measured(figures?.statistics, id);
    if (!figures || !statistic) return [];
    const ago = recent.length - 1 - place;
    return [{ entry, ago, hash: figures.hash, statistic, value: centreOf(id, statistic) }];
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

/** A lasting change of level. */
export interface LevelChange {
  /** Place of the first value of the new level. */
  readonly index: number;
  /** Medians of the levels on either side. */
  readonly before: number;
  readonly after: number;
}

/** Part of its move by CPU time that a figure has to show itself. */
const leastShown = 0.2;

/**
 * The lasting changes of level in a series of `seriesOf`, oldest first: at least five runs stand on either side, and histories
 * without a change show one as sharp in at most 1 of 1,000 cases, be it by the figure itself or by the CPU time of the same
 * calls, which scatters less, where the figure moved as well. Equal series have equal changes.
 */
export function levelChanges(series: readonly Point[], figure: Figure): LevelChange[] {
  const own = search(series);
  if (own.length > 0) return changesAt(series, own);
  const cpu = cpuSeries(series, figure);
  const found = search(cpu);
  const inCpu = changesAt(cpu, found).map(moveOf);
  const direction = directionOfSpeed(figure.metric);
  return changesAt(series, found).filter((change, place) => {
    const cpuMove = inCpu[place] ?? 0;
    return direction * Math.sign(cpuMove) * moveOf(change) >= leastShown * Math.abs(cpuMove);
  });
}

function moveOf({ before, after }: LevelChange): number {
  return Math.log(after / before);
}

function changesAt(series: readonly Point[], changes: readonly number[]): LevelChange[] {
  const ends = [0, ...changes, series.length];
  const level = (from?: number, to?: number) => median(series.slice(from, to).map(({ value }) => value));
  return changes.map((index, place) => ({
    index,
    before: level(ends[place], index),
    after: level(index, ends[place + 2]),
  }));
}

function search(series: readonly Point[]): number[] {
  const values = series.map(({ value }) => value);
  return changePoints(values, { random: seededRandom(1), level: levelOfLook });
}

/** CPU time of the calls behind a figure by the clock; empty where there is none, or a run lacks it. */
function cpuSeries(series: readonly Point[], { row, metric: id }: Figure): readonly Point[] {
  if (isServerRow(row) || directionOfSpeed(id) === 0 || metric(id).isCpuTime) return [];
  const cpu = seriesOf(
    series.map(({ entry }) => entry),
    { row, metric: "cpu_per_call" },
  );
  return cpu.length === series.length ? cpu : [];
}
