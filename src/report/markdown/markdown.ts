import { joinMarkdown, type Markdown, markdown } from "../../base/markdown.ts";
import { plural } from "../../metrics/format.ts";
import { groupBy } from "../../stats/group-by.ts";
import { type Block, type Fold, folds, type Section } from "../block.ts";
import { type Extent, sectionsOf } from "../document.ts";
import { type Report, viewOf } from "../report.ts";
import { headline, headlineSign } from "../sections/headline.ts";
import { prose, words } from "./escape.ts";
import { fitWithin, linesWithin, type Step } from "./fit.ts";
import { markdownBlocks, markdownSection, markdownText } from "./markdown-block.ts";

/** GitHub refuses comments above 65,536 characters; the marker and a margin are kept free. */
export const commentBytes = 60_000;
/** GitHub's limit for the summary of one step. */
export const summaryBytes = 1024 * 1024 - 1024;

/** The pull-request comment: at most `bytes` of UTF-8. */
export function renderComment(report: Report, bytes = commentBytes): Markdown {
  const elsewhere = "The job summary and the result files hold more.";
  return render(report, { bytes, charts: 16, rows: 25, history: 6, measured: 15, elsewhere });
}

/** The job summary: the same text with more room. */
export function renderSummary(report: Report, bytes = summaryBytes): Markdown {
  const elsewhere = "The result files hold everything.";
  return render(report, { bytes, charts: 60, rows: 100, history: 30, measured: 60, elsewhere });
}

interface Medium extends Pick<Extent, "charts" | "history" | "measured"> {
  readonly bytes: number;
  readonly rows: number;
  readonly elsewhere: string;
}

function render(report: Report, { bytes, rows, elsewhere, ...extent }: Medium): Markdown {
  const view = viewOf(report);
  const sections = sectionsOf(view, {
    ...extent,
    rows: { rows, columns: "all" },
    statistics: Number.POSITIVE_INFINITY,
    features: "all",
  });
  const { icon, words: verdict } = headlineSign(report);
  const heading = markdown`## ${words(icon)} ${prose(report.title)}: ${words(verdict)}`;
  const parts = sections.map((section) => ({
    id: section.id,
    text: section.fold || section.isUntitled ? markdownBlocks(section) : markdownSection(section),
    ...(section.fold ? { fold: section.fold, title: section.title } : {}),
  }));
  const closing = (leftOut: readonly string[]): Markdown => {
    const run = report.runUrl === undefined ? [] : [markdownText([{ link: "Workflow run", url: report.runUrl }])];
    const note =
      leftOut.length === 0 ? [] : [words(`Omitted to fit the size limit: ${leftOut.join(", ")}. ${elsewhere}`)];
    return joinMarkdown([...note, ...run], " ");
  };
  return fitWithin(
    [{ id: "headline", text: markdown`${heading}\n\n${markdownBlocks(headline(view))}` }, ...parts],
    stepsOf(sections),
    { bytes, closing, folds: folds.map((id) => ({ id, title: foldTitle(id, sections) })) },
  );
}

/** Counts the warnings in the title: hidden ones would look like none. */
function foldTitle(fold: Fold, sections: readonly Section[]): string {
  const notes = sections.find((section) => section.fold === fold && section.inBrief !== undefined);
  return fold === "Run details" && notes ? `${fold}, ${notes.title.toLowerCase()}` : fold;
}

/** Folds in the order in which they are emptied, the least missed first. */
const leastMissed: readonly Fold[] = ["Charts", "Statistics", "All results", "Profile", "Run details"];

/**
 * Lists the steps that shrink the text: fold by fold, then what is in view, charts first. Of each, sections take their shorter
 * form before any is left out from the last on. Failing results are never left out.
 */
function stepsOf(sections: readonly Section[]): Step[] {
  const place = ({ fold, blocks }: Section) =>
    fold ? leastMissed.indexOf(fold) : leastMissed.length + Number(!blocks.every(isDrawn));
  const groups = [...groupBy(sections, place)].toSorted(([a], [b]) => a - b);
  return groups.flatMap(([, same]): Step[] => [
    ...same.flatMap(({ id, shorter }) =>
      shorter
        ? { part: id, leavesOut: shorter.leavesOut, shorter: (room: number) => within(shorter.blocks(), room) }
        : [],
    ),
    ...same
      .filter(({ isKept }) => !isKept)
      .toReversed()
      .map(({ id, title }) => ({ part: id, leavesOut: title, shorter: () => markdown`` })),
  ]);
}

function isDrawn({ kind }: Block): boolean {
  return kind === "chart" || kind === "bars";
}

/** Renders as many items of a list as there is room for. */
function within(blocks: readonly Block[], room: number): Markdown {
  const [only, ...others] = blocks;
  if (only?.kind !== "list" || others.length > 0) return markdownBlocks({ blocks });
  const lines = only.items.map((item) => markdown`- ${markdownText(item)}`);
  return linesWithin(
    lines,
    room,
    (hidden) => markdown`- ${words(`and ${plural(hidden, "more row")} with failing results`)}`,
  );
}
