import { joinMarkdown, type Markdown, markdown } from "../../base/markdown.ts";
import { groupBy } from "../../stats/group-by.ts";
import { type Column, left, table } from "../columns.ts";
import { sentenceOf } from "../news/sentence.ts";
import { type NamedReport, worstReportsFirst } from "../overall.ts";
import { type Report, viewOf } from "../report.ts";
import { headlineSign } from "../sections/headline.ts";
import { firstOf, joined, type Text } from "../text.ts";
import { utf8Bytes } from "./fit.ts";
import { commentBytes, renderComment, renderSummary, summaryBytes } from "./markdown.ts";
import { markdownBlock, markdownText } from "./markdown-block.ts";

type Render = (report: Report, bytes: number) => Markdown;

/** One comment with a section for each report, the worst first; at most `commentBytes` of UTF-8. */
export function renderComments(reports: readonly NamedReport[]): Markdown {
  return renderTogether(reports, { bytes: commentBytes, render: renderComment });
}

export function renderSummaries(reports: readonly NamedReport[]): Markdown {
  return renderTogether(reports, { bytes: summaryBytes, render: renderSummary });
}

/** Summarises reports in one line for a log: their verdicts, and the news of the worst. */
export function sentenceOfAll(reports: readonly NamedReport[]): Text {
  const ordered = worstReportsFirst(reports);
  const [worst, ...others] = ordered;
  if (!worst) throw new RangeError("there is no sentence of no reports");
  const sentence = sentenceOf(viewOf(worst.report).report);
  if (others.length === 0) return sentence;
  return [...verdictsText(byVerdict(ordered)), " ", { prose: worst.name }, ": ", ...sentence];
}

function byVerdict(ordered: readonly NamedReport[]) {
  const groups = groupBy(ordered, ({ report }) => headlineSign(report).words);
  return [...groups.values()].map((same) => {
    return { sign: headlineSign(same[0].report), names: same.map(({ name }) => name) };
  });
}

/** Such as `❌ regression: Linux x64, macOS arm64. ✅ no regression found: Windows x64.` */
function verdictsText(verdicts: ReturnType<typeof byVerdict>): Text {
  const texts = verdicts.map(({ sign, names }): Text => [`${sign.icon} ${sign.words}: `, ...firstNames(names), "."]);
  return joined(texts, " ");
}

const named = 4;

function firstNames(names: readonly string[]): Text {
  const texts = names.map((name): Text => [{ prose: name }]);
  return firstOf(texts, named);
}

function renderTogether(
  reports: readonly NamedReport[],
  { bytes, render }: { bytes: number; render: Render },
): Markdown {
  const [only, ...others] = reports;
  if (only && others.length === 0) return render(only.report, bytes);
  const ordered = worstReportsFirst(reports);
  const top = overview(ordered);
  const room = bytes - utf8Bytes(top) - reserve;
  const texts = shared(ordered, { room, render });
  const shown = fitting(texts, room);
  const hidden = texts.length - shown.length;
  const note = markdown`Omitted to fit the size limit: the details of ${hidden} of ${texts.length}.\n`;
  return joinMarkdown([top, ...shown, ...(hidden === 0 ? [] : [note])], "\n");
}

/** Bytes for the note on what was left out and the line ends between sections. */
const reserve = 300;

/** Whom the worst verdict concerns, then what the others come to; the sections say the rest. */
function overview(ordered: readonly NamedReport[]): Markdown {
  const verdicts = byVerdict(ordered);
  const [worst, ...others] = verdicts;
  const [first] = ordered;
  if (!worst || !first) throw new RangeError("there is no report to render");
  const { icon, words } = worst.sign;
  const heading: Text = [`${icon} `, { prose: first.report.title }, `: ${words} (`, ...firstNames(worst.names), ")"];
  const isCut = verdicts.some(({ names }) => names.length > named);
  const parts = [
    markdown`## ${markdownText(heading)}`,
    ...(others.length > 0 ? [markdownText(verdictsText(others))] : []),
    ...(isCut ? [markdownBlock(table(columns, ordered))] : []),
  ];
  return markdown`${joinMarkdown(parts, "\n\n")}\n`;
}

const columns: readonly Column<NamedReport>[] = [
  left("Where", ({ name }) => ({ prose: name })),
  left("Verdict", ({ report }) => `${headlineSign(report).icon} ${headlineSign(report).words}`),
];

/** Each report gets an equal share of the room; what a short one does not need goes to the longer ones. */
function shared(reports: readonly NamedReport[], { room, render }: { room: number; render: Render }): Markdown[] {
  const own = reports.map(({ name, report }) => ({ ...report, title: name }));
  const bytes = new Map(own.map((report) => [report, utf8Bytes(render(report, room))]));
  const texts = new Map<Report, Markdown>();
  let free = room;
  for (const report of own.toSorted((a, b) => (bytes.get(a) ?? 0) - (bytes.get(b) ?? 0))) {
    const text = render(report, Math.floor(free / (own.length - texts.size)));
    free -= utf8Bytes(text);
    texts.set(report, text);
  }
  return own.map((report) => texts.get(report) ?? markdown``);
}

/** Returns as many texts from the first on as fit: a report cannot be made smaller than its verdict. */
function fitting(texts: readonly Markdown[], room: number): Markdown[] {
  let free = room;
  return texts.filter((text) => {
    free -= utf8Bytes(text) + 1;
    return free >= 0;
  });
}
