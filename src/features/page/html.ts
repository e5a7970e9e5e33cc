import { type Html, html } from "../../base/markup.ts";
import type { Finding } from "../../decide/verdict.ts";
import { minute } from "../../metrics/format.ts";
import { isServerRow } from "../../record/row-ids.ts";
import { clean } from "../../report/clean.ts";
import { isStudied, sectionsOf } from "../../report/document.ts";
import type { Chart } from "../../report/figures/chart.ts";
import { sweepCharts } from "../../report/figures/pivot-charts.ts";
import { resourceCharts, timelineCharts } from "../../report/figures/resources.ts";
import { isFailing } from "../../report/finding.ts";
import { sentenceOf } from "../../report/news/sentence.ts";
import { type Report, type View, viewOf } from "../../report/report.ts";
import { headline, headlineSign, newsBlocks, toneOf } from "../../report/sections/headline.ts";
import { toolLines } from "../../report/sections/tools.ts";
import { states } from "../../report/states.ts";
import { blocksHtml, Charts } from "./blocks.ts";
import { foreign } from "./markup.ts";
import { type PageSection, pageHtml } from "./page.ts";
import { judged, resultsSection } from "./results.ts";
import { historySections, rowSection } from "./row-sections.ts";
import { textHtml, withIcons } from "./text.ts";

/** Rows whose every statistic is shown, and rows of a first table without a base. */
const rowsShown = 100;

const studyCharts = 160;

/** Sections that this page shows in its own way. */
const replaced = ["rows", "all-rows", "gated"];
const folded = ["statistics", "how-to-read"];

/**
 * The report as one HTML file that loads nothing: verdict, results with filter and sort, charts with their data, and
 * the tables of the comment in full. The same report gives the same bytes.
 */
export function renderHtml(report: Report): string {
  const view = viewOf(report);
  const charts = new Charts();
  const texts = textSections(view, charts);
  const sections = [
    ...resultsSection(view.report),
    ...texts.filter(({ late }) => !late),
    ...historySections(view, charts),
    ...rowSection(view, charts),
    ...texts.filter(({ late }) => late),
  ];
  return pageHtml({
    title: `${clean(headlineSign(report).words, 80)} – ${clean(report.title, 80)}`,
    header: header(view, charts),
    sections,
    footer: footer(report),
    charts: charts.pictures,
  });
}

function header(view: View, charts: Charts): Html {
  const { report } = view;
  const { title, blocks } = headline(view);
  const rest = blocks.slice(newsBlocks(report).length);
  const words = textHtml(sentenceOf(report));
  return html`<h1>${foreign(report.title, 120)}</h1>
<div class="verdict ${toneOf(report)}"><p class="status">${withIcons(title)}</p><p class="sentence">${words}</p></div>
${blocksHtml({ title, blocks: rest }, charts)}
${tally(judged(report))}`;
}

function tally(findings: readonly Finding[]): Html {
  const passing = findings.filter(({ state }) => state === "pass").length;
  const improved = findings.filter(({ state }) => state === "improved").length;
  const bad = findings.filter(isFailing);
  const failing = bad.filter(({ threshold }) => threshold.level === "fail").length;
  const warned = bad.length - failing;
  const open = findings.length - passing - improved - bad.length;
  const counts: [number, string, string][] = [
    [failing, "failing", "bad"],
    [warned, warned === 1 ? "warning" : "warnings", "unsure"],
    [open, "undecided", "unsure"],
    [improved, "improved", "good"],
    [passing, "pass", "good"],
  ];
  const items = counts
    .filter(([amount]) => amount > 0)
    .map(([amount, words, tone]) => html`<li class="${tone}"><b>${amount}</b> ${words}</li>`);
  return items.length === 0 ? html`` : html`<ul class="tally">${items}</ul>`;
}

/** The sections of the comment, with charts on top where the page has some for them. */
function textSections(view: View, charts: Charts): (PageSection & { readonly late: boolean })[] {
  const sections = sectionsOf(view, {
    // Charts of a study stand with its tables.
    charts: isStudied(view) ? studyCharts : 0,
    rows: { rows: 0, columns: "all" },
    history: 0,
    measured: rowsShown,
    statistics: rowsShown,
    features: "all",
  });
  const isServerQuiet = view.report.comparison.findings.every(
    ({ row, state }) => !isServerRow(row) || states[state].tone === "good",
  );
  const isListSame = toolLines(view).every(({ head, base }) => head?.bytes === base?.bytes);
  return sections
    .filter(({ id }) => !replaced.includes(id))
    .map(({ id, title, fold, blocks }) => ({
      id,
      title,
      folded: folded.includes(id) || (id === "server" && isServerQuiet) || (id === "tools" && isListSame),
      late: fold !== undefined && fold !== "Profile",
      body: blocksHtml({ title, blocks: [...(chartsOf[id]?.(view) ?? []), ...blocks] }, charts),
    }));
}

/** Charts above the text of a section. */
const chartsOf: Readonly<Record<string, (view: View) => Chart[]>> = {
  sweeps: (view) => sweepCharts(view, ({ isOfVariants }) => !isOfVariants),
  variants: (view) => sweepCharts(view, ({ isOfVariants }) => isOfVariants),
  sustained: ({ report }) => timelineCharts(report),
  server: ({ report }) => resourceCharts(report),
};

function footer({ run, runUrl }: Report): Html {
  const link = runUrl === undefined ? [] : textHtml([" ", { link: "Workflow run", url: runUrl }, "."]);
  return html`<p>Made by ${foreign(run.harness, 60)}, measured at ${foreign(minute(run.createdAt), 40)}.${link}</p>`;
}
