import { byteUnit, type Unit } from "../../metrics/format.ts";
import { unitFor } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { clean } from "../clean.ts";
import type { Inline, Text } from "../text.ts";
import type { Picture, PictureSeries, SeriesColour } from "./picture.ts";

/** Content of a chart, decided once; each medium draws it in its own way. */
export interface Chart {
  readonly kind: "chart";
  /** Quantity that is drawn, such as `latency p50`, and the row or server it is of. */
  readonly quantity: string;
  readonly of?: Inline | undefined;
  /** Description of the picture in sentences, for screen readers. */
  readonly alt: string;
  /** Notes on method and omissions: sentences without the full stop at their end. */
  readonly notes: readonly Text[];
  readonly picture: Picture;
  /** The x axis in numbers, for a medium that has no room for `picture.xTexts`. */
  readonly steps?: { readonly label: string; readonly at: readonly number[] };
}

/** One figure of several rows beside each other. */
export interface BarChart {
  readonly kind: "bars";
  readonly quantity: string;
  readonly of: Inline;
  readonly unit: string;
  readonly notes: readonly Text[];
  /** In the unit. `name` is untrusted. */
  readonly bars: readonly { readonly name: string; readonly value: number }[];
  /** Marks across the bars, with one value for each. */
  readonly lines?: readonly {
    readonly label: string;
    readonly colour: SeriesColour;
    readonly values: readonly number[];
  }[];
}

/** At most as many bars as can be told apart. */
export const barsShown = 12;

export interface Lines {
  readonly quantity: Quantity;
  readonly of: Inline;
  readonly x: { readonly label: string; readonly texts: readonly string[]; readonly at?: readonly number[] };
  /** `label` is untrusted; a value per x, in the unit of the metric. */
  readonly lines: readonly {
    readonly label: string;
    readonly colour: SeriesColour;
    readonly values: readonly (number | undefined)[];
  }[];
  readonly alt: string;
  readonly notes?: readonly Text[];
  /** Instead of the usual unit of the quantity. */
  readonly unit?: string;
  /** Points stand for themselves; those of several lines at one x belong together. */
  readonly shape?: "line" | "points";
  /** The ends of the y axis: from zero where absent. */
  readonly range?: (values: readonly (number | null)[]) => [number, number];
}

/** Lines over an axis, at even distances where it has no places of its own. A line needs two points. */
export function lineChart({
  quantity,
  of,
  x,
  lines,
  alt,
  notes = [],
  unit,
  shape = "line",
  range = fromZero,
}: Lines): Chart[] {
  const drawn = lines.filter(({ values }) => values.filter((value) => value !== undefined).length > 1);
  if (drawn.length === 0) return [];
  const usual = scaleOf(quantity, Math.max(...drawn.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const scale = { ...usual, name: unit ?? usual.name };
  const series = drawn.map(
    ({ label, colour, values }): PictureSeries => ({
      label: clean(label, 40),
      colour,
      shape,
      values: values.map((value) => scaled(value, scale)),
    }),
  );
  const name = quantityName(quantity);
  const picture: Picture = {
    x: x.at ?? x.texts.map((_, index) => index),
    xTexts: x.texts,
    xLabel: x.label,
    yLabel: yLabel(name, scale.name),
    unit: scale.name,
    y: range(series.flatMap(({ values }) => values)),
    series,
    ...(shape === "points" && series.length > 1 ? { isPaired: true } : {}),
  };
  return [{ kind: "chart", quantity: name, of, alt, notes, picture }];
}

export function yLabel(quantity: string, unit: string): string {
  return unit === "" ? quantity : `${quantity} (${unit})`;
}

export function wholePlaces({ x, series }: Picture): number[] {
  const lines = series.filter(({ shape }) => shape === "line");
  return x.flatMap((_, place) => (lines.every(({ values }) => values[place] !== null) ? [place] : []));
}

export type Quantity = MetricId | "speed-up";

export function quantityName(quantity: Quantity): string {
  if (quantity === "speed-up") return quantity;
  const { label, quantile } = metric(quantity);
  return quantile === undefined ? label : `latency ${label}`;
}

/** The unit of an axis up to `most`, so that its numbers are short. Its name is empty for plain counts. */
export function scaleOf(quantity: Quantity, most: number): Unit {
  if (quantity === "speed-up") return { name: "times", factor: 1 };
  switch (metric(quantity).unit) {
    case "bytes":
      return byteUnit(most);
    case "per-second":
      return { name: "req/s", factor: 1 };
    default:
      return unitFor(quantity, most);
  }
}

/** A value in the unit of the axis; null where there is none. */
export function scaled(value: number | undefined, { factor }: Unit): number | null {
  return value === undefined || !Number.isFinite(value) ? null : value * factor;
}

/** An axis from zero to above the largest value. */
export function fromZero(values: readonly (number | null)[]): [number, number] {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return [0, most > 0 ? most * 1.08 : 1];
}

/** An axis around the values, at least a tenth of them to either side, so that small noise does not look large. */
export function around(values: readonly (number | null)[]): [number, number] {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [0, 1];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const middle = (least + most) / 2;
  const half = Math.max((most - least) * 0.58, Math.abs(middle) * 0.1, Number.MIN_VALUE);
  const low = middle - half;
  return [least >= 0 ? Math.max(0, low) : low, middle + half];
}

/** More decades than these have room for one number each only. */
const fineDecades = 4;

/** The round numbers of a logarithmic axis: 1, 2 and 5 of every decade. */
export function logarithmicTicks([low, high]: readonly [number, number]): number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const steps = last - first > fineDecades ? [1] : [1, 2, 5];
  return Array.from({ length: last - first + 1 }, (_, place) => first + place)
    .flatMap((decade) => steps.map((step) => Number(`${step}e${decade}`)))
    .filter((tick) => tick >= low && tick <= high);
}
