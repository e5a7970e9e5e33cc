import type { Finding } from "../../decide/verdict.ts";
import { noBreak, nothing, plural, signed } from "../../metrics/format.ts";
import { fromTo, numberText, unitOfAll } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { figureOf, measured, type RowSummary } from "../../metrics/summary.ts";
import { isServerRow } from "../../record/row-ids.ts";
import { groupBy } from "../../stats/group-by.ts";
import { type Block, list, paragraph, type Section } from "../block.ts";
import { type Column, filled, left, right, table } from "../columns.ts";
import {
  breakText,
  byCpuMark,
  changeText,
  failsForErrors,
  isBetween,
  isBudget,
  isFailing,
  isGain,
  judgedOf,
  metricLabel,
  missText,
  passesByCpu,
  signedChange,
  stateSign,
  verdictOf,
  worstFirst,
} from "../finding.ts";
import { type RowView, rowName, type View } from "../report.ts";
import { states } from "../states.ts";
import { joined, type Text } from "../text.ts";
import { isInServerLine, serverLines } from "./server.ts";

/** One benchmark: all that was found about it comes to one verdict. */
interface Line extends RowView {
  /** The finding that represents it; none where the row has no threshold. */
  readonly verdict: Finding | undefined;
}

/** Room of a medium for a row: `few` columns fit 80 characters, `some` 100. Other changes of a row are then a list. */
export interface Room {
  /** Beside those that fail. */
  readonly rows: number;
  /** Rows that pass stand in the table too, where there is room for all. */
  readonly passing?: boolean;
  readonly columns: "few" | "some" | "all";
}

/** One line per benchmark that did not pass, how many did, and a line for the server. */
export function rowsSection(view: View, { rows, columns, passing: isWhole = false }: Room): Section {
  const lines = linesOf(view);
  const listed = isWhole && lines.length <= rows ? lines : lines.filter((line) => !isQuiet(line));
  // Failures are always shown; a medium without room for them shortens them.
  const shown = listed.filter((line, index) => index < rows || rankOf(line) === 0);
  const passing = lines.filter((line) => !listed.includes(line));
  const hidden = listed.filter((line) => !shown.includes(line));
  const improved = hidden.filter(({ verdict }) => verdict?.state === "improved").length;
  const judged = passing.filter(({ verdict }) => verdict);
  const [open, unjudged] = [hidden.length - improved, passing.length - judged.length];
  const counts = [
    ...(open > 0 ? [`${plural(open, "more row")} did not pass`] : []),
    ...(improved > 0 ? [`${plural(improved, "more row")} improved`] : []),
    ...(judged.length > 0 ? [passingText(judged)] : []),
    ...(unjudged > 0 ? [`${plural(unjudged, "row")} ${unjudged === 1 ? "has" : "have"} no verdict`] : []),
  ];
  const ofServer = view.report.comparison.findings.filter((one) => isServerRow(one.row) && isInServerLine(one.metric));
  return {
    id: "rows",
    title: "Benchmarks",
    isUntitled: true,
    isKept: true,
    shorter: { leavesOut: "figures of failing results", blocks: () => list(failureLines(view)) },
    blocks: [
      ...(shown.length > 0 ? rowBlocks(shown, columns) : []),
      ...(counts.length > 0 ? paragraph(`${counts.join(", ")}.`) : []),
      ...list(serverLines(view)),
    ],
    marksByCpu: [...lines.flatMap(({ verdict }) => verdict ?? []), ...ofServer].some(passesByCpu),
  };
}

function passingText(lines: readonly Line[]): string {
  const byCpu = lines.filter(({ verdict }) => verdict && passesByCpu(verdict)).length;
  const how = byCpu === 0 ? "" : byCpu === lines.length ? byCpuMark : `, ${byCpu} of them${byCpuMark}`;
  return `${plural(lines.length, "row")} ${lines.length === 1 ? "passes" : "pass"}${how}`;
}

/** Every benchmark in a line of its own, where some passed. */
export function allRowsSection(view: View, { rows, columns }: Room): Section {
  const lines = linesOf(view);
  const isHidden = lines.some(isQuiet) && view.report.base !== undefined;
  return {
    id: "all-rows",
    title: `All ${plural(lines.length, "row")}`,
    fold: "All results",
    blocks: isHidden ? [...rowBlocks(lines.slice(0, rows), columns), ...moreRows(lines.length - rows)] : [],
    marksByCpu: lines.some(({ verdict }) => verdict && passesByCpu(verdict)),
  };
}

function moreRows(hidden: number): Block[] {
  return hidden > 0 ? paragraph(`and ${plural(hidden, "more row")}`) : [];
}

/** Rows with nothing to say stand at the end, in the order of the configuration. */
function linesOf({ rows }: View): Line[] {
  return rows
    .filter(({ head, base }) => head || base)
    .map((row): Line => ({ ...row, verdict: verdictOf(row.findings) }))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || weight(b) - weight(a));
}

/** Ranks a row: failing, warning, improved, undecided, then the rest. */
function rankOf({ verdict }: Line): number {
  if (!verdict) return 4;
  if (isFailing(verdict)) return verdict.threshold.level === "fail" ? 0 : 1;
  if (verdict.state === "improved") return 2;
  return verdict.state === "pass" ? 4 : 3;
}

function weight({ verdict }: Line): number {
  return verdict && isFailing(verdict) ? Math.abs(verdict.change?.estimate ?? 0) : 0;
}

function isQuiet(line: Line): boolean {
  return rankOf(line) === 4;
}

/** The table, and below a narrow one the changes that it has no column for. */
function rowBlocks(lines: readonly Line[], columns: Room["columns"]): Block[] {
  const items =
    columns === "all" ? [] : lines.map((line): Text => [rowName(line.row.id), ": ", ...alsoOf(line, columns)]);
  return [table(columnsOf(lines, columns), lines), ...list(items.filter(({ length }) => length > 2))];
}

function columnsOf(lines: readonly Line[], columns: Room["columns"]): Column<Line>[] {
  const all: Column<Line>[] = [
    left("Benchmark", ({ row }) => rowName(row.id)),
    // A narrow screen cuts off the last columns.
    left("Verdict", ({ verdict }) => (verdict ? stateSign(verdict) : nothing)),
    bothColumn("p50", lines),
    right("Change", (line) => changeOf(line, "p50", changeText)),
    ...(columns === "few" ? [] : [bothColumn("throughput", lines)]),
    ...(columns === "all" ? [headColumn("cpu_per_call", lines), ...tailColumn(lines), otherChanges] : []),
  ];
  return filled(all, lines);
}

const otherChanges: Column<Line> = left("Other changes", (line) => alsoOf(line, "all"));

/** Base and head in one unit for the whole column, so that it can be scanned. */
function bothColumn(id: MetricId, lines: readonly Line[]): Column<Line> {
  const { label, number } = scanned(id, lines);
  return right(label, ({ base, head }) => {
    const [before, after] = [worked(base, id), worked(head, id)];
    if (after === undefined) return nothing;
    return before === undefined ? number(after) : `${number(before)}${noBreak}→${noBreak}${number(after)}`;
  });
}

function headColumn(id: MetricId, lines: readonly Line[]): Column<Line> {
  const { label, number } = scanned(id, lines);
  return right(label, (line) => {
    const after = worked(line.head, id);
    if (after === undefined) return nothing;
    const change = changeOf(line, id, (one) => signedChange(one, one.change?.estimate ?? 0));
    return change === nothing ? number(after) : `${number(after)} (${change})`;
  });
}

function scanned(id: MetricId, lines: readonly Line[]) {
  const unit = unitOfAll(
    id,
    lines.flatMap(({ base, head }) => [worked(base, id), worked(head, id)]),
  );
  return { label: `${metric(id).label} (${unit.name})`, number: (value: number) => numberText(id, value, unit) };
}

function tailColumn(lines: readonly Line[]): Column<Line>[] {
  const isBorneOut = (id: MetricId) =>
    lines.every(({ head }) => {
      const statistic = measured(head?.statistics, id);
      return statistic !== undefined && !statistic.insufficient;
    });
  const id = (["p99", "p95"] as const).find(isBorneOut);
  return id === undefined ? [] : [headColumn(id, lines)];
}

/** The figure of a version; a row none of whose calls went well, such as one of a tool that base lacks, has no rate of 0. */
function worked(summary: RowSummary | undefined, id: MetricId): number | undefined {
  return summary && summary.ok > 0 ? figureOf(summary.statistics, id) : undefined;
}

/** The change as it was judged, else that of the values. */
function changeOf({ findings, base, head }: Line, id: MetricId, write: (judged: Finding) => string): string {
  const judged = judgedOf(findings, id);
  if (judged) return write(judged);
  const [before, after] = [worked(base, id), worked(head, id)];
  if (!before || after === undefined) return nothing;
  const change = after / before - 1;
  return failsForErrors(findings) && isGain(id, change) ? nothing : signed(change);
}

const inColumns: Readonly<Record<Room["columns"], readonly MetricId[]>> = {
  few: ["p50"],
  some: ["p50", "throughput"],
  all: ["p50", "throughput", "cpu_per_call", "cpu_to_p50"],
};

/** These tell no more than a p50 that did the same. */
const withP50: readonly MetricId[] = ["mean", "throughput", "cpu_per_call", "cpu_to_p50"];

const sizes: readonly MetricId[] = ["response_bytes", "load_peak_rss"];

/** Sizes are exact or nearly so: a smaller change is no news. */
const notable = 0.05;

function alsoOf({ findings, base, head }: Line, columns: Room["columns"]): Text {
  const changed = worstFirst(findings).filter(
    (one) =>
      ((isFailing(one) && one.state !== "errored") || one.state === "improved") &&
      (!inColumns[columns].includes(one.metric) || one.against !== undefined) &&
      !(withP50.includes(one.metric) && one.against === undefined && judgedOf(findings, "p50")?.state === one.state),
  );
  const texts = changed.map((one): Text => {
    const against: Text = one.against === undefined ? [] : [" against ", { name: one.against }];
    const broken = breakText(one);
    if (broken !== undefined) return [broken];
    if (isBudget(one)) return [`${metricLabel(one)} `, { prose: missText(one) }];
    return [`${metricLabel(one)} ${isBetween(one) ? fromTo(one) : changeText(one)}`, ...against];
  });
  const unchanged = sizes.filter((id) => !changed.some((one) => one.metric === id));
  const resized = unchanged.flatMap((id): Text[] => {
    const [before, after] = [figureOf(base?.statistics, id), figureOf(head?.statistics, id)];
    if (before === undefined || after === undefined) return [];
    const change = Math.abs(after / before - 1);
    if (!Number.isFinite(change) || change < notable) return [];
    return [[`${metric(id).label} ${fromTo({ metric: id, base: before, head: after })}`]];
  });
  return joined([...new Map([...texts, ...resized].map((text) => [JSON.stringify(text), text])).values()], "; ");
}

/** Failing rows as one line each, for a comment with more of them than a table can hold. */
export function failureLines(view: View): Text[] {
  const rows = linesOf(view).map(({ row, findings }) => [row.id, findings] as const);
  const ofServers = view.report.comparison.findings.filter(({ row }) => isServerRow(row));
  return [...rows, ...groupBy(ofServers, ({ row }) => row)].flatMap(([id, findings]): Text[] => {
    const failing = worstFirst(findings).filter((one) => isFailing(one) && one.threshold.level === "fail");
    if (failing.length === 0) return [];
    const parts = failing.map((one) => {
      if (isBudget(one)) return breakText(one) ?? `${metricLabel(one)} ${missText(one)}`;
      return `${metricLabel(one)}${one.change ? ` ${signedChange(one, one.change.estimate)}` : ""}`;
    });
    return [[`${states.regressed.result.icon} `, rowName(id), `: ${parts.join(", ")}`]];
  });
}
