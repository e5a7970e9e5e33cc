import { overallVerdict, worstPartsFirst } from "../../compare/overall.ts";
import type { Verdict } from "../../compare/verdict.ts";
import { joinMarkdown, type Markdown, markdown } from "../../text/markdown.ts";
import { sentenceOf } from "../news/sentence.ts";
import type { Report } from "../report.ts";
import { headlineSign } from "../sections/headline.ts";
import { table } from "../table.ts";
import type { Text } from "../text.ts";
import { prose, words } from "./escape.ts";
import { utf8Bytes } from "./fit.ts";
import { commentBytes, renderComment, renderSummary, summaryBytes } from "./markdown.ts";
import { markdownBlock, markdownText } from "./markdown-block.ts";

/** The report on one of several servers or kinds of machine, with the name for its heading. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

type Render = (report: Report, bytes: number) => Markdown;

/** One comment with a section for each report, the worst first; at most `commentBytes` of UTF-8. */
export function renderComments(reports: readonly NamedReport[]): Markdown {
  return renderTogether(reports, { bytes: commentBytes, render: renderComment });
}

/** The job summary of several reports. */
export function renderSummaries(reports: readonly NamedReport[]): Markdown {
  return renderTogether(reports, { bytes: summaryBytes, render: renderSummary });
}

/** The verdict on all reports together. */
export function verdictOf(reports: readonly NamedReport[]): Verdict {
  const [only, ...others] = reports;
  if (only && others.length === 0) return only.report.verdict;
  return overallVerdict(reports.map(({ name, report }) => ({ name, verdict: report.verdict })));
}

/** The news of the worst. */
export function sentenceOfAll(reports: readonly NamedReport[]): Text {
  const [worst] = worstPartsFirst(reports.map((each) => ({ ...each, verdict: each.report.verdict })));
  if (!worst) throw new RangeError("there is no sentence of no reports");
  const sentence = sentenceOf(worst.report);
  return reports.length === 1 ? sentence : [{ prose: worst.name }, `, the worst of ${reports.length}: `, ...sentence];
}

function renderTogether(
  reports: readonly NamedReport[],
  { bytes, render }: { bytes: number; render: Render },
): Markdown {
  const [only, ...others] = reports;
  if (only && others.length === 0) return render(only.report, bytes);
  const ordered = worstPartsFirst(reports.map((each) => ({ ...each, verdict: each.report.verdict })));
  const top = overview(ordered);
  const room = bytes - utf8Bytes(top) - reserve;
  const texts = shared(ordered, { room, render });
  const shown = fitting(texts, room);
  const hidden = texts.length - shown.length;
  const note =
    hidden === 0 ? [] : [markdown`Left out for lack of space: the details of ${hidden} of ${texts.length}.\n`];
  return joinMarkdown([top, ...shown, ...note], "\n");
}

/** Bytes for the note on what was left out and the line ends between sections. */
const reserve = 300;

function overview(reports: readonly NamedReport[]): Markdown {
  const [worst] = reports;
  if (!worst) throw new RangeError("there is no report to render");
  const sign = headlineSign(worst.report);
  const columns = [
    { label: "Where", align: "left" as const, cell: ({ name }: NamedReport) => [{ prose: name }] },
    {
      label: "Verdict",
      align: "left" as const,
      cell: ({ report }: NamedReport) => `${headlineSign(report).icon} ${headlineSign(report).words}`,
    },
  ];
  const heading = markdown`## ${words(sign.icon)} ${prose(worst.report.title)}: ${words(sign.words)} (${prose(worst.name)})`;
  const sentence = markdownText(sentenceOfAll(reports));
  return markdown`${heading}\n\n${sentence}\n\n${markdownBlock(table(columns, reports))}\n`;
}

/** Each report gets an equal share of the room; what a short one does not need goes to the longer ones. */
function shared(reports: readonly NamedReport[], { room, render }: { room: number; render: Render }): Markdown[] {
  const own = reports.map(({ name, report }) => ({ ...report, title: name }));
  const full = own.map((report) => utf8Bytes(render(report, room)));
  const texts = new Map<number, Markdown>();
  let left = room;
  for (const index of full.map((_, index) => index).sort((a, b) => (full[a] ?? 0) - (full[b] ?? 0))) {
    const report = own[index];
    if (!report) continue;
    const text = render(report, Math.floor(left / (own.length - texts.size)));
    left -= utf8Bytes(text);
    texts.set(index, text);
  }
  return own.map((_, index) => texts.get(index) ?? markdown``);
}

/** As many texts from the first on as fit: a report cannot be made smaller than its verdict. */
function fitting(texts: readonly Markdown[], room: number): Markdown[] {
  let left = room;
  return texts.filter((text) => {
    left -= utf8Bytes(text) + 1;
    return left >= 0;
  });
}
