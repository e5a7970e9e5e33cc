import { type Html, html, type Part } from "../../base/markup.ts";
import { type BranchExport, type Entry, historyOf } from "../../baseline/branch/entry.ts";
import { count, minute, nothing, plural, signed } from "../../metrics/format.ts";
import { formatValue, unitOfAll } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { centreOf, measured } from "../../metrics/summary.ts";
import { serverRow } from "../../record/row-ids.ts";
import { type History, historiesOf, historyChart, namesOf, shiftText } from "../../report/figures/history.ts";
import { shortCommit } from "../../report/report.ts";
import { groupBy } from "../../stats/group-by.ts";
import { Charts, figures, scrollableTable, titleOf } from "./blocks.ts";
import { foreign } from "./markup.ts";
import { type PageSection, pageHtml } from "./page.ts";
import { howToRead, serverSeries } from "./row-sections.ts";
import { type SortableColumn, sortableTable } from "./sortable.ts";
import { textHtml } from "./text.ts";

/** Charts of the whole page: each costs up to three kilobytes. */
const chartsShown = 160;
const runsShown = 20;
const rowMetrics: readonly MetricId[] = ["p50", "p95", "throughput"];

/**
 * The whole baseline branch as one HTML file that loads nothing: for each kind of machine the latest figures, the
 * history of every row with its changes of level, and the newest runs. The same branch gives the same bytes.
 */
export function renderDashboard(branch: BranchExport): string {
  const charts = new Charts();
  const keys = Object.values(branch.keys)
    .flatMap((entries): Key[] => entries.slice(-1).map((latest) => ({ entries, latest })))
    .sort(newestFirst);
  const perKey = Math.max(4, Math.floor(chartsShown / Math.max(1, keys.length)));
  const sections = keys.map((key, index) => ({
    ...keySection(key, { id: `key-${index + 1}`, charts, most: perKey }),
    folded: index > 0,
  }));
  const runs = keys.reduce((sum, { entries }) => sum + entries.length, 0);
  const at = branch.sha === undefined ? "" : html` at <code>${foreign(shortCommit(branch.sha), 10)}</code>`;
  return pageHtml({
    title: "MCP Bench baseline",
    header: html`<h1>MCP Bench baseline</h1><p>${plural(runs, "stored run")} on ${plural(keys.length, "kind")} of machine${at}. Only runs of one kind of machine are compared with each other.</p>`,
    sections,
    footer: html`<p>Made by mcp-bench from the baseline branch.</p>`,
    charts: charts.pictures,
  });
}

/** The runs of a kind of machine, oldest first. */
interface Key {
  readonly entries: readonly Entry[];
  readonly latest: Entry;
}

/** Machines with the newest runs first. */
function newestFirst(a: Key, b: Key): number {
  const [one, other] = [a.latest.createdAt, b.latest.createdAt];
  return one < other ? 1 : one > other ? -1 : b.entries.length - a.entries.length;
}

function keySection(
  { entries, latest }: Key,
  { id, charts, most }: { id: string; charts: Charts; most: number },
): PageSection {
  const runs = historyOf(entries);
  const ofRows = latest.head.rows.flatMap(({ row }) => rowMetrics.map((metricId) => ({ row, metric: metricId })));
  const histories = historiesOf(runs, [...ofRows, ...serverSeries]);
  const drawn = worthDrawing(histories);
  const pictures = drawn.slice(0, most).map((history) => charts.figure(historyChart(history)));
  const hidden = drawn.length - pictures.length;
  const rest = hidden > 0 ? html`<p>and ${count(hidden)} more without a chart.</p>` : undefined;
  const drawnHtml = html`<details class="charts-of"><summary><h3>${plural(pictures.length, "chart")}</h3></summary>${howToRead}${figures(pictures)}${rest}</details>`;
  return {
    id,
    title: foreign(latest.environment.description, 160),
    body: [
      html`<p>Latest of ${plural(entries.length, "stored run")}: commit <code>${foreign(shortCommit(latest.commit), 10)}</code>, ${minute(latest.createdAt)}, ${latest.status}.</p>`,
      shiftsHtml(histories),
      html`<h3>Latest figures</h3>`,
      figuresHtml(latest, histories),
      pictures.length > 0 ? drawnHtml : undefined,
      html`<h3>Newest runs</h3>`,
      runsHtml(entries),
    ],
  };
}

/** Series with changes of level first; a series that never changed is not drawn. */
function worthDrawing(histories: readonly History[]): History[] {
  return histories
    .filter(({ points }) => points.some(({ value }) => value !== points[0]?.value))
    .toSorted((a, b) => Number(b.changes.length > 0) - Number(a.changes.length > 0));
}

type Row = Entry["head"]["rows"][number];

function figuresHtml(latest: Entry, histories: readonly History[]): Html {
  const changed = new Set(histories.filter(({ changes }) => changes.length > 0).map(({ row }) => row));
  const items = latest.head.rows.slice(0, 500);
  const of = (row: Row, id: MetricId) => {
    const statistic = measured(row.statistics, id);
    return statistic && centreOf(id, statistic);
  };
  const value = (id: MetricId): SortableColumn<Row> => {
    const key = (row: Row) => of(row, id);
    const unit = unitOfAll(id, items.map(key));
    return { label: metric(id).label, align: "right", cell: (row) => formatValue(id, key(row), unit), key };
  };
  const p50Of = (row: string) => histories.find((one) => one.row === row && one.metric === "p50");
  const hasChanged = ({ row }: Row) => changed.has(row);
  const cell = (row: Row) => (hasChanged(row) ? "yes" : "");
  const levelColumn: SortableColumn<Row> = { label: "Level changed", align: "left", cell };
  const hasErrors = items.some((row) => (of(row, "error_rate") ?? 0) > 0);
  return sortableTable({
    label: "Latest figures",
    noun: "row",
    columns: [
      { label: "Row", align: "left", cell: ({ row }) => html`<code>${foreign(row, 80)}</code>`, key: ({ row }) => row },
      ...(["p50", "p95", "p99", "throughput"] as const).map(value),
      ...(hasErrors ? [value("error_rate")] : []),
      { label: "p50 so far", align: "left", cell: ({ row }) => sparkline(p50Of(row)) ?? nothing },
      ...(changed.size > 0 ? [levelColumn] : []),
    ],
    items,
    group: (row) => (hasChanged(row) ? "changed" : "steady"),
    groups: changed.size > 0 ? Object.entries({ changed: "level changed", steady: "steady" }) : [],
  });
}

/** Every change of level in words, the largest first. Metrics of a row that changed with the same run are one fact, told by the first. */
function shiftsHtml(histories: readonly History[]): Html | undefined {
  const shifts = histories.flatMap((history) => history.changes.map((change) => ({ history, change })));
  type Shift = (typeof shifts)[number];
  const together = ({ history: { row, metric: id, points }, change }: Shift) =>
    JSON.stringify([row, row === serverRow ? id : points[change.index]?.ago]);
  const share = ({ change }: Shift) => change.after / change.before - 1;
  const facts = [...groupBy(shifts, together).values()].sort(([a], [b]) => Math.abs(share(b)) - Math.abs(share(a)));
  if (facts.length === 0) return undefined;
  const items = facts.slice(0, 30).map(([{ history, change }, ...others]) => {
    const better = change.after < change.before === (metric(history.metric).better === "less");
    const tone = html`<span class="${better ? "tone-good" : "tone-bad"}">${better ? "better" : "worse"}</span>`;
    const what = shiftText(history, change);
    const also = others.map((one) => `; ${metric(one.history.metric).label} ${signed(share(one))}`);
    return html`<li>${textHtml(titleOf(namesOf(history)))}: ${tone}, ${what}${also}</li>`;
  });
  return html`<h3>Changes of level</h3><ul>${items}</ul>`;
}

const runColumns: readonly { readonly label: string; cell(entry: Entry): Part }[] = [
  { label: "Commit", cell: ({ commit }) => html`<code>${foreign(shortCommit(commit), 10)}</code>` },
  { label: "Measured", cell: ({ createdAt }) => minute(createdAt) },
  { label: "Status", cell: ({ status }) => status },
  { label: "Used to compare with", cell: ({ usable }) => (usable ? "yes" : "no") },
  { label: "Rounds", cell: ({ head }) => count(head.rounds) },
  {
    label: "Note",
    cell: ({ accepted }) =>
      accepted ? html`accepted by ${foreign(accepted.by, 80)}: ${foreign(accepted.reason, 300)}` : "",
  },
];

function runsHtml(entries: readonly Entry[]): Html {
  const newest = entries.slice(-runsShown).toReversed();
  const columns = runColumns.filter(({ cell }) => newest.some((entry) => cell(entry) !== ""));
  const head = columns.map(({ label }) => html`<th scope="col">${label}</th>`);
  const body = newest.map((entry) => {
    const cells = columns.map(({ label, cell }) => html`<td data-label="${label}">${cell(entry)}</td>`);
    return html`<tr>${cells}</tr>\n`;
  });
  return html`<div class="cards">${scrollableTable("Newest runs", { head, body })}</div>`;
}

const size = { width: 120, height: 24 };

/** Draws how a figure went, without an axis: the numbers stand beside it. Runs of all rows stand above each other. */
function sparkline(history: History | undefined): Html | undefined {
  if (history === undefined) return undefined;
  const { points, oldest } = history;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // Small noise does not look large.
  const half = Math.max((high - low) / 2, Math.abs(high) * 0.1, Number.MIN_VALUE);
  const middle = (low + high) / 2;
  const at = ({ value, ago }: History["points"][number]) => {
    const x = (size.width * (oldest - ago)) / oldest;
    const y = size.height / 2 - ((value - middle) / half) * (size.height / 2 - 2);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return html`<svg class="sparkline" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" aria-hidden="true"><path d="M${points.map(at).join("L")}"/></svg>`;
}
