import { clean } from "../clean.ts";
import type { Inline, Text } from "../text.ts";
import type { Picture, PictureSeries, SeriesColour } from "./picture.ts";
import { fromZero, type Quantity, quantityName, scaled, scaleOf } from "./scale.ts";

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

interface Line {
  /** Untrusted. */
  readonly label: string;
  readonly colour: SeriesColour;
  /** One per x, in the unit of the metric. */
  readonly values: readonly (number | undefined)[];
}

export interface Lines {
  readonly quantity: Quantity;
  readonly of: Inline;
  readonly x: { readonly label: string; readonly texts: readonly string[]; readonly at?: readonly number[] };
  readonly lines: readonly Line[];
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

/** The places of x at which every line has a value. */
export function wholePlaces({ x, series }: Picture): number[] {
  const lines = series.filter(({ shape }) => shape === "line");
  return x.flatMap((_, place) => (lines.every(({ values }) => values[place] !== null) ? [place] : []));
}
