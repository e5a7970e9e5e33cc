import type { StoredEntry } from "../../history/entry.ts";
import { type Figure, type LevelChange, levelChanges, type Point, seriesOf } from "../../history/levels.ts";
import { plural, signed } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { metric } from "../../metrics/metric.ts";
import { centreOf } from "../../metrics/summary.ts";
import { serverRow } from "../../record/row-ids.ts";
import { median } from "../../stats/describe.ts";
import { trimmedGeometricInterval, trimmedInterval } from "../../stats/trimmed.ts";
import { clean } from "../clean.ts";
import { type Report, shortCommit } from "../report.ts";
import type { Inline } from "../text.ts";
import { around, type Chart, quantityName, scaled, scaleOf, yLabel } from "./chart.ts";
import type { PictureSeries } from "./picture.ts";

/** One metric of one row over the runs that measured the same thing. */
export interface History extends Figure {
  readonly points: readonly Point[];
  /** Age in runs of the oldest point of all histories beside it: there its axis begins. */
  readonly oldest: number;
  /** Lasting changes of level, by index into `points`. */
  readonly changes: readonly LevelChange[];
}

/** The histories of some figures over the newest `most` runs, oldest run first, without those of fewer than two runs. */
export function historiesOf(runs: readonly StoredEntry[], wanted: readonly Figure[], most?: number): History[] {
  const known = wanted.flatMap((figure) => {
    const series = seriesOf(runs, figure);
    const points = series.filter(({ ago }) => most === undefined || ago < most);
    const earlier = series.length - points.length;
    const changes = levelChanges(series, figure).filter(({ index }) => index > earlier);
    const drawn = changes.map((change) => ({ ...change, index: change.index - earlier }));
    return points.length < 2 ? [] : [{ row: figure.row, metric: figure.metric, points, changes: drawn }];
  });
  const oldest = Math.max(...known.map(({ points }) => points[0]?.ago ?? 0));
  return known.map((one) => ({ ...one, oldest }));
}

/** The 95 % interval of the figure; of fewer rounds than that takes, their lowest and highest. */
function intervalOf({ metric: id }: Figure, { value, statistic }: Point): { low: number; high: number } | undefined {
  const { rounds } = statistic;
  if (rounds.length < 2) return undefined;
  const interval = metric(id).compared === "rise" ? trimmedInterval : trimmedGeometricInterval;
  const { low, high } = interval(rounds) ?? { low: Math.min(...rounds), high: Math.max(...rounds) };
  const levelled = value === 0 ? 1 : value / centreOf(id, statistic);
  return { low: low * levelled, high: high * levelled };
}

export function runOf({ run: { commit, createdAt }, head }: Report): StoredEntry {
  return { ...(commit && { commit: commit.sha }), createdAt, summary: head };
}

export function namesOf({ row, metric: id }: History): { readonly quantity: string; readonly of: Inline } {
  return { quantity: quantityName(id), of: row === serverRow ? "the server" : { name: row } };
}

export function historyChart(history: History): Chart {
  const { metric: id, points, oldest, changes } = history;
  const { quantity, of } = namesOf(history);
  const first = changes[0]?.before ?? median(points.map(({ value }) => value));
  const levelAt = (place: number) => changes.findLast(({ index }) => index <= place)?.after ?? first;
  const intervals = points.map((point) => intervalOf(history, point));
  const all = points.flatMap(({ value }, place) => [value, intervals[place]?.high ?? value]);
  const scale = scaleOf(id, Math.max(...all));
  const edge = (side: "low" | "high", label: string): PictureSeries => ({
    label,
    colour: "head",
    shape: "edge",
    values: intervals.map((interval) => scaled(interval?.[side], scale)),
  });
  const hasIntervals = intervals.some((interval) => interval);
  const series: PictureSeries[] = [
    ...(hasIntervals ? [edge("low", "interval from"), edge("high", "interval to")] : []),
    { label: metric(id).label, colour: "head", shape: "line", values: points.map(({ value }) => scaled(value, scale)) },
    {
      label: "level",
      colour: "level",
      shape: "steps",
      values: points.map((_, place) => scaled(levelAt(place), scale)),
    },
  ];
  const x = points.map(({ ago }) => oldest - ago);
  const days = points.map(({ entry }) => entry.createdAt.slice(5, 10));
  // A page of one day would have a single place on its axis.
  const places = new Set(days).size > 1 ? days : points.map(({ entry }) => entry.createdAt.slice(11, 16));
  const latest = points.at(-1)?.value;
  const shifts = changes.map((change) => shiftText(history, change)).join("; ");
  return {
    kind: "chart",
    quantity,
    of,
    alt: `${quantity} over ${plural(points.length, "run")}: first ${formatValue(id, points[0]?.value)}, latest ${formatValue(id, latest)}. ${shifts === "" ? "No lasting change of level" : `Changes of level: ${shifts}`}.`,
    notes: [
      ...(shifts === "" ? [] : [["Changes of level: ", { prose: shifts }]]),
      ...(points[0]?.isLevelled ? [["Scaled to the machine of the newest run."]] : []),
    ],
    picture: {
      x,
      ...(x[0] === 0 ? {} : { xFirst: 0 }),
      xTexts: points.map(({ entry }) => runText(entry, points)),
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
export function shiftText({ metric: id, points }: History, change: LevelChange): string {
  const run = points[change.index]?.entry;
  const share = change.before > 0 ? `${signed(change.after / change.before - 1)} ` : "";
  const at = run ? `at ${runText(run, points)} ` : "";
  return `${share}${at}(${formatValue(id, change.before)} → ${formatValue(id, change.after)})`;
}

/** Returns commit and day of a run, with the time where other runs have the same. */
function runText({ commit, createdAt }: StoredEntry, points: History["points"]): string {
  const day = createdAt.slice(0, 10);
  const alike = points.filter(({ entry }) => entry.commit === commit && entry.createdAt.startsWith(day));
  const when = alike.length > 1 ? `${day} ${createdAt.slice(11, 16)}` : day;
  return commit === undefined ? when : `${clean(shortCommit(commit), 10)}, ${when}`;
}
