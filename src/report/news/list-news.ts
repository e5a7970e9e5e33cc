import { unsteadyList } from "../../compare/list-warnings.ts";
import { count, noBreak, plural } from "../../metrics/format.ts";
import { figureOf } from "../../metrics/summary.ts";
import type { RecordRow } from "../../record/record.ts";
import type { Report } from "../report.ts";
import type { Text } from "../text.ts";
import { named, names } from "./facts.ts";

/** Tools that went or came. */
export function toolNews(report: Report): Text[] {
  return [...goneTools(report), ...newTools(report)];
}

/** What tools/list says otherwise than before: tools that went or came, and what of the list a prompt cache no longer holds. */
export function listNews(report: Report): Text[] {
  return [...toolNews(report), ...uncached(report)];
}

/** Tools that went or have another name, what still calls them, and the limit they are beyond. */
function goneTools(report: Report): Text[] {
  const { removed = [], renamed = [] } = report.comparison.tools ?? {};
  const limit = report.verdict.regressed.find(({ metric: id }) => id === "removed_tools");
  const allowed: Text = limit
    ? [", more than ", { name: "removed_tools" }, " allows (", { prose: limit.threshold.text }, ")"]
    : [];
  const them = removed.length === 1 ? "it" : "them";
  const gone: Text[] =
    removed.length === 0
      ? []
      : [[...names(removed), ` ${wasWere(removed)} removed: base lists ${them}${stillCalled(report, removed, them)}`]];
  const clauses = [
    ...gone,
    ...renamed
      .slice(0, named)
      .map(
        ({ from, to }): Text => [
          { name: from.name },
          " is now called ",
          { name: to.name },
          stillCalled(report, [from], "the old name"),
        ],
      ),
  ];
  return clauses.map((clause, index) => (index === clauses.length - 1 ? [...clause, ...allowed] : clause));
}

function stillCalled({ record }: Report, tools: readonly { readonly name: string }[], them: string): string {
  const rows = record.rows.filter((row) => calls(row, tools)).length;
  if (rows === 0) return "";
  return rows === 1 ? `, and a benchmark still calls ${them}` : `, and ${count(rows)} benchmarks still call ${them}`;
}

/** Rows that call a tool which head no longer lists: what befalls them is told with the tool. */
export function rowsOfGoneTools({ record, comparison: { tools } }: Report): Set<string> {
  const gone = [...(tools?.removed ?? []), ...(tools?.renamed ?? []).map(({ from }) => from)];
  return new Set(record.rows.filter((row) => calls(row, gone)).map(({ id }) => id));
}

function calls({ method, target }: RecordRow, tools: readonly { readonly name: string }[]): boolean {
  return method === "tools/call" && tools.some(({ name }) => name === target);
}

/** Tools that came, and what they cost whoever lists them. */
function newTools({ comparison: { tools } }: Report): Text[] {
  const added = tools?.added ?? [];
  if (added.length === 0) return [];
  return [
    [
      ...names(added),
      ` ${wasWere(added)} added: `,
      { name: "tools/list" },
      ` costs ${cost(added)} more in every conversation`,
    ],
  ];
}

/** What of the list of tools has to be read anew where a model's cache of prompts held all of it before. */
export function uncached({ record, base, verdict, comparison: { lostPrefix } }: Report): Text[] {
  const list = { name: "tools/list" };
  const unsteady = unsteadyList(record);
  const before = [base?.server, ...Object.values(base?.servers ?? {})];
  const isOld = before.some((server) => (figureOf(server, "tools_list_changes") ?? 0) > 0);
  if (unsteady !== undefined && !isOld)
    return [[list, ` comes ${unsteady}: no prompt cache holds for longer than a launch`]];
  if (!lostPrefix) return [];
  const { unit, lost, of, from } = lostPrefix;
  // Where the list is told to be longer, what made it so is named already.
  if (lost === of && verdict.regressed.some(({ metric: id }) => id.startsWith("tools_list")))
    return [["No prompt cache holds any of ", list, " any more"]];
  const part = lost === of ? "none" : `${count(lost)}${unit === "tokens" ? "" : `${noBreak}B`}`;
  const whole = unit === "tokens" ? plural(of, "token") : `${count(of)}${noBreak}B`;
  const where: Text = lost === of ? ["its first tool on, ", { name: from }] : [{ name: from }, " on"];
  const verb = lost === of ? "come from a prompt cache any more" : "no longer come from a prompt cache";
  return [[list, " differs from ", ...where, `: ${part} of its ${whole} ${verb}`]];
}

function wasWere(tools: readonly unknown[]): string {
  return tools.length === 1 ? "was" : "were";
}

function cost(tools: readonly { readonly bytes: number; readonly tokens?: number | undefined }[]): string {
  const tokens = tools.map((tool) => tool.tokens);
  const total = (all: readonly (number | undefined)[]) => all.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return tokens.every((one) => one !== undefined)
    ? `${count(total(tokens))} tokens`
    : `${count(total(tools.map(({ bytes }) => bytes)))}${noBreak}B`;
}
