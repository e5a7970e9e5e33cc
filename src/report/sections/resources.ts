import type { RunRecord } from "../../baseline/record.ts";
import { bytes, duration, factor, formatValue, nothing, plural } from "../../stats/format.ts";
import { type MetricId, metric } from "../../stats/metric.ts";
import type { RowSummary } from "../../stats/summary.ts";
import type { Block } from "../block.ts";
import { type Column, table } from "../table.ts";
import { figureOf, type RowView, type View } from "../view.ts";

/** The first call of each operation on a launch against what a call takes later on. */
export function firstCalls({ rows }: View): Block[] {
  const seen = new Set<string>();
  const known = rows.filter(({ head, row }) => {
    const what = JSON.stringify([row.method, row.target, row.variant]);
    if (seen.has(what) || figureOf(head?.statistics, "first_call") === undefined) return false;
    seen.add(what);
    return true;
  });
  if (known.length === 0) return [];
  const hasBase = known.some(({ base }) => figureOf(base?.statistics, "first_call") !== undefined);
  const value = (label: string, of: (view: RowView) => RowSummary | undefined, id: MetricId): Column<RowView> => ({
    label,
    align: "right",
    cell: (view) => formatValue(id, figureOf(of(view)?.statistics, id)),
  });
  const times = ({ head }: RowView): string => {
    const [first, later] = (["first_call", "p50"] as const).map((id) => figureOf(head?.statistics, id));
    return first === undefined || !later ? nothing : factor(first / later);
  };
  const hasVariants = known.some(({ row }) => row.variant !== undefined);
  const columns: Column<RowView>[] = [
    ...(hasVariants
      ? [
          {
            label: "Variant",
            align: "left",
            cell: ({ row }) => ({ name: row.variant ?? "" }),
          } satisfies Column<RowView>,
        ]
      : []),
    { label: "Operation", align: "left", cell: ({ row }) => ({ name: row.target }) },
    ...(hasBase ? [value("Base first", ({ base }) => base, "first_call")] : []),
    value("First", ({ head }) => head, "first_call"),
    value("p50 later", ({ head }) => head, "p50"),
    { label: "First / later", align: "right", cell: times },
  ];
  return [{ kind: "paragraph", text: [{ strong: "First call on a launch" }] }, table(columns, known)];
}

const memoryMetrics: readonly MetricId[] = ["load_mean_rss", "load_peak_rss", "memory_per_session", "memory_per_unit"];

/** Memory while each row's load ran on a launch of its own, and what one more session or unit of a sweep costs. */
export function loadMemory({ rows }: View): Block[] {
  const lines = rows.flatMap(({ row, base, head }) =>
    [
      { arm: "base", summary: base },
      { arm: "head", summary: head },
    ].flatMap(({ arm, summary }) =>
      figureOf(summary?.statistics, "load_peak_rss") === undefined
        ? []
        : [{ row, arm, statistics: summary?.statistics }],
    ),
  );
  const present = memoryMetrics.filter((id) => lines.some(({ statistics }) => figureOf(statistics, id) !== undefined));
  if (lines.length === 0) return [];
  const columns: Column<(typeof lines)[number]>[] = [
    { label: "Row", align: "left", cell: ({ row }) => ({ name: row.id }) },
    { label: "Arm", align: "left", cell: ({ arm }) => arm },
    ...present.map(
      (id): Column<(typeof lines)[number]> => ({
        label: metric(id).label,
        align: "right",
        cell: ({ statistics }) => formatValue(id, figureOf(statistics, id)),
      }),
    ),
  ];
  return [
    { kind: "paragraph", text: [{ strong: "Memory during the load" }, " (untimed, each row on a launch of its own)"] },
    table(columns, lines),
  ];
}

type Service = NonNullable<RunRecord["services"]>[number];

/** What ran beside the servers. */
export function services({ report: { record } }: View): Block[] {
  const all = record.services ?? [];
  if (all.length === 0) return [];
  const columns: Column<Service>[] = [
    { label: "Service", align: "left", cell: ({ name }) => ({ name }) },
    { label: "RSS at the end", align: "right", cell: ({ rssBytes }) => bytes(rssBytes) },
    { label: "Peak RSS", align: "right", cell: ({ peakRssBytes }) => bytes(peakRssBytes) },
    { label: "CPU time", align: "right", cell: ({ cpuMs }) => duration(cpuMs) },
  ];
  return [{ kind: "paragraph", text: [{ strong: plural(all.length, "service") }] }, table(columns, all)];
}
