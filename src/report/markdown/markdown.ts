import { joinMarkdown, type Markdown, markdown } from "../../base/markdown.ts";
import { plural } from "../../metrics/format.ts";
import type { Section } from "../block.ts";
import { type Extent, sectionsOf } from "../document.ts";
import { isFailing } from "../finding.ts";
import type { Report } from "../report.ts";
import { budgetsSection } from "../sections/budgets.ts";
import { headlineSign } from "../sections/headline.ts";
import { failureLines } from "../sections/rows.ts";
import { statisticsSection } from "../sections/statistics.ts";
import { chapters } from "../sections/study.ts";
import { type View, viewOf } from "../view.ts";
import { prose, words } from "./escape.ts";
import { fitWithin, linesWithin, type Step } from "./fit.ts";
import { markdownBlocks, markdownSection, markdownText } from "./markdown-block.ts";

/** GitHub refuses comments above 65,536 characters; the marker and a margin are kept free. */
export const commentBytes = 60_000;
/** GitHub's limit for the summary of one step. */
export const summaryBytes = 1024 * 1024 - 1024;

/** The pull-request comment: at most `bytes` of UTF-8. */
export function renderComment(report: Report, bytes = commentBytes): Markdown {
  return render(report, {
    bytes,
    extent: { charts: 16, rows: { rows: 25, columns: "all" }, history: 6, measured: 15, features: "all" },
    elsewhere: "The job summary and the result files hold more.",
  });
}

/** The job summary: the same text with more room. */
export function renderSummary(report: Report, bytes = summaryBytes): Markdown {
  return render(report, {
    bytes,
    extent: { charts: 60, rows: { rows: 100, columns: "all" }, history: 30, measured: 60, features: "all" },
    elsewhere: "The result files hold everything.",
  });
}

interface Medium {
  readonly bytes: number;
  readonly extent: Extent;
  readonly elsewhere: string;
}

function render(report: Report, { bytes, extent, elsewhere }: Medium): Markdown {
  const view = viewOf(report);
  const sections = sectionsOf(view, extent);
  const parts = sections.map((section) => ({
    id: section.id,
    text: textOf(section, report),
    ...(section.folded ? { fold: foldOf(section.id), title: section.title } : {}),
  }));
  const closing = (leftOut: readonly string[]): Markdown => {
    const run = report.runUrl === undefined ? [] : [markdownText([{ link: "Workflow run", url: report.runUrl }])];
    const note =
      leftOut.length === 0 ? [] : [words(`Omitted to fit the size limit: ${leftOut.join(", ")}. ${elsewhere}`)];
    return joinMarkdown([...note, ...run], " ");
  };
  return fitWithin(parts, stepsOf(view), {
    bytes,
    closing,
    folds: foldOrder.map((id) => ({ id, title: id === details ? detailsTitle(sections) : id })),
  });
}

function textOf(section: Section, report: Report): Markdown {
  const body = markdownBlocks(section);
  if (section.id === "headline") return markdown`## ${headingOf(report)}\n\n${body}`;
  return section.folded || withoutTitle.includes(section.id) ? body : markdownSection(section);
}

const details = "Run details";

/** Folds of a report from top to bottom, with the sections in each: at most these, however much there is to say. */
const folds: readonly { readonly title: string; readonly of: readonly string[] }[] = [
  { title: "Profile", of: ["profiles"] },
  { title: "All results", of: ["all-rows", "gated", "budgets"] },
  { title: "Charts", of: ["charts", "history"] },
  { title: details, of: ["reproduce", "notes", "environment", "conditions", "how-to-read"] },
];

/** Holds tables for reference: every section that no other fold names. */
const reference = "Statistics";

function foldOf(id: string): string {
  return folds.find(({ of }) => of.includes(id))?.title ?? reference;
}

/** Folds in their order: reference comes before the details of the run. */
const foldOrder = folds.flatMap(({ title }) => (title === details ? [reference, title] : [title]));

/** Counts the warnings in the title: hidden ones would look like none. */
function detailsTitle(sections: readonly Section[]): string {
  const notes = sections.find(({ id, folded }) => id === "notes" && folded);
  return notes ? `${details}, ${notes.title.toLowerCase()}` : details;
}

/** Sections that follow the headline without a title of their own. */
const withoutTitle = ["changes", "rows"];

function headingOf(report: Report): Markdown {
  const { icon, words: verdict } = headlineSign(report);
  return markdown`${words(icon)} ${prose(report.title)}: ${words(verdict)}`;
}

/**
 * Lists the steps that shrink the text, the least missed first. Failing results are never dropped, only written
 * shorter.
 */
function stepsOf(view: View): Step[] {
  const drop = (part: string, leavesOut: string): Step => ({ part, leavesOut, shorter: () => markdown`` });
  const notPassing = new Set(view.report.comparison.findings.filter(isFailing).map((finding) => finding.row));
  return [
    drop("history", "history charts"),
    {
      part: "statistics",
      leavesOut: "statistics of rows that did not fail",
      shorter: () => markdownBlocks(statisticsSection(view, ({ row }) => notPassing.has(row.id))),
    },
    drop("gated", "statistics of the gates"),
    drop("all-rows", "rows that pass"),
    drop("sweeps", "sweep tables"),
    drop("parts", "parts of mixes"),
    drop("tools", "context cost of each tool"),
    drop("server-metrics", "server-side metrics"),
    drop("network", "figures of the network"),
    {
      part: "budgets",
      leavesOut: "budgets that are kept",
      shorter: () => textOf(budgetsSection(view, { missedOnly: true }), view.report),
    },
    drop("conditions", "the conditions"),
    ...chapters(view, 0)
      .toReversed()
      .map(({ id, title }) => drop(id, title)),
    drop("statistics", "all statistics"),
    drop("charts", "charts"),
    drop("changes", "the chart of changes"),
    drop("notes", "warnings"),
    drop("measured", "the table of measured values"),
    drop("profiles", "where the time went"),
    drop("overview", "the overview"),
    drop("reproduce", "the command to reproduce"),
    drop("environment", "the environment"),
    drop("findings", "the findings of sweeps"),
    drop("errors", "samples of errors"),
    drop("server", "start-up, memory and context cost"),
    { part: "rows", leavesOut: "figures of failing results", shorter: (room) => shortFailures(view, room) },
    drop("budgets", "the table of budgets"),
  ];
}

function shortFailures(view: View, room: number): Markdown {
  const lines = failureLines(view).map((line) => markdown`- ${markdownText(line)}`);
  return linesWithin(
    lines,
    room,
    (hidden) => markdown`- ${words(`and ${plural(hidden, "more row")} with failing results`)}`,
  );
}
