import { serverRowsOf, serverStatistics } from "../../decide/thresholds.ts";
import type { Finding } from "../../decide/verdict.ts";
import { noBreak, nothing, plural, signed, significant } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { figureOf, measured } from "../../metrics/summary.ts";
import { isServerRow, serverVariant } from "../../record/row-ids.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { Block, Section } from "../block.ts";
import { scaleOf } from "../figures/scale.ts";
import {
  breakText,
  byCpuMark,
  changeText,
  failsForErrors,
  isBudget,
  isFailing,
  isGain,
  judgedOf,
  metricLabel,
  missText,
  passesByCpu,
  pointText,
  signedChange,
  stateSign,
  wideGrowthText,
  withoutRepeats,
  worstFirst,
} from "../finding.ts";
import { fromTo } from "../news/facts.ts";
import { states } from "../states.ts";
import { type Column, table } from "../table.ts";
import { joined, type Text } from "../text.ts";
import { type RowView, rowName, type View } from "../view.ts";

/** One benchmark: all that was found about it comes to one verdict. */
interface Line extends RowView {
  /** The finding that says it; none where nothing was asked of the row. */
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
export function rowsSection(view: View, { rows, columns, passing: whole = false }: Room): Section {
  const lines = linesOf(view);
  const news = whole && lines.length <= rows ? lines : lines.filter((line) => !isQuiet(line));
  // What fails is always told; a medium that is too small for it writes it shorter.
  const shown = news.filter((line, index) => index < rows || rankOf(line) === 0);
  const blocks: Block[] = [];
  if (shown.length > 0) blocks.push(...rowBlocks(shown, columns));
  const passing = lines.filter((line) => !news.includes(line));
  const counts = [
    ...(news.length > shown.length ? [`${plural(news.length - shown.length, "more row")} did not pass`] : []),
    ...(passing.length > 0 && view.report.base ? [passingText(passing)] : []),
  ];
  if (counts.length > 0) blocks.push({ kind: "paragraph", text: [`${counts.join(", ")}.`] });
  const server = serverLines(view);
  if (server.length > 0) blocks.push({ kind: "list", items: server });
  const servers = view.report.comparison.findings.filter(
    (one) => isServerRow(one.row) && ofServer.some((id) => id === one.metric),
  );
  const verdicts = lines.flatMap(({ verdict }) => verdict ?? []);
  return {
    id: "rows",
    title: "Benchmarks",
    folded: false,
    blocks: view.report.base ? blocks : [],
    marksByCpu: [...verdicts, ...servers].some(passesByCpu),
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
    folded: true,
    blocks: isHidden ? rowBlocks(lines.slice(0, rows), columns) : [],
    marksByCpu: lines.some(({ verdict }) => verdict && passesByCpu(verdict)),
  };
}

/** Rows with nothing to say stand at the end, in the order of the configuration. */
function linesOf({ rows }: View): Line[] {
  return rows
    .filter(({ head, base }) => head || base)
    .map((row): Line => ({ ...row, verdict: verdictOf(row.findings) }))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || weight(b) - weight(a));
}

/** Chooses the finding that represents a row: failing, then inconclusive, then warning, then improved. */
function verdictOf(findings: readonly Finding[]): Finding | undefined {
  const sorted = worstFirst(findings);
  const failing = sorted.filter(isFailing);
  const gates = sorted.filter(({ threshold }) => threshold.level === "fail");
  return (
    failing.find(({ threshold }) => threshold.level === "fail") ??
    failing[0] ??
    gates.find(({ state }) => states[state].tone === "unsure") ??
    sorted.find(({ state }) => state === "improved") ??
    gates.find(passesByCpu) ??
    gates[0] ??
    sorted[0]
  );
}

/** Failing, warning, improved, open, then the rest. */
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

function rowBlocks(lines: readonly Line[], columns: Room["columns"]): Block[] {
  const lineTable = table(columnsOf(lines, columns), lines);
  if (columns === "all") return [lineTable];
  const items = lines.flatMap((line): Text[] => {
    const text = alsoOf(line, columns);
    return text.length === 0 ? [] : [[rowName(line.row.id), ": ", ...text]];
  });
  return items.length === 0 ? [lineTable] : [lineTable, { kind: "list", items }];
}

function columnsOf(lines: readonly Line[], columns: Room["columns"]): Column<Line>[] {
  const change: Column<Line> = {
    label: "Change",
    align: "right",
    cell: (line) => changeOf(line, "p50", { interval: true }),
  };
  const all = [
    { label: "Benchmark", align: "left" as const, cell: ({ row }: Line) => rowName(row.id) },
    // A narrow screen cuts off the last columns.
    { label: "Verdict", align: "left" as const, cell: ({ verdict }: Line) => (verdict ? stateSign(verdict) : nothing) },
    figures("p50", lines),
    change,
    ...(columns === "few" ? [] : [figures("throughput", lines)]),
    ...(columns === "all" ? [headAndChange("cpu_per_call", lines), ...tailOf(lines), also] : []),
  ];
  return all.filter((column) => lines.some((line) => column.cell(line) !== nothing));
}

/** Base and head in one unit for the whole column, so that it can be scanned. */
function figures(id: MetricId, lines: readonly Line[]): Column<Line> {
  const { unit, write } = writerOf(id, lines);
  return {
    label: `${metric(id).label}${unit}`,
    align: "right",
    cell: (line) => {
      const [before, after] = [judgedOf(line.findings, id)?.base ?? worked(line.base, id), headOf(line, id)];
      if (after === undefined) return nothing;
      return before === undefined ? write(after) : `${write(before)}${noBreak}→${noBreak}${write(after)}`;
    },
  };
}

/** Column of head's figure and its change from base. */
function headAndChange(id: MetricId, lines: readonly Line[]): Column<Line> {
  const { unit, write } = writerOf(id, lines);
  return {
    label: `${metric(id).label}${unit}`,
    align: "right",
    cell: (line) => {
      const after = headOf(line, id);
      if (after === undefined) return nothing;
      const change = changeOf(line, id, { interval: false });
      return change === nothing ? write(after) : `${write(after)} (${change})`;
    },
  };
}

function writerOf(id: MetricId, lines: readonly Line[]): { unit: string; write: (value: number) => string } {
  const values = lines.flatMap(({ base, head }) => [base, head].flatMap((arm) => figureOf(arm?.statistics, id) ?? []));
  const { unit, factor } = scaleOf(id, Math.max(0, ...values));
  return {
    unit: unit === "" ? "" : ` (${unit === "req/s" ? "/s" : unit})`,
    write: (value) => significant(value * factor),
  };
}

/** The furthest percentile that enough calls bear out in every row. */
function tailOf(lines: readonly Line[]): Column<Line>[] {
  const isBorneOut = (id: MetricId) =>
    lines.every(({ head }) => {
      const statistic = measured(head?.statistics, id);
      return statistic !== undefined && !statistic.insufficient;
    });
  const id = (["p99", "p95"] as const).find(isBorneOut);
  return id === undefined ? [] : [headAndChange(id, lines)];
}

/** The figure of an arm; a row none of whose calls went well, such as one of a tool that base lacks, has no rate of 0. */
function worked(arm: RowView["base"], id: MetricId): number | undefined {
  return arm && arm.ok > 0 ? figureOf(arm.statistics, id) : undefined;
}

/** Head's figure as it was judged, so that it agrees with the change beside it, else that of its launches. */
function headOf(line: Line, id: MetricId): number | undefined {
  return judgedOf(line.findings, id)?.head ?? worked(line.head, id);
}

/** The change as it was judged, else that of the values. */
function changeOf(line: Line, id: MetricId, { interval }: { interval: boolean }): string {
  const judged = judgedOf(line.findings, id);
  if (judged) return interval ? changeText(judged) : signedChange(judged, judged.change?.estimate ?? 0);
  const [before, after] = [worked(line.base, id), worked(line.head, id)];
  if (before === undefined || after === undefined || before === 0) return nothing;
  const change = after / before - 1;
  return failsForErrors(line.findings) && isGain(id, change) ? nothing : signed(change);
}

const inColumns: Readonly<Record<Room["columns"], readonly MetricId[]>> = {
  few: ["p50"],
  some: ["p50", "throughput"],
  all: ["p50", "throughput", "cpu_per_call", "cpu_to_p50"],
};

/** These tell no more than a p50 that did the same. */
const withP50: readonly MetricId[] = ["mean", "throughput", "cpu_per_call", "cpu_to_p50"];

const sizes = ["response_bytes", "load_peak_rss"] as const satisfies readonly MetricId[];

const also: Column<Line> = {
  label: "Other changes",
  align: "left",
  cell: (line) => {
    const text = alsoOf(line, "all");
    return text.length === 0 ? nothing : text;
  },
};

/** Lists changes that have no column: sizes, and other metrics. */
function alsoOf({ findings, base, head }: Line, columns: Room["columns"]): Text {
  const told = worstFirst(findings).filter(
    (one) =>
      ((isFailing(one) && one.state !== "errored") || one.state === "improved") &&
      (!inColumns[columns].includes(one.metric) || one.against !== undefined) &&
      !(withP50.includes(one.metric) && one.against === undefined && judgedOf(findings, "p50")?.state === one.state),
  );
  const texts = told.map((one): Text => {
    const against: Text = one.against === undefined ? [] : [" against ", { name: one.against }];
    const broken = breakText(one);
    if (broken !== undefined) return [broken];
    if (isBudget(one)) return [`${metricLabel(one)} `, { prose: missText(one) }];
    return [`${metricLabel(one)} ${fromTo(one)}`, ...against];
  });
  const resized = sizes
    .filter((id) => !told.some((one) => one.metric === id))
    .flatMap((id): Text[] => {
      const [before, after] = [figureOf(base?.statistics, id), figureOf(head?.statistics, id)];
      if (before === undefined || after === undefined || !isNotable(after / before)) return [];
      return [[`${metric(id).label} ${fromTo({ metric: id, base: before, head: after })}`]];
    });
  return joined([...new Map([...texts, ...resized].map((text) => [JSON.stringify(text), text])).values()], "; ");
}

/** Sizes are exact or nearly so: less than this is no news. */
function isNotable(ratio: number): boolean {
  return Number.isFinite(ratio) && Math.abs(ratio - 1) >= 0.05;
}

const ofServer = ["startup", "peak_rss", "memory_growth", "tools_list_tokens", "tools_list_bytes"] as const;

/** The server in one line, or one for each variant: what everybody asks for, and whatever else is not as it was. */
export function serverLines({ report }: View): Text[] {
  const { head, base, comparison } = report;
  return serverRowsOf(head).flatMap((row): Text[] => {
    const variant = serverVariant(row);
    const of = (arm: typeof base) => arm && serverStatistics(arm, row);
    const findings = worstFirst(withoutRepeats(comparison.findings.filter((one) => one.row === row)));
    const marked: Finding[] = [];
    const usual = ofServer.flatMap((id): Text[] => {
      if (id === "tools_list_bytes" && figureOf(of(head), "tools_list_tokens") !== undefined) return [];
      // New tools are in the figures and not in what was judged.
      const judged = id.startsWith("tools_list") ? undefined : findings.find((one) => one.metric === id && one.change);
      const [before, after] = [judged?.base ?? figureOf(of(base), id), judged?.head ?? figureOf(of(head), id)];
      if (after === undefined) return [];
      // The interval is in the tables; of a growth the figures are the change.
      const change = judged && metric(id).compared !== "rise" ? ` (${pointText(judged)})` : "";
      const wide = judged ? wideGrowthText(judged, report.run) : "";
      const isSame = before === undefined || before === after;
      const figure = isSame ? formatValue(id, after) : fromTo({ metric: id, base: before, head: after });
      const own = findings.find((one) => one.metric === id && (isFailing(one) || passesByCpu(one)));
      if (own) marked.push(own);
      const mark = own ? `${noBreak}${stateSign(own)}` : "";
      return [[`${metric(id).label} ${figure}${isSame ? "" : change}${wide}${mark}`]];
    });
    const others = findings
      .filter((one) => states[one.state].tone !== "good" && !ofServer.some((id) => id === one.metric))
      .map((one): Text => {
        if (isFailing(one)) marked.push(one);
        const mark = isFailing(one) ? `${noBreak}${stateSign(one)}` : "";
        return [`${metricLabel(one)}${one.change ? ` ${fromTo(one)}` : ""}${mark}`];
      });
    const worst = verdictOf(findings);
    const told = new Map([...others, ...leaksNotSeen(report)].map((text) => [JSON.stringify(text), text]));
    const parts = [...usual, ...told.values()];
    if (parts.length === 0) return [];
    const sign = worst && stateSign({ state: worst.state, threshold: worst.threshold });
    // The figure that fails is marked itself; where nothing is compared the headline says so.
    const isSaid =
      (worst?.state === "no-baseline" && comparison.reference.kind === "none") ||
      marked.some((one) => stateSign(one) === sign);
    const verdict: Text = sign === undefined || isSaid ? [] : [` · ${sign}`];
    const name: Text = variant === undefined ? [{ strong: "Server" }] : [{ strong: "Server" }, " ", { name: variant }];
    return [[...name, ": ", ...joined(parts, " · "), ...verdict]];
  });
}

/** A server that passes was not asked about what a warning names. */
function leaksNotSeen({ run }: View["report"]): Text[] {
  if (!run.warnings.some(({ code }) => code === "not-leak-checked")) return [];
  const launches = run.rounds.flatMap((round) => round.launches);
  // Calls that came too late, or were not all answered, told nothing.
  const looks = launches.filter(({ metrics }) => metrics.memory_growth !== undefined);
  const seen = new Set(looks.flatMap(({ soaked = [] }) => soaked));
  const unseen = run.rows.filter(({ id }) => !seen.has(id)).length;
  if (unseen === 0) return [];
  return [[unseen === run.rows.length ? "no leak check" : `no leak check in ${plural(unseen, "row")}`]];
}

/** The rows that do not pass as one line each, for a comment with more of them than a table can hold. */
export function failureLines(view: View): Text[] {
  const ofRows = linesOf(view).filter(({ verdict }) => verdict && isFailing(verdict));
  const lines = ofRows.map(({ row, findings }) => ({ id: row.id, findings }));
  const ofServers = groupBy(
    view.report.comparison.findings.filter(({ row }) => isServerRow(row)),
    ({ row }) => row,
  );
  const servers = [...ofServers].map(([id, findings]) => ({ id, findings }));
  return [...lines, ...servers].flatMap(({ id, findings }): Text[] => {
    const failing = worstFirst(findings).filter((one) => isFailing(one) && one.threshold.level === "fail");
    if (failing.length === 0) return [];
    const parts = failing.map((one) =>
      isBudget(one)
        ? (breakText(one) ?? `${metricLabel(one)} over budget`)
        : `${metricLabel(one)}${one.change ? ` ${signedChange(one, one.change.estimate)}` : ""}`,
    );
    return [[`${states.regressed.result.icon} `, rowName(id), `: ${parts.join(", ")}`]];
  });
}
