import { formatValue, plural, signed } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { ArmSummary } from "../../metrics/summary.ts";
import { serverRow } from "../../record/row-ids.ts";
import { type ChangePoint, changePoints } from "../../stats/change-point.ts";
import { median } from "../../stats/describe.ts";
import { medianInterval } from "../../stats/median-interval.ts";
import { seededRandom } from "../../stats/random.ts";
import { clean } from "../escape.ts";
import type { Figure } from "../html/figure.ts";
import type { Part } from "../html/markup.ts";
import { measured, shortCommit } from "../view.ts";
import type { ChartSeries } from "./plot.ts";
import { around, scaled, scaleOf } from "./scale.ts";

/** One run of a history. */
export interface HistoryRun {
  readonly commit?: string;
  readonly createdAt: string;
  readonly summary: ArmSummary;
}

/** One metric of one row over the runs that measured the same thing. */
export interface History {
  readonly row: string;
  readonly metric: MetricId;
  readonly points: readonly HistoryPointOf[];
  /** Lasting changes of level, by index into `points`. */
  readonly changes: readonly ChangePoint[];
}

interface HistoryPointOf {
  readonly run: HistoryRun;
  readonly value: number;
  readonly interval?: { readonly low: number; readonly high: number };
}

/** Runs that are drawn and searched, newest last. */
const historyWindow = 100;

/**
 * The histories of some metrics, oldest run first. Runs whose configuration differs from that of the newest are left
 * out, and so are series of fewer than two runs. Change points are searched at a level of one false find in a hundred
 * pages; equal runs give equal histories.
 */
export function historiesOf(
  runs: readonly HistoryRun[],
  wanted: readonly { readonly row: string; readonly metric: MetricId }[],
): History[] {
  const recent = runs.slice(-historyWindow);
  const random = seededRandom(1);
  const level = Math.max(0.001, 0.01 / wanted.length);
  return wanted.flatMap(({ row, metric: id }) => {
    const points = pointsOf(recent, { row, id });
    if (points.length < 2) return [];
    const values = points.map(({ value }) => value);
    return [{ row, metric: id, points, changes: changePoints(values, { random, level }) }];
  });
}

function pointsOf(runs: readonly HistoryRun[], { row, id }: { row: string; id: MetricId }): HistoryPointOf[] {
  const found = runs.flatMap((run) => {
    const summary = run.summary.rows.find((candidate) => candidate.row === row);
    const source =
      row === serverRow
        ? { hash: run.summary.serverHash, statistics: run.summary.server }
        : summary && { hash: summary.configHash, statistics: summary.statistics };
    const statistic = measured(source?.statistics, id);
    if (!source || !statistic || !Number.isFinite(statistic.value)) return [];
    const interval = intervalOf(statistic.rounds);
    return [{ hash: source.hash, point: { run, value: statistic.value, ...(interval && { interval }) } }];
  });
  return found.filter(({ hash }) => hash === found.at(-1)?.hash).map(({ point }) => point);
}

/** The 95 % interval of the median of the rounds; of too few rounds for one, what they span. */
function intervalOf(rounds: readonly number[]): { low: number; high: number } | undefined {
  if (rounds.length < 2) return undefined;
  return medianInterval(rounds, 0.95) ?? { low: Math.min(...rounds), high: Math.max(...rounds) };
}

/** A history as a chart: every run, the interval of its rounds, and the level between changes. */
export function historyFigure({ metric: id, points, changes }: History, title: Part): Figure {
  const all = points.flatMap(({ value, interval }) => [value, interval?.high ?? value]);
  const scale = scaleOf(id, Math.max(...all));
  const edge = (side: "low" | "high", label: string): ChartSeries => ({
    label,
    colour: "head",
    shape: "edge",
    values: points.map(({ interval }) => scaled(interval?.[side], scale)),
  });
  const hasIntervals = points.some(({ interval }) => interval);
  const series: ChartSeries[] = [
    ...(hasIntervals ? [edge("low", "interval from"), edge("high", "interval to")] : []),
    { label: metric(id).label, colour: "head", shape: "line", values: points.map(({ value }) => scaled(value, scale)) },
    { label: "level", colour: "level", shape: "steps", values: levelsOf(points, changes).map((v) => scaled(v, scale)) },
  ];
  const first = points[0]?.value;
  const last = points.at(-1)?.value;
  const told = changes.map((change) => changeText(id, { points, change }));
  return {
    title,
    summary: `${metric(id).label} over ${plural(points.length, "run")}: first ${formatValue(id, first)}, latest ${formatValue(id, last)}. ${told.length > 0 ? `Changes of level: ${told.join("; ")}.` : "No lasting change of level."}`,
    notes: told.length > 0 ? [`Changes of level: ${told.join("; ")}.`] : [],
    spec: {
      x: points.map((_, index) => index),
      xTexts: points.map(({ run }) => runText(run)),
      ticks: points.map(({ run }, index) => [index, run.createdAt.slice(5, 10)]),
      xLabel: "run",
      yLabel: scale.unit === "" ? metric(id).label : `${metric(id).label} (${scale.unit})`,
      unit: scale.unit,
      y: around(series.flatMap(({ values }) => values)),
      series,
      marks: changes.map(({ index }) => index),
    },
  };
}

/** Such as `+12.1% at 1f2e3d4c5b (1.20 ms → 1.35 ms)`. */
export function changeText(
  id: MetricId,
  { points, change }: { points: History["points"]; change: ChangePoint },
): string {
  const run = points[change.index]?.run;
  const share = change.before > 0 ? `${signed(change.after / change.before - 1)} ` : "";
  const at = run ? `at ${runText(run)} ` : "";
  return `${share}${at}(${formatValue(id, change.before)} → ${formatValue(id, change.after)})`;
}

function runText({ commit, createdAt }: HistoryRun): string {
  const day = createdAt.slice(0, 10);
  return commit === undefined ? day : `${clean(shortCommit(commit), 10)}, ${day}`;
}

/** The median of each stretch between changes. */
function levelsOf(points: History["points"], changes: readonly ChangePoint[]): number[] {
  const values = points.map(({ value }) => value);
  const starts = [0, ...changes.map(({ index }) => index)];
  return starts.flatMap((start, place) => {
    const stretch = values.slice(start, starts[place + 1]);
    return stretch.map(() => median(stretch));
  });
}
