import { seriesOf } from "../../history/levels.ts";
import { plural } from "../../metrics/format.ts";
import { paragraph, type Section } from "../block.ts";
import { barCharts, changeChart } from "../figures/bars.ts";
import type { BarChart, Chart } from "../figures/chart.ts";
import { historiesOf, historyChart, runOf } from "../figures/history.ts";
import { speedUpCharts, sweepCharts } from "../figures/pivot-charts.ts";
import { failingFirst, type View } from "../report.ts";
import { isStudy } from "./conditions.ts";

/** Draws this run: beside a base the changes first, in a study its own question. */
export function chartsOf(view: View): (Chart | BarChart)[] {
  // Bars of rows without a counterpart say no more than the table.
  const hasVariants = view.rows.some(({ row }) => row.variant !== undefined);
  const bars = hasVariants || isStudy(view.report.run) ? barCharts(view) : [];
  const [speedUps, others] = [speedUpCharts(view), [...sweepCharts(view), ...bars]];
  return view.report.base ? [...others, ...speedUps] : [...speedUps, ...others];
}

/** The charts of this run, under a fold: the table says first what changed. */
export function chartsSection(view: View, most: number): Section {
  const charts = chartsOf(view);
  const lost = charts.length - most;
  const note = lost > 0 ? paragraph(`${plural(lost, "further chart")} left out; the tables hold the figures.`) : [];
  return {
    id: "charts",
    title: plural(Math.min(charts.length, most), "chart"),
    fold: view.report.base && "Charts",
    blocks: most === 0 ? [] : [...charts.slice(0, most), ...note],
  };
}

export function changesSection(view: View, most: number): Section {
  return { id: "changes", title: "Changes", isUntitled: true, blocks: most > 0 ? changeChart(view) : [] };
}

/** Runs shown in a history chart, this one included. */
const historyLength = 30;

/** p50 of each row over the stored runs of this key and this run; rows that fail first. */
export function historySection(view: View, most: number): Section {
  const { history } = view.report;
  const runs = history.length > 0 && most > 0 ? [...history, runOf(view.report)] : [];
  const known = failingFirst(view.rows)
    .map(({ row }) => ({ row: row.id, metric: "p50" as const }))
    .filter((wanted) => seriesOf(runs, wanted).filter(({ ago }) => ago < historyLength).length > 1);
  const drawn = historiesOf(runs, known.slice(0, most), historyLength).map(historyChart);
  const hidden = known.length - drawn.length;
  const note = hidden > 0 ? paragraph(`and ${plural(hidden, "more row")}.`) : [];
  const blocks = drawn.length > 0 ? [...drawn, ...note] : [];
  return { id: "history", title: `History of ${plural(drawn.length, "row")}`, fold: "Charts", blocks };
}
