import { count, nothing, plural, significant } from "../../metrics/format.ts";
import type { ServerMetricSummary } from "../../metrics/summary.ts";
import type { Block, Section } from "../block.ts";
import { armColumn, type Column, table } from "../table.ts";
import type { View } from "../view.ts";

interface Line {
  readonly row: string;
  readonly arm: "base" | "head";
  readonly metric: ServerMetricSummary;
}

const columnsOf = (lines: readonly Line[]): Column<Line>[] => [
  { label: "Row", align: "left", cell: ({ row }) => ({ name: row }) },
  { label: "Field", align: "left", cell: ({ metric }) => ({ name: metric.field }) },
  ...armColumn(lines),
  {
    label: "lines / calls",
    align: "right",
    cell: ({ metric }) => `${count(metric.lines)} / ${count(metric.calls)}`,
  },
  { label: "n", align: "right", cell: ({ metric }) => count(metric.values?.count ?? 0) },
  ...(["mean", "min", "p50", "p95", "p99", "max"] as const).map(
    (id): Column<Line> => ({
      label: id,
      align: "right",
      cell: ({ metric }) => (metric.values ? significant(metric.values[id]) : nothing),
    }),
  ),
];

/** Shows metrics from the server's own log about the measured calls. */
export function serverMetricsSection({ rows }: View): Section {
  const lines = rows.flatMap(({ row, base, head }): Line[] =>
    (head?.serverMetrics ?? []).flatMap((metric): Line[] => {
      const before = base?.serverMetrics?.find(({ field }) => field === metric.field);
      const own: Line = { row: row.id, arm: "head", metric };
      return before ? [{ row: row.id, arm: "base", metric: before }, own] : [own];
    }),
  );
  const found = lines.filter(({ metric }) => metric.lines > 0);
  const explanation: Block = {
    kind: "paragraph",
    text: [
      "Read from the server's own log, in the units it writes; lines of warm-up and set-up are left out. ",
      "Percentiles are medians over rounds. They are informational; no threshold applies.",
    ],
  };
  return {
    id: "server-metrics",
    title: `Server-side metrics (${plural(new Set(found.map(({ metric }) => metric.field)).size, "field")})`,
    folded: true,
    blocks: found.length > 0 ? [explanation, table(columnsOf(found), found)] : [],
  };
}
