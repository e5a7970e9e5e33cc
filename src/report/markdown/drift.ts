import { joinMarkdown, type Markdown, markdown } from "../../base/markdown.ts";
import type { Shift } from "../../history/drift.ts";
import type { StoredEntry } from "../../history/entry.ts";
import { minute, plural } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { metric } from "../../metrics/metric.ts";
import { serverRow } from "../../record/row-ids.ts";
import { isListSize, toolChanges } from "../../table/tool-changes.ts";
import { type Column, left, right, table } from "../columns.ts";
import { historiesOf, historyChart } from "../figures/history.ts";
import { changeOf } from "../finding.ts";
import { names } from "../news/facts.ts";
import { rowName, shortCommit } from "../report.ts";
import { joined, type Text } from "../text.ts";
import { code } from "./escape.ts";
import { markdownBlock, markdownText } from "./markdown-block.ts";

export interface DriftContext {
  /** Oldest first. */
  readonly entries: readonly StoredEntry[];
  /** The machine, for people. */
  readonly environment: string;
  /** Page of the repository, for links between commits. */
  readonly repositoryUrl: string;
  readonly branch: string;
}

const mostCharts = 6;

const columns = (context: DriftContext): Column<Shift>[] => [
  left("Row", ({ row }) => rowName(row)),
  left("Metric", ({ metric: id }) => metric(id).label),
  right("Before", ({ metric: id, before }) => formatValue(id, before)),
  right("After", ({ metric: id, after }) => formatValue(id, after)),
  right("Change", ({ metric: id, before, after }) => changeOf({ metric: id, base: before, head: after })),
  left("Between", (shift) => range(shift, context)),
];

/** Returns how many times worse a level is; infinite where it was nothing before. */
function timesWorse({ metric: id, before, after }: Shift): number {
  if (before <= 0 || after <= 0) return Number.POSITIVE_INFINITY;
  return metric(id).better === "less" ? after / before : before / after;
}

function range({ lastBefore, firstAfter }: Shift, { repositoryUrl }: DriftContext): Text[number] {
  const [from, to] = [lastBefore.commit ?? "", firstAfter.commit ?? ""];
  // Between two nights of one commit the code cannot have changed.
  if (from === to) return { prose: `nights of ${shortCommit(from)}: the machine changed, not the code` };
  return { link: `${shortCommit(from)}…${shortCommit(to)}`, url: `${repositoryUrl}/compare/${from}...${to}` };
}

/** The tracking issue of a shift: what changed, where to look, and how to accept it. */
export function renderDrift(shifts: readonly Shift[], context: DriftContext): { title: string; body: Markdown } {
  const sorted = shifts.toSorted((a, b) => timesWorse(b) - timesWorse(a) || 0);
  const [first, ...others] = sorted;
  // To accept that one settles the shifts before it, too.
  const newest = shifts.map(({ firstAfter }) => firstAfter).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
  if (!first || !newest) throw new RangeError("there is no shift to report");
  const name = first.row === serverRow ? "server" : code(first.row, { max: 60 });
  const more = others.length > 0 ? ` and ${plural(others.length, "more metric")}` : "";
  const text: Text = [
    `The level of ${plural(shifts.length, "metric")} got worse and stayed there, over runs of the default branch on `,
    { prose: context.environment },
    `. The first run of the new level was measured ${minute(first.firstAfter.createdAt)}.`,
    ...(shifts.some(({ isLevelled }) => isLevelled) ? [" Times are scaled to the machine of the newest run."] : []),
  ];
  const commit = shortCommit(newest.commit ?? "");
  const accept = `npx mcp-bench baseline accept ${commit} --branch ${context.branch} --reason "why"`;
  const parts = [
    markdownText(text),
    markdownBlock(table(columns(context), sorted)),
    ...toolsBetween(shifts).map(markdownText),
    ...historiesOf(context.entries, sorted.slice(0, mostCharts)).map((history) =>
      markdownBlock({ ...historyChart(history), notes: [] }),
    ),
    markdown`Find the commit in the range and fix it: this issue closes once the level is back. Or accept the new level, with a reason:`,
    markdownBlock({ kind: "command", text: accept }),
    markdown`Closing this issue by hand also settles this shift.`,
  ];
  return {
    title: `MCP benchmark: ${name} ${metric(first.metric).label} got worse${more}`,
    body: joinMarkdown(parts, "\n\n"),
  };
}

/** Lists the tools that came, went or changed with a shift of tools/list; a few runs may lie between the two. */
function toolsBetween(shifts: readonly Shift[]): Text[] {
  const ofLists = shifts.find(({ metric: id }) => isListSize(id));
  const [before, after] = [ofLists?.lastBefore.tools, ofLists?.firstAfter.tools];
  const changes = before && after && toolChanges({ before, after });
  if (!changes) return [];
  const { added, removed, renamed } = changes;
  const resized = changes.resized.map(({ to }) => to);
  const parts = [
    named("added", added),
    named("removed", removed),
    ...renamed.map(({ from, to }): Text => [{ name: from.name }, " renamed to ", { name: to.name }]).slice(0, 3),
    named("changed", resized),
  ].filter((part) => part.length > 0);
  return parts.length === 0 ? [] : [["Tools between the two runs: ", ...joined(parts, "; "), "."]];
}

function named(what: string, tools: readonly { readonly name: string }[]): Text {
  return tools.length === 0 ? [] : [`${what} `, ...names(tools)];
}

export function renderSettled(accepted: { by: string; reason: string } | undefined): Markdown {
  if (!accepted) return markdown`The level is back to where it was, or the history no longer shows the shift.`;
  return markdownText(["Accepted by ", { name: accepted.by }, ": ", { prose: accepted.reason }]);
}

/** Renders the comment on an environment that is measured no more. */
export function renderAbandoned({ environment, createdAt }: { environment: string; createdAt: string }): Markdown {
  return markdownText([
    "Measured elsewhere since: the newest run on ",
    { prose: environment },
    ` is of ${minute(createdAt)}. It is unknown whether the level is back.`,
  ]);
}
