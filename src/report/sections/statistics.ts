import { count, factor, factorNumber, nothing, plural } from "../../metrics/format.ts";
import { formatValue, unitOfAll } from "../../metrics/format-value.ts";
import { metric, metricIds } from "../../metrics/metric.ts";
import { figureOf, measured } from "../../metrics/summary.ts";
import { groupBy } from "../../stats/group-by.ts";
import { type Block, list, paragraph, type Section } from "../block.ts";
import {
  type Column,
  filled,
  labelled,
  type MetricColumn,
  metricColumns,
  nameColumns,
  right,
  table,
  tableBlocks,
  type VersionLine,
  valueText,
  versionLines,
} from "../columns.ts";
import { isFailing } from "../finding.ts";
import { pivotsOf, viewsOf } from "../pivot.ts";
import { failedCalls, type RowView, type View } from "../report.ts";
import { extentText } from "./load-text.ts";
import { serverLines } from "./server.ts";

/** Every statistic of every row, in the columns that users of pytest-benchmark know. Rows of one group share a table. */
export function statisticsSection({ rows }: View, most: number): Section {
  const hidden = rows.length - most;
  const failing = rows.filter(({ findings }) => findings.some(isFailing));
  const rest = hidden > 0 ? paragraph(`and ${plural(hidden, "more row")}; the JSON report holds all.`) : [];
  return {
    id: "statistics",
    title: "Statistics",
    fold: "Statistics",
    blocks: [...tablesOf(rows.slice(0, most)), ...rest],
    shorter: { leavesOut: "statistics of rows that did not fail", blocks: () => tablesOf(failing) },
  };
}

function tablesOf(rows: readonly RowView[]): Block[] {
  const blocks = [...groupBy(rows, ({ row }) => row.group)].flatMap(([group, members]): Block[] => {
    const lines = versionLines(members);
    if (lines.length === 0) return [];
    const heading = group === undefined ? [] : paragraph({ name: group });
    return [...heading, table(timingColumns(lines), lines), table(tailColumns(lines), lines), ...trimmedTable(lines)];
  });
  return blocks.length > 0 ? [...blocks, ...key] : [];
}

const key = paragraph(
  "In parentheses: the ratio to the best of the table. Outliers: calls beyond one standard deviation; ",
  "beyond 1.5 interquartile ranges. p99 pooled is that of all calls of all rounds together, which one slow round can ",
  "raise alone. (n < …): fewer calls than the percentile needs to be relied on.",
);

const median = ["p50", "median"] as const;

function timingColumns(lines: readonly VersionLine[]): Column<VersionLine>[] {
  return [
    ...nameColumns(lines),
    ...besideBest(["min", "max", "mean", "stddev", median, "iqr"], lines),
    ...filled([headToBase], lines),
    right("Outliers", ({ summary: { outliers } }) =>
      outliers ? `${count(outliers.beyondOneSigma)};${count(outliers.beyondFences)}` : nothing,
    ),
    ...besideBest([["throughput", "ops"]], lines),
    ...filled(besideBest([["items_throughput", "items"]], lines), lines),
    roundsColumn,
    right("Iterations", ({ view }) => extentText(view.row.load)),
    ...filled(metricColumns(["wall_time"], lines), lines),
  ];
}

/** Columns whose figures have their ratio to the best of the column beside them. */
function besideBest(ids: readonly MetricColumn[], lines: readonly VersionLine[]): Column<VersionLine>[] {
  return ids.map(labelled).map(([id, label]) => {
    const values = lines.flatMap(({ statistics }) => figureOf(statistics, id) ?? []);
    const best = metric(id).better === "less" ? Math.min(...values) : Math.max(...values);
    const unit = unitOfAll(id, values);
    return right(label, (line) => {
      const value = figureOf(line.statistics, id);
      const ratio = value === undefined || best <= 0 ? "" : ` (${factorNumber(value / best)})`;
      return `${valueText(id, line, unit)}${ratio}`;
    });
  });
}

const headToBase: Column<VersionLine> = right("median head / base", ({ view: { head, base }, version }) => {
  const [now, before] = [figureOf(head?.statistics, "p50"), figureOf(base?.statistics, "p50")];
  return version === "base" || now === undefined || !before ? nothing : factor(now / before);
});

function tailColumns(lines: readonly VersionLine[]): Column<VersionLine>[] {
  const pooled = ({ statistics }: VersionLine) => measured(statistics, "p99")?.pooled;
  const unit = unitOfAll("p99", lines.map(pooled));
  return [
    ...nameColumns(lines),
    ...metricColumns(["p75", "p90", "p95", "p99", "p999"], lines),
    right("p99 pooled", (line) => formatValue("p99", pooled(line), unit)),
    ...metricColumns(["mad", "cpu_per_call", "request_bytes", "response_bytes"], lines),
    failedColumn,
  ];
}

/** The same without extreme samples, where the configuration asks for it; gates use the tables above. */
function trimmedTable(all: readonly VersionLine[]): Block[] {
  const lines = all
    .filter(({ summary }) => summary.trimmed)
    .map((line) => ({ ...line, statistics: line.summary.trimmed?.statistics }));
  const columns: Column<VersionLine>[] = [
    ...nameColumns(lines),
    right("Removed", ({ summary }) => count(summary.trimmed?.removed ?? 0)),
    ...metricColumns(["mean", "stddev", median, "p95", "p99", "max"], lines),
  ];
  const heading = paragraph("Without samples beyond three standard deviations of their round:");
  return lines.length > 0 ? [...heading, table(columns, lines)] : [];
}

/** The main figures of head, for a run that has nothing to compare with; variants stand side by side elsewhere. */
export function measuredSection(view: View, most: number): Section {
  const beside = pivotsOf(view).pivots.filter(({ isOfVariants }) => isOfVariants);
  const elsewhere = new Set(beside.flatMap(viewsOf));
  const rows = view.rows.filter((row) => !elsewhere.has(row));
  const own = measuredTable(rows, most);
  const blocks = own.length > 0 ? [...own, ...list(serverLines(view))] : [];
  return { id: "measured", title: "Measurements", blocks };
}

export function measuredTable(rows: readonly RowView[], most: number): Block[] {
  const lines = versionLines(rows).filter(({ version }) => version === "head");
  const columns: Column<VersionLine>[] = [
    ...nameColumns(lines),
    ...metricColumns(["p50", "p95", "p99", "throughput"], lines),
    ...filled(metricColumns(["items_throughput"], lines), lines),
    failedColumn,
    roundsColumn,
  ];
  return tableBlocks(columns, lines, { most, more: (hidden) => `and ${plural(hidden, "more row")} in the details` });
}

const failedColumn: Column<VersionLine> = right("Errors", ({ summary }) => failedCalls(summary));

const roundsColumn: Column<VersionLine> = right("Rounds", ({ summary }) =>
  String(Math.max(0, ...metricIds.map((id) => measured(summary.statistics, id)?.rounds.length ?? 0))),
);
