import { type MetricId, metric } from "../../metrics/metric.ts";
import { clean } from "../escape.ts";
import { type ChartSeries, seriesColours } from "../figures/plot.ts";
import { fromZero, scaled, scaleOf } from "../figures/scale.ts";
import { drawnLines, figureOn, type VariantLine, type VariantTable, variantTables } from "../figures/variants.ts";
import type { View } from "../view.ts";
import { textHtml } from "./blocks.ts";
import type { Figure } from "./figure.ts";
import { foreign, html } from "./markup.ts";

/** Throughput, p50 and p99 over each sweep, a line per variant. */
export function variantFigures(view: View): Figure[] {
  return variantTables(view).flatMap((one) => {
    const { sweep } = one;
    const drawn = drawnLines(one);
    if (sweep === undefined || drawn.lines.length < 2) return [];
    return (["throughput", "p50", "p99"] as const).flatMap((id) => variantFigure({ ...one, sweep }, drawn, id));
  });
}

type Swept = VariantTable & { readonly sweep: NonNullable<VariantTable["sweep"]> };

function variantFigure(
  { sweep, variants }: Swept,
  { lines, notes }: ReturnType<typeof drawnLines>,
  id: MetricId,
): Figure[] {
  const figure = (line: VariantLine, variant: string) => figureOn(line, variant, id);
  const known = variants.filter((variant) => lines.some((line) => figure(line, variant) !== undefined));
  const shown = known.slice(0, seriesColours.length);
  if (shown.length === 0) return [];
  const scale = scaleOf(id, Math.max(...lines.flatMap((line) => shown.map((variant) => figure(line, variant) ?? 0))));
  const series = shown.map(
    (variant, index): ChartSeries => ({
      label: clean(variant, 40),
      colour: seriesColours[index] ?? "base",
      shape: "line",
      values: lines.map((line) => scaled(figure(line, variant), scale)),
    }),
  );
  const { label } = metric(id);
  const left = known.slice(shown.length);
  const within = sweep.within === undefined ? "" : ` with ${sweep.within}`;
  return [
    {
      title: html`${label} of ${foreign(`${sweep.benchmark}${within}`, 80)}`,
      summary: `${label} over ${lines.length} swept values, a line for each of ${shown.length} variants.`,
      notes: [
        ...notes.map((note) => html`${textHtml(note)}`),
        ...(left.length > 0 ? [html`Not drawn: ${foreign(left.join(", "), 200)}`] : []),
      ],
      spec: {
        x: lines.map((_, index) => index),
        xTexts: lines.map(({ x }) => String(x)),
        xLabel: sweep.field,
        yLabel: `${label} (${scale.unit})`,
        unit: scale.unit,
        y: fromZero(series.flatMap(({ values }) => values)),
        series,
      },
    },
  ];
}
