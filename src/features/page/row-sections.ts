import { type Html, html } from "../../base/markup.ts";
import type { Figure } from "../../history/levels.ts";
import { plural } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { metric, metricIds } from "../../metrics/metric.ts";
import { figureOf } from "../../metrics/summary.ts";
import { serverRow } from "../../record/row-ids.ts";
import { historiesOf, historyChart, runOf } from "../../report/figures/history.ts";
import { latencyCharts, samplesOf } from "../../report/figures/latency.ts";
import { isFailing, judgedOf } from "../../report/finding.ts";
import { failingFirst, type RowView, type View } from "../../report/report.ts";
import { type Charts, figures } from "./blocks.ts";
import { foreign } from "./markup.ts";
import type { PageSection } from "./page.ts";

/** Rows with charts of their own: each costs a few kilobytes. */
const rowsDrawn = 40;

/** Percentiles and rounds of each row that has samples; rows that fail first. */
export function rowSection(view: View, charts: Charts): PageSection[] {
  const rows = failingFirst(view.rows).filter(({ head, base }) => (head?.ok ?? 0) + (base?.ok ?? 0) > 0);
  const parts = rows.slice(0, rowsDrawn).flatMap((rowView): Html[] => {
    const { id } = rowView.row;
    const drawn = latencyCharts(samplesOf(view.report, id)).map((chart) => charts.figure(chart));
    const summary = html`<h3><code>${foreign(id, 80)}</code></h3> <span class="quiet">${inShort(rowView)}</span>`;
    return drawn.length === 0 ? [] : [html`<summary>${summary}</summary>${figures(drawn)}`];
  });
  if (parts.length === 0) return [];
  const openAt = (index: number) => (index === 0 ? html` open` : "");
  const body = parts.map((part, index) => html`<details class="row"${openAt(index)}>${part}</details>\n`);
  return [{ id: "rows", title: "Latency of each row", body: [body, furtherRows(rows.length - rowsDrawn)] }];
}

function inShort({ base, head, findings }: RowView): string {
  const figures = (["p50", "p95"] as const).map((id) => {
    // Head's as it was judged, so that it agrees with the results above.
    const after = judgedOf(findings, id)?.head ?? figureOf(head?.statistics, id);
    const values = [figureOf(base?.statistics, id), after].flatMap((value) => value ?? []);
    return `${metric(id).label} ${values.map((value) => formatValue(id, value)).join(" → ")}`;
  });
  const failing = findings.filter((one) => isFailing(one) && one.threshold.level === "fail").length;
  if (failing > 0) figures.push(`${failing} of ${plural(findings.length, "result")} failing`);
  return figures.join(", ");
}

/** Series of what is measured of the server. */
export const serverSeries: readonly Figure[] = metricIds
  .filter((id) => metric(id).scope === "server")
  .map((id) => ({ row: serverRow, metric: id }));

/** p50 of each row, and what is measured of the server, over the stored runs and this one. */
export function historySections(view: View, charts: Charts): PageSection[] {
  const { history } = view.report;
  if (history.length === 0) return [];
  const rows = failingFirst(view.rows).map(({ row }) => row.id);
  const ofRows = rows.slice(0, rowsDrawn).map((row): Figure => ({ row, metric: "p50" }));
  const histories = historiesOf([...history, runOf(view.report)], [...ofRows, ...serverSeries]);
  // A series that never changed is not drawn.
  const told = histories.filter(({ points }) => points.some(({ value }) => value !== points[0]?.value));
  if (told.length === 0) return [];
  const failing = new Set(view.rows.filter(({ findings }) => findings.some(isFailing)).map(({ row }) => row.id));
  const isNews = ({ row, changes }: (typeof told)[number]) => changes.length > 0 || failing.has(row);
  const draw = (some: typeof told) => figures(some.map((one) => charts.figure(historyChart(one))));
  const [news, steady] = [told.filter(isNews), told.filter((one) => !isNews(one))];
  const others =
    steady.length > 0
      ? html`<details class="charts-of"><summary><h3>${steady.length} steady series</h3></summary>${draw(steady)}</details>`
      : undefined;
  const body = [howToRead, draw(news), others, furtherRows(rows.length - rowsDrawn)];
  return [{ id: "history", title: "History", body }];
}

/** Said once above the charts of a history. */
export const howToRead = html`<p>One point per stored run of this kind of machine, the newest on the right. The band is the 95 % interval of a run’s figure, or its lowest and highest round where there are fewer than four. A vertical line marks the first run of a new level: at least five runs stand on either side, and runs in random order would seldom show so sharp a change.</p>`;

function furtherRows(hidden: number): Html {
  return hidden > 0 ? html`<p>and ${plural(hidden, "more row")} without charts.</p>` : html``;
}
