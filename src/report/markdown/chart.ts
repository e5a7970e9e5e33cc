import { clean, harmless } from "../clean.ts";
import { type BarChart, type Chart, wholePlaces } from "../figures/chart.ts";
import type { SeriesColour } from "../figures/picture.ts";
import type { Text } from "../text.ts";

/** Pixels of a chart of lines: half as high as wide, so that several can be seen at once. */
const lineHeight = 350;

/** The line under the chart has room for them; the title names the colours only where they are short. */
const seriesLength = 40;
/** Longer names of series leave no room for that of the chart. */
const shortName = 16;

/** The lines of a chart as Mermaid, and what stands below it: xychart knows no bands, steps or gaps. */
export function mermaidLines({ quantity, of, picture, steps, notes }: Chart) {
  const places = wholePlaces(picture);
  const series = picture.series.flatMap(({ label, shape, colour, values }): Series[] => {
    if (shape !== "line" || colour === "level") return [];
    const name = harmless(clean(label, seriesLength));
    return [{ label: name, colour, values: places.map((place) => values[place] ?? 0) }];
  });
  const names = steps?.at ?? picture.xTexts ?? picture.x;
  const gaps = names.filter((_, place) => !places.includes(place));
  const isTitled = series.length === 2 && series.every(({ label }) => label.length <= shortName);
  const source = xyChart({
    title: titleOf({ of, quantity, unit: picture.unit }, isTitled ? legend(series) : ""),
    mark: "line",
    height: lineHeight,
    x: { label: steps?.label ?? picture.xLabel, categories: places.map((place) => names[place] ?? "") },
    y: { label: picture.unit || quantity },
    series,
  });
  const left: Text[] = gaps.length > 0 ? [[`Omitted without a value in every line: ${gaps.join(", ")}`]] : [];
  return { source, caption: [[squares(series)], ...notes, ...left] };
}

export function mermaidBars({ quantity, of, unit, bars, notes, lines = [] }: BarChart) {
  const series: Series[] = [
    { label: "head", colour: "head", values: bars.map(({ value }) => value) },
    ...lines.map((line) => ({ ...line, mark: "line" as const })),
  ];
  const source = xyChart({
    title: titleOf({ of, quantity, unit: lines.length > 0 ? "" : unit }, ""),
    mark: "bar",
    horizontal: true,
    height: 110 + 24 * bars.length,
    x: { categories: bars.map(({ name }) => clean(name, 24)) },
    y: { label: unit },
    series,
  });
  return { source, caption: [[squares(series)], ...notes] };
}

/** The name is cut where it must be; where the colours leave no room for it, the line under the chart has them alone. */
function titleOf({ of, quantity, unit }: Pick<Chart, "of" | "quantity"> & { unit: string }, colours: string): string {
  const name = of === undefined ? "" : typeof of === "string" ? of : "name" in of ? of.name : "";
  const what = ` ${quantity}${unit === "" ? "" : ` (${unit})`}`;
  const tail = clean(name, titleLength).length + what.length + colours.length <= titleLength ? what + colours : what;
  return `${clean(name, titleLength - tail.length)}${tail}`;
}

interface Series {
  readonly label: string;
  readonly colour: SeriesColour;
  readonly values: readonly number[];
  /** Instead of that of the chart. */
  readonly mark?: "line" | "bar";
}

interface XyChart {
  readonly title: string;
  readonly horizontal?: boolean;
  /** Pixels; 500 where absent. */
  readonly height?: number;
  readonly mark: "line" | "bar";
  readonly x: { readonly label?: string; readonly categories: readonly (number | string)[] };
  readonly y: { readonly label: string };
  readonly series: readonly Series[];
}

const palette: Readonly<Record<SeriesColour, { hex: string; name: string; square: string }>> = {
  base: { hex: "#1f77b4", name: "blue", square: "🟦" },
  head: { hex: "#ff7f0e", name: "orange", square: "🟧" },
  third: { hex: "#2ca02c", name: "green", square: "🟩" },
  fourth: { hex: "#d62728", name: "red", square: "🟥" },
  fifth: { hex: "#9467bd", name: "purple", square: "🟪" },
  sixth: { hex: "#8c564b", name: "brown", square: "🟫" },
};

/** Longer titles run out of the picture, which is 700 pixels wide, in the widest of the fonts that mermaid asks for. */
const titleLength = 62;

/**
 * Mermaid source of one chart. What its parser cannot read is kept out: exponents, NaN, empty lists, quotes within
 * quotes and unquoted words. Throws a RangeError for a chart without points or with a value that is not finite.
 */
export function xyChart(chart: XyChart): string {
  const { x, y, series, mark } = chart;
  if (x.categories.length === 0 || series.length === 0)
    throw new RangeError(`the chart "${chart.title}" has no points`);
  const colours = series.map(({ colour }) => palette[colour].hex);
  const all = series.flatMap(({ values }) => values);
  const size = chart.height === undefined ? "" : `, 'xyChart': {'height': ${chart.height}}`;
  const label = x.label ? `${quoted(x.label, 40)} ` : "";
  return [
    `%%{init: {'themeVariables': {'xyChart': {'plotColorPalette': '${colours.join(",")}'}}${size}}}%%`,
    chart.horizontal ? "xychart-beta horizontal" : "xychart-beta",
    `title ${quoted(chart.title, titleLength)}`,
    `x-axis ${label}[${distinct(x.categories).join(", ")}]`,
    `y-axis ${quoted(y.label, 20)} ${plain(lowerBound(all))} --> ${plain(upperBound(all))}`,
    ...series.map((one) => `${one.mark ?? mark} [${one.values.map((value) => plain(value)).join(", ")}]`),
  ].join("\n");
}

function legend(series: readonly Series[]): string {
  return ` (${series.map(({ label, colour }) => `${label} ${palette[colour].name}`).join(", ")})`;
}

/** The same as coloured squares, for the line under the chart. */
function squares(series: readonly Series[]): string {
  return series.length < 2 ? "" : series.map(({ label, colour }) => `${palette[colour].square} ${label}`).join(" · ");
}

const roundSteps = [1, 1.2, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 10];

/** The next round number above every value, with a little room. */
export function upperBound(values: readonly number[]): number {
  const most = Math.max(0, ...values) * 1.02;
  if (most === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = roundSteps.find((candidate) => candidate * power >= most) ?? 10;
  return step * power;
}

/** Zero, or the next round number below every value. */
function lowerBound(values: readonly number[]): number {
  return values.some((value) => value < 0) ? -upperBound(values.map((value) => -value)) : 0;
}

/** A number as xychart reads it: four significant digits, no exponent. */
function plain(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be drawn`);
  if (Math.abs(value) < 1e-9) return "0";
  const digits = Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value)))));
  const text = value.toFixed(digits);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** Categories of the same name would fall on one place of the axis. */
function distinct(categories: readonly (number | string)[]): string[] {
  const seen = new Map<string, number>();
  return categories.map((value) => {
    const text = isNumber(value) ? plain(Number(value)) : quoted(String(value), 24);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return times === 1 ? text : quoted(`${text.replaceAll('"', "")} ${times}`, 30);
  });
}

/** A text that is a number as people write it needs no quotes. */
function isNumber(value: number | string): boolean {
  return typeof value === "number" || (/^\d+(?:\.\d+)?$/.test(value) && String(Number(value)) === value);
}

/**
 * A quoted label. Only letters, digits and harmless signs stay: braces and `%%` would start a directive, `#…;` an
 * entity, a quote would end the label.
 */
function quoted(text: string, max: number): string {
  const safe = text
    .slice(0, max * 8)
    .replace(/["`]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N} .,:()+\-_/@=%?!*'&~^…·µ–−→×|]/gu, " ")
    .replace(/%+/g, "%")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...safe];
  const short = characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : safe;
  return `"${short || "–"}"`;
}
