import { clean, harmless } from "../clean.ts";
import { type BarChart, type Chart, wholePlaces } from "../figures/chart.ts";
import { type SeriesColour, seriesColours } from "../figures/picture.ts";
import type { Inline, Text } from "../text.ts";
import { legend, type Series, squares, titleLength, xyChart } from "./mermaid.ts";

/** A chart as Mermaid, and what stands below it. */
export interface MermaidChart {
  readonly source: string;
  readonly caption: readonly Text[];
}

/** Pixels of a chart of lines: half as high as wide, so that several can be seen at once. */
const lineHeight = 350;

/** The line under the chart has room for them; the title names the colours only where they are short. */
const seriesLength = 40;
/** Longer names of series leave no room for that of the chart. */
const shortName = 16;

/** The lines of a chart: xychart knows no bands, steps or gaps. */
export function mermaidLines({ quantity, of, picture, steps, notes }: Chart): MermaidChart {
  const places = wholePlaces(picture);
  const series = picture.series.flatMap(({ label, shape, colour, values }): Series[] => {
    if (shape !== "line" || !isSeriesColour(colour)) return [];
    const name = harmless(clean(label, seriesLength));
    return [{ label: name, colour, values: places.map((place) => values[place] ?? 0) }];
  });
  const names = steps?.at ?? picture.xTexts ?? picture.x;
  const gaps = names.filter((_, place) => !places.includes(place));
  const source = xyChart({
    title: titleOf(
      { of, quantity, unit: picture.unit },
      series.length > 2 || series.some(({ label }) => label.length > shortName) ? "" : legend(series),
    ),
    mark: "line",
    height: lineHeight,
    x: { label: steps?.label ?? picture.xLabel, categories: places.map((place) => names[place] ?? "") },
    y: { label: picture.unit || quantity },
    series,
  });
  const left: Text[] = gaps.length > 0 ? [[`Omitted without a value in every line: ${gaps.join(", ")}`]] : [];
  return { source, caption: [[squares(series)], ...notes, ...left] };
}

/** One bar per row. */
export function mermaidBars({ quantity, of, unit, bars, notes, lines = [] }: BarChart): MermaidChart {
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

interface ChartNames {
  readonly of: Inline | undefined;
  readonly quantity: string;
  readonly unit: string;
}

/** The name is cut where it must be; where the colours leave no room for it, the line under the chart has them alone. */
function titleOf({ of, quantity, unit }: ChartNames, colours: string): string {
  const name = of === undefined ? "" : typeof of === "string" ? of : "name" in of ? of.name : "";
  const what = ` ${quantity}${unit === "" ? "" : ` (${unit})`}`;
  const tail = clean(name, titleLength).length + what.length + colours.length <= titleLength ? what + colours : what;
  return `${clean(name, titleLength - tail.length)}${tail}`;
}

function isSeriesColour(colour: string): colour is SeriesColour {
  return seriesColours.some((one) => one === colour);
}
