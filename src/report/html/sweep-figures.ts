import { formatValue } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { ChartSeries } from "../figures/plot.ts";
import { fromZero, scaled, scaleOf } from "../figures/scale.ts";
import { drawnRows, type Sweep } from "../figures/sweep.ts";
import { figureOf, measured } from "../view.ts";
import { textHtml } from "./blocks.ts";
import type { Figure } from "./figure.ts";
import { foreign, html } from "./markup.ts";

/** Throughput, p50 and p99 over the swept value. */
export function sweepFigures(sweep: Sweep): Figure[] {
  return (["throughput", "p50", "p99"] as const).flatMap((id) => sweepFigure(sweep, id));
}

function sweepFigure(sweep: Sweep, id: MetricId): Figure[] {
  const drawn = drawnRows(sweep);
  const rows = drawn.rows.map((row) => ({
    x: row.x,
    base: figureOf(row.base?.statistics, id),
    head: figureOf(row.head?.statistics, id),
  }));
  const most = Math.max(...rows.flatMap(({ base = 0, head = 0 }) => [base, head]));
  const scale = scaleOf(id, most);
  const series = (["base", "head"] as const).flatMap((arm): ChartSeries[] => {
    const values = rows.map((row) => scaled(row[arm], scale));
    return values.every((value) => value === null) ? [] : [{ label: arm, colour: arm, shape: "line", values }];
  });
  if (rows.length < 2 || series.length === 0) return [];
  const few = drawn.rows.filter((row) => measured(row.head?.statistics, id)?.insufficient).map(({ x }) => x);
  const notes = drawn.notes.map((note) => html`${textHtml(note)}`);
  const { label } = metric(id);
  const ends = [rows[0], rows.at(-1)].map((row) => (row ? `${formatValue(id, row.head)} at ${row.x}` : ""));
  return [
    {
      title: html`${label} of ${foreign(sweep.benchmark, 80)}`,
      summary: `${label} over ${rows.length} swept values: head ${ends.join(", ")}.`,
      notes: few.length > 0 ? [...notes, `Too few samples for a trustworthy value at ${few.join(", ")}.`] : notes,
      spec: {
        x: rows.map((_, index) => index),
        xTexts: rows.map(({ x }) => String(x)),
        xLabel: sweep.field,
        yLabel: `${label} (${scale.unit})`,
        unit: scale.unit,
        y: fromZero(series.flatMap(({ values }) => values)),
        series,
      },
    },
  ];
}
