import { count, factor, nothing, plural } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { figureOf, measured, type RowSummary } from "../../metrics/summary.ts";
import { groupBy } from "../../stats/group-by.ts";
import { type ArmLine, armLines, nameColumns } from "../arm-lines.ts";
import type { Block, Section } from "../block.ts";
import { plainRows } from "../figures/sweep.ts";
import { inOneUnit } from "../one-unit.ts";
import { type Column, table } from "../table.ts";
import { failuresOf, type RowView, tooFewCalls, type View } from "../view.ts";
import { extentText } from "./load-text.ts";
import { serverLines } from "./rows.ts";

const spread = ["min", "max", "mean", "stddev", "p50", "iqr"] as const satisfies readonly MetricId[];
const tails = ["p75", "p90", "p95", "p99", "p999"] as const satisfies readonly MetricId[];

/**
 * Every statistic of every row, in the columns that users of pytest-benchmark know: beside each value its ratio to the
 * best of the table. Rows of one group share a table.
 */
export function statisticsSection(view: View, keep: (row: RowView) => boolean = () => true): Section {
  const rows = view.rows.filter(keep);
  const blocks = [...groupBy(rows, ({ row }) => row.group)].flatMap(([group, members]): Block[] => {
    const lines = armLines(members);
    if (lines.length === 0) return [];
    const heading: Block[] = group === undefined ? [] : [{ kind: "paragraph", text: [{ name: group }] }];
    return [...heading, table(timingColumns(lines), lines), table(tailColumns(lines), lines), ...trimmedTable(lines)];
  });
  const which = rows.length < view.rows.length ? ` of ${plural(rows.length, "row")} that did not pass` : "";
  return {
    id: "statistics",
    title: `Statistics${which}`,
    folded: true,
    blocks: blocks.length > 0 ? [...blocks, key] : [],
  };
}

const key: Block = {
  kind: "paragraph",
  text: [
    "In parentheses: the ratio to the best of the table. Outliers: calls beyond one standard deviation; ",
    "beyond 1.5 interquartile ranges. p99 pooled is that of all calls of all rounds together, which one slow round can ",
    "raise alone. (n < …): fewer calls than the percentile needs to be relied on.",
  ],
};

/** The same without extreme samples, where the configuration asks for it; gates use the tables above. */
function trimmedTable(lines: readonly ArmLine[]): Block[] {
  const trimmed = lines.filter(({ summary }) => summary.trimmed);
  if (trimmed.length === 0) return [];
  const column = (id: MetricId): Column<ArmLine> => {
    const of = ({ summary }: ArmLine) => figureOf(summary.trimmed?.statistics, id);
    const text = inOneUnit(id, trimmed.map(of));
    return { label: id === "p50" ? "median" : metric(id).label, align: "right", cell: (line) => text(of(line)) };
  };
  return [
    { kind: "paragraph", text: ["Without samples beyond three standard deviations of their round:"] },
    table(
      [
        ...nameColumns(trimmed),
        { label: "Removed", align: "right", cell: ({ summary }) => count(summary.trimmed?.removed ?? 0) },
        ...(["mean", "stddev", "p50", "p95", "p99", "max"] as const).map(column),
      ],
      trimmed,
    ),
  ];
}

/** The main figures of head, for a run that has nothing to compare with; variants stand side by side elsewhere. */
export function measuredSection(view: View, most: number): Section {
  const blocks = measuredTable(plainRows(view), most);
  const server = serverLines(view);
  if (blocks.length > 0 && server.length > 0) blocks.push({ kind: "list", items: server });
  return { id: "measured", title: "Measurements", folded: false, blocks };
}

/** The main figures of head in these rows. */
export function measuredTable(rows: readonly RowView[], most: number): Block[] {
  const lines = armLines(rows).filter(({ arm }) => arm === "head");
  const shown = lines.slice(0, most);
  const columns: Column<ArmLine>[] = [
    ...nameColumns(shown),
    ...(["p50", "p95", "p99", "throughput"] as const).map((id) => valueColumn(id, shown)),
    ...(lines.some(({ summary }) => measured(summary.statistics, "items_throughput"))
      ? [valueColumn("items_throughput", shown)]
      : []),
    failedColumn,
    roundsColumn,
  ];
  const blocks: Block[] = shown.length > 0 ? [table(columns, shown)] : [];
  const hidden = lines.length - shown.length;
  if (hidden > 0) blocks.push({ kind: "paragraph", text: [`and ${plural(hidden, "more row")} in the details.`] });
  return blocks;
}

const failedColumn: Column<ArmLine> = {
  label: "Errors",
  align: "right",
  cell: ({ summary }) => `${count(failuresOf(summary))} of ${count(summary.attempted)}`,
};
const roundsColumn: Column<ArmLine> = {
  label: "Rounds",
  align: "right",
  cell: ({ summary }) => String(Math.max(0, ...Object.values(summary.statistics).map(roundsOf))),
};

function roundsOf(statistic: RowSummary["statistics"][MetricId]): number {
  return statistic?.state === "measured" ? statistic.rounds.length : 0;
}

function valueColumn(id: MetricId, lines: readonly ArmLine[]): Column<ArmLine> {
  const text = inOneUnit(
    id,
    lines.map(({ summary }) => figureOf(summary.statistics, id)),
  );
  return {
    label: metric(id).label,
    align: "right",
    cell: ({ view, summary }) => {
      const statistic = measured(summary.statistics, id);
      return `${text(statistic?.value, view.row.load)}${tooFewCalls(statistic)}`;
    },
  };
}

function timingColumns(lines: readonly ArmLine[]): Column<ArmLine>[] {
  const ratioColumn = (id: MetricId, label: string): Column<ArmLine> => {
    const values = lines.map(({ summary }) => figureOf(summary.statistics, id)).filter((value) => value !== undefined);
    const best = metric(id).better === "less" ? Math.min(...values) : Math.max(...values);
    const text = inOneUnit(id, values);
    const cell = ({ view, summary }: ArmLine): string => {
      const value = figureOf(summary.statistics, id);
      if (value === undefined) return nothing;
      const written = text(value, view.row.load);
      return best > 0 ? `${written} (${factor(value / best).replace("x", "")})` : written;
    };
    return { label, align: "right", cell };
  };
  return [
    ...nameColumns(lines),
    ...spread.map((id) => ratioColumn(id, id === "p50" ? "median" : metric(id).label)),
    ...(lines.some(({ view }) => view.head && view.base) ? [headToBase] : []),
    {
      label: "Outliers",
      align: "right",
      cell: ({ summary: { outliers } }) =>
        outliers ? `${count(outliers.beyondOneSigma)};${count(outliers.beyondFences)}` : nothing,
    },
    ratioColumn("throughput", "ops"),
    ...(lines.some(({ summary }) => measured(summary.statistics, "items_throughput"))
      ? [ratioColumn("items_throughput", "items")]
      : []),
    roundsColumn,
    { label: "Iterations", align: "right", cell: ({ view }) => extentText(view.row.load) },
    ...(lines.some(({ summary }) => measured(summary.statistics, "wall_time"))
      ? [valueColumn("wall_time", lines)]
      : []),
  ];
}

const headToBase: Column<ArmLine> = {
  label: "median head / base",
  align: "right",
  cell: ({ view: { head, base }, arm }) => {
    const [now, before] = [figureOf(head?.statistics, "p50"), figureOf(base?.statistics, "p50")];
    return arm === "base" || now === undefined || !before ? nothing : factor(now / before);
  },
};

function tailColumns(lines: readonly ArmLine[]): Column<ArmLine>[] {
  const pooled = ({ summary }: ArmLine) => measured(summary.statistics, "p99")?.pooled;
  const pooledText = inOneUnit("p99", lines.map(pooled));
  const column = (id: MetricId) => valueColumn(id, lines);
  return [
    ...nameColumns(lines),
    ...tails.map(column),
    { label: "p99 pooled", align: "right", cell: (line) => pooledText(pooled(line)) },
    ...(["mad", "cpu_per_call", "request_bytes", "response_bytes"] as const).map(column),
    failedColumn,
  ];
}
