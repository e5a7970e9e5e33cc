import { plural, signed } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { centreOf, measured } from "../../metrics/summary.ts";
import { serverRow } from "../../record/row-ids.ts";
import { type ChangePoint, changePoints } from "../../stats/change-point.ts";
import { median } from "../../stats/describe.ts";
import { seededRandom } from "../../stats/random.ts";
import { trimmedGeometricInterval } from "../../stats/trimmed.ts";
import { clean } from "../clean.ts";
import { failuresOf, type HistoryRun, type Report, shortCommit } from "../report.ts";
import type { Inline } from "../text.ts";
import { around, type Chart, quantityName, scaled, scaleOf, yLabel } from "./chart.ts";
import type { PictureSeries } from "./picture.ts";

/** One metric of one row over the runs that measured the same thing. */
export interface History {
  readonly row: string;
  readonly metric: MetricId;
  readonly points: readonly HistoryPoint[];
  /** Age in runs of the oldest point of all histories beside it: there its axis begins. */
  readonly oldest: number;
  /** Lasting changes of level, by index into `points`. */
  readonly changes: readonly ChangePoint[];
}

interface HistoryPoint {
  readonly run: HistoryRun;
  /** Number of runs between this one and the newest. */
  readonly ago: number;
  readonly value: number;
  readonly interval: { readonly low: number; readonly high: number } | undefined;
}

export type HistoryKey = Pick<History, "row" | "metric">;

/** Runs that are drawn and searched, newest last. */
const historyWindow = 100;

/** The histories of some metrics, oldest run first, without those of fewer than two runs; equal runs give equal histories. */
export function historiesOf(runs: readonly HistoryRun[], wanted: readonly HistoryKey[]): History[] {
  const random = seededRandom(1);
  // One false find in a hundred pages.
  const level = Math.max(0.001, 0.01 / wanted.length);
  const known = wanted.flatMap(({ row, metric: id }) => {
    const points = pointsOf(runs, { row, metric: id });
    return points.length < 2 ? [] : [{ row, metric: id, points }];
  });
  const oldest = Math.max(...known.map(({ points }) => points[0]?.ago ?? 0));
  return known.map((one) => {
    const values = one.points.map(({ value }) => value);
    return { ...one, oldest, changes: changePoints(values, { random, level }) };
  });
}

/** The runs that measured the same as the newest one that has the metric, without those in which calls of the row failed. */
export function pointsOf(runs: readonly HistoryRun[], { row, metric: id }: HistoryKey): HistoryPoint[] {
  const recent = runs.slice(-historyWindow);
  const found = recent.flatMap((run, index) => {
    const { rows, server, serverHash } = run.summary;
    const summary = rows.find((candidate) => candidate.row === row);
    const [hash, statistics] = row === serverRow ? [serverHash, server] : [summary?.configHash, summary?.statistics];
    const statistic = measured(statistics, id);
    if (!statistic || !Number.isFinite(statistic.value) || failuresOf(summary) > 0) return [];
    const ago = recent.length - 1 - index;
    return [{ hash, point: { run, ago, value: centreOf(id, statistic), interval: intervalOf(statistic.rounds) } }];
  });
  return found.filter(({ hash }) => hash === found.at(-1)?.hash).map(({ point }) => point);
}

/** The 95 % interval of the figure; of fewer rounds than that takes, their lowest and highest. */
function intervalOf(rounds: readonly number[]): { low: number; high: number } | undefined {
  if (rounds.length < 2) return undefined;
  return trimmedGeometricInterval(rounds) ?? { low: Math.min(...rounds), high: Math.max(...rounds) };
}

export function runOf({ run: { commit, createdAt }, head }: Report): HistoryRun {
  return { ...(commit && { commit: commit.sha }), createdAt, summary: head };
}

export function namesOf({ row, metric: id }: History): { readonly quantity: string; readonly of: Inline } {
  return { quantity: quantityName(id), of: row === serverRow ? "the server" : { name: row } };
}

export function historyChart(history: History): Chart {
  const { metric: id, points, oldest, changes } = history;
  const { quantity, of } = namesOf(history);
  const all = points.flatMap(({ value, interval }) => [value, interval?.high ?? value]);
  const scale = scaleOf(id, Math.max(...all));
  const edge = (side: "low" | "high", label: string): PictureSeries => ({
    label,
    colour: "head",
    shape: "edge",
    values: points.map(({ interval }) => scaled(interval?.[side], scale)),
  });
  const hasIntervals = points.some(({ interval }) => interval);
  const series: PictureSeries[] = [
    ...(hasIntervals ? [edge("low", "interval from"), edge("high", "interval to")] : []),
    { label: metric(id).label, colour: "head", shape: "line", values: points.map(({ value }) => scaled(value, scale)) },
    { label: "level", colour: "level", shape: "steps", values: levelsOf(points, changes).map((v) => scaled(v, scale)) },
  ];
  const x = points.map(({ ago }) => oldest - ago);
  const days = points.map(({ run }) => run.createdAt.slice(5, 10));
  // A page of one day would have a single place on its axis.
  const places = new Set(days).size > 1 ? days : points.map(({ run }) => run.createdAt.slice(11, 16));
  const [first, last] = [points[0]?.value, points.at(-1)?.value];
  const told = changes.map((change) => shiftText(history, change)).join("; ");
  return {
    kind: "chart",
    quantity,
    of,
    alt: `${quantity} over ${plural(points.length, "run")}: first ${formatValue(id, first)}, latest ${formatValue(id, last)}. ${told === "" ? "No lasting change of level" : `Changes of level: ${told}`}.`,
    notes: told === "" ? [] : [["Changes of level: ", { prose: told }]],
    picture: {
      x,
      ...(x[0] === 0 ? {} : { xFirst: 0 }),
      xTexts: points.map(({ run }) => runText(run, points)),
      ticks: places.flatMap((text, index) => (text === places[index - 1] ? [] : [[x[index] ?? 0, text] as const])),
      xLabel: "run",
      yLabel: yLabel(quantity, scale.name),
      unit: scale.name,
      y: around(series.flatMap(({ values }) => values)),
      series,
      marks: changes.map(({ index }) => x[index] ?? 0),
    },
    steps: { label: "runs ago (0: this run)", at: points.map(({ ago }) => ago) },
  };
}

/** Such as `+12.1% at 1f2e3d4c5b (1.20 ms → 1.35 ms)`. */
export function shiftText({ metric: id, points }: History, change: ChangePoint): string {
  const run = points[change.index]?.run;
  const share = change.before > 0 ? `${signed(change.after / change.before - 1)} ` : "";
  const at = run ? `at ${runText(run, points)} ` : "";
  return `${share}${at}(${formatValue(id, change.before)} → ${formatValue(id, change.after)})`;
}

/** Returns commit and day of a run, with the time where other runs have the same. */
function runText({ commit, createdAt }: HistoryRun, points: History["points"]): string {
  const day = createdAt.slice(0, 10);
  const alike = points.filter(({ run }) => run.commit === commit && run.createdAt.startsWith(day));
  const when = alike.length > 1 ? `${day} ${createdAt.slice(11, 16)}` : day;
  return commit === undefined ? when : `${clean(shortCommit(commit), 10)}, ${when}`;
}

function levelsOf(points: History["points"], changes: readonly ChangePoint[]): number[] {
  const values = points.map(({ value }) => value);
  const starts = [0, ...changes.map(({ index }) => index)];
  return starts.flatMap((start, place) => {
    const part = values.slice(start, starts[place + 1]);
    return part.map(() => median(part));
  });
}
