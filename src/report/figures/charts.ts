import { type MetricId, metric } from "../../metrics/metric.ts";
import type { Text } from "../block.ts";
import { clean, harmless } from "../escape.ts";
import { legend, type Series, squares, titleLength, xyChart } from "../markdown/mermaid.ts";

/** A drawn chart with what a reader needs beside it. */
export interface Chart {
  readonly kind: "chart";
  readonly mermaid: string;
  readonly legend: string;
  /** What was left out of the picture, and why. */
  readonly notes: readonly Text[];
}

/** A metric, or how many times as much of throughput. */
type Drawn = MetricId | "speed-up";

export interface Point {
  readonly x: number | string;
  readonly base?: number | undefined;
  readonly head: number;
}

export interface ChartInput {
  readonly name: string;
  /** What the y axis shows. */
  readonly drawn: Drawn;
  readonly xLabel: string;
  readonly points: readonly Point[];
  readonly notes: readonly Text[];
}

/** Lines over a numeric x axis: base and head, or head alone where any point lacks a base. */
export function lineChart(input: ChartInput): Chart {
  const { points } = input;
  const paired = points.every((point) => point.base !== undefined);
  const scale = scaleOf(input.drawn, mostOf(points));
  const head = { label: "head", values: points.map((point) => point.head * scale.factor) };
  const base = { label: "base", values: points.map((point) => (point.base ?? 0) * scale.factor) };
  return draw(input, {
    scale,
    mark: "line",
    x: points.map((point) => point.x),
    series: paired ? [base, head] : [head],
  });
}

export interface LinesInput extends Omit<ChartInput, "points"> {
  readonly x: readonly number[];
  /** In the order of their colours, each with a value per x. */
  readonly series: readonly Series[];
}

/** Lines over a numeric x axis, one per series. */
export function linesChart(input: LinesInput): Chart {
  const scale = scaleOf(input.drawn, Math.max(...input.series.flatMap(({ values }) => values)));
  const series = input.series.map(({ label, values }) => ({
    label: harmless(clean(label, seriesLength)),
    values: values.map((value) => value * scale.factor),
  }));
  return draw(input, { scale, mark: "line", x: input.x, series });
}

/** Pixels of a chart of lines: half as high as wide, so that several can be seen at once. */
const lineHeight = 350;

/** As many series as there are colours. */
export const seriesShown = 6;

/** Longer names of series leave no room for that of the chart. */
const seriesLength = 16;

/**
 * One bar per row. xychart draws the bars of its series on top of each other at one place, so what both arms reach is
 * drawn last, over the part by which head is above or below base.
 */
export function barChart(input: ChartInput): Chart {
  const scale = scaleOf(input.drawn, mostOf(input.points));
  const points = input.points.map(({ head, base = head }) => ({
    head: head * scale.factor,
    base: base * scale.factor,
  }));
  const x = input.points.map((point) => clean(String(point.x), 24));
  if (input.points.every(({ base }) => base === undefined)) {
    const series = [{ label: "head", values: points.map(({ head }) => head) }];
    return draw(input, { scale, mark: "bar", x, series });
  }
  const series = [
    { label: "slower", colour: 1, values: points.map(({ head, base }) => (head > base ? head : 0)) },
    { label: "faster", colour: 2, values: points.map(({ head, base }) => (head < base ? base : 0)) },
    { label: "both", colour: 0, values: points.map(({ head, base }) => Math.min(head, base)) },
  ];
  return draw(input, { scale, mark: "bar", x, series });
}

interface Drawing {
  readonly scale: Scale;
  readonly mark: "line" | "bar";
  readonly x: readonly (number | string)[];
  readonly series: readonly Series[];
}

function draw(input: Omit<ChartInput, "points">, { scale, mark, x, series }: Drawing): Chart {
  const what = ` ${titleOf(input.drawn)} (${scale.unit})`;
  const named = `${what}${legend(series)}`;
  // Where the colours leave no room for the name, or are many, the line under the chart has them alone.
  const fits = clean(input.name, titleLength).length + named.length <= titleLength;
  const tail = fits && !(mark === "line" && series.length > 2) ? named : what;
  const mermaid = xyChart({
    title: `${clean(input.name, titleLength - tail.length)}${tail}`,
    mark,
    horizontal: mark === "bar",
    height: mark === "bar" ? 110 + 30 * x.length : lineHeight,
    x: { label: input.xLabel, categories: x },
    y: { label: scale.unit },
    series,
  });
  return { kind: "chart", mermaid, legend: squares(series), notes: input.notes };
}

interface Scale {
  readonly unit: string;
  readonly factor: number;
}

function mostOf(points: readonly Point[]): number {
  return Math.max(...points.flatMap((point) => [point.head, point.base ?? 0]));
}

/** One unit for the whole axis, so that its numbers are short. */
function scaleOf(id: Drawn, most: number): Scale {
  if (id === "speed-up") return { unit: "times", factor: 1 };
  switch (metric(id).unit) {
    case "ms":
      if (most < 1) return { unit: "µs", factor: 1000 };
      return most < 10_000 ? { unit: "ms", factor: 1 } : { unit: "s", factor: 1e-3 };
    case "bytes":
      return most < 1e6 ? { unit: "KB", factor: 1e-3 } : { unit: "MB", factor: 1e-6 };
    case "bytes-per-second":
      return most < 1e6 ? { unit: "KB/s", factor: 1e-3 } : { unit: "MB/s", factor: 1e-6 };
    case "per-second":
      return { unit: "req/s", factor: 1 };
    case "ratio":
      return { unit: "%", factor: 100 };
    default:
      return { unit: metric(id).label, factor: 1 };
  }
}

function titleOf(id: Drawn): string {
  if (id === "speed-up") return id;
  return metric(id).quantile === undefined ? metric(id).label : `latency ${metric(id).label}`;
}
