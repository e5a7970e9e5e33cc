import { unsteadyList } from "../../facts/list-warnings.ts";
import { count, noBreak, plural } from "../../metrics/format.ts";
import { figureOf } from "../../metrics/summary.ts";
import { isServerRow } from "../../record/row-ids.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { LostPrefix } from "../../table/lost-prefix.ts";
import { isBreaking, type SurfaceChange } from "../../table/surface-changes.ts";
import { brokenTools, isListSize } from "../../table/tool-changes.ts";
import type { Report } from "../report.ts";
import { firstFew, type Text } from "../text.ts";
import { listChangesText } from "../words/warning.ts";
import { named, names } from "./facts.ts";

export function listNews(report: Report): Text[] {
  return [...breakingNews(report), ...otherListNews(report)];
}

/** Tools that came, hints, and what of the list a prompt cache no longer holds. */
export function otherListNews(report: Report): Text[] {
  return [...newTools(report), ...hintNews(report), ...uncached(report)];
}

/** Tests whether calls that worked before may fail. */
export function breaksCallers({ comparison: { tools } }: Report): boolean {
  return tools !== undefined && brokenTools(tools).length > 0;
}

/** Reports breaking changes, benchmarks that still call removed tools, and the exceeded threshold. */
export function breakingNews(report: Report): Text[] {
  const { removed = [], renamed = [], surface = [] } = report.comparison.tools ?? {};
  const limit = report.verdict.regressed.find(({ row, metric: id }) => id === "breaking_changes" && isServerRow(row));
  const allowed: Text = limit
    ? [", more than ", { name: "breaking_changes" }, " allows (", { prose: limit.threshold.text }, ")"]
    : [];
  const them = removed.length === 1 ? "it" : "them";
  const were = removed.length === 1 ? "was" : "were";
  const gone = [...names(removed), ` ${were} removed: base lists ${them}${stillCalled(report, removed, them)}`];
  const changed = [
    ...renamed.map(
      ({ from, to }): Text => [
        { name: from.name },
        " is now called ",
        { name: to.name },
        stillCalled(report, [from], "the old name"),
      ],
    ),
    ...changesByTool(surface.filter(isBreaking)),
  ];
  const clauses: Text[] = [
    ...(removed.length > 0 ? [gone] : []),
    ...firstFew<Text>(changed, named, (hidden) => [plural(hidden, "more breaking change")]),
  ];
  return clauses.map((clause, index) => (index === clauses.length - 1 ? [...clause, ...allowed] : clause));
}

function changesByTool(changes: readonly SurfaceChange[]): Text[] {
  return [...groupBy(changes, ({ tool, code }) => JSON.stringify([tool, code])).values()].flatMap((same) => {
    const [first] = same;
    if (first.code !== "argument-required") return same.map(changeText);
    const required = same.flatMap((one) => (one.code === "argument-required" ? [{ name: one.argument }] : []));
    const them = required.length === 1 ? "it" : "them";
    return [[{ name: first.tool }, " now requires ", ...names(required), `: calls without ${them} fail`]];
  });
}

function changeText(change: SurfaceChange): Text {
  const tool = { name: change.tool };
  switch (change.code) {
    case "argument-required":
      return [tool, " now requires ", { name: change.argument }];
    case "argument-removed":
      return [tool, " no longer takes ", { name: change.argument }];
    case "type-narrowed": {
      const [from, to] = [change.from, change.to].map((types) => types.join(" or "));
      return [{ name: change.argument }, " of ", tool, ` must now be ${to} (before: ${from}): other calls fail`];
    }
    case "choices-narrowed": {
      const lost = names(change.lost.map((name) => ({ name })));
      const how = lost.length > 0 ? [" no longer takes ", ...lost] : [" now takes a few values only: other calls fail"];
      return [{ name: change.argument }, " of ", tool, ...how];
    }
    case "hint-changed":
      return [tool, " changed its hint ", { name: change.hint }, `: ${hintText(change.from)} → ${hintText(change.to)}`];
  }
}

function hintText(value: boolean | undefined): string {
  return value === undefined ? "not set" : String(value);
}

/** Hints by which clients decide whether to ask a person, and arguments that went. */
function hintNews({ comparison: { tools } }: Report): Text[] {
  const changes = tools?.surface.filter((one) => !isBreaking(one)) ?? [];
  return firstFew(changes.map(changeText), named, (hidden) => [`${plural(hidden, "more argument or hint")} changed`]);
}

function stillCalled({ run }: Report, tools: readonly { readonly name: string }[], them: string): string {
  const isCalled = (target: string) => tools.some(({ name }) => name === target);
  const rows = run.rows.filter(({ method, target }) => method === "tools/call" && isCalled(target));
  const still = rows.filter(({ onlyIn }) => onlyIn !== "base").length;
  if (still > 0)
    return still === 1
      ? `, and a benchmark still calls ${them}`
      : `, and ${count(still)} benchmarks still call ${them}`;
  if (rows.length === 0) return "";
  return `, and ${rows.length === 1 ? "base's benchmark calls" : "benchmarks of base call"} ${them}`;
}

function newTools({ comparison: { tools } }: Report): Text[] {
  const added = tools?.added ?? [];
  if (added.length === 0) return [];
  const [what, adds] = added.length === 1 ? ["New tool ", "adds"] : ["New tools ", "add"];
  return [[what, ...names(added), ` ${adds} ${cost(added)} of `, { name: "tools/list" }, " to every conversation"]];
}

function uncached({ run, base, verdict, comparison: { lostPrefix, tools } }: Report): Text[] {
  const list = { name: "tools/list" };
  const unsteady = unsteadyList(run);
  const before = [base?.server, ...Object.values(base?.servers ?? {})];
  const isOld = before.some((server) => (figureOf(server, "tools_list_changes") ?? 0) > 0);
  if (unsteady !== undefined && !isOld)
    return [[list, ` came ${listChangesText(unsteady)}; no prompt cache outlives a launch`]];
  if (!lostPrefix) return [];
  const { lost, of, from } = lostPrefix;
  const isSized = (tools?.added ?? []).length > 0;
  // A second size of the list beside the first would confuse: the table of tools has it.
  if (isSized || verdict.regressed.some(({ metric: id }) => isListSize(id)))
    return [["Prompt caches lose ", ...(lost === of ? ["all of ", list] : [list, " from ", { name: from }, " on"])]];
  const where: Text = lost === of ? ["its first tool on, ", { name: from }] : [{ name: from }, " on"];
  return [[list, " changed from ", ...where, ": ", lostText(lostPrefix)]];
}

export function lostText({ unit, lost, of }: LostPrefix): string {
  const part = lost === of ? "all" : `${count(lost)}${unit === "tokens" ? "" : `${noBreak}B`}`;
  const whole = unit === "tokens" ? plural(of, "token") : `${count(of)}${noBreak}B`;
  return `prompt caches lose ${part} of its ${whole}`;
}

function cost(tools: readonly { readonly bytes: number; readonly tokens?: number | undefined }[]): string {
  const isInTokens = tools.every(({ tokens }) => tokens !== undefined);
  const total = tools.reduce((sum, { tokens = 0, bytes }) => sum + (isInTokens ? tokens : bytes), 0);
  return isInTokens ? `${count(total)} tokens` : `${count(total)}${noBreak}B`;
}
