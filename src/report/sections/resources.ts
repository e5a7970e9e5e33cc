import { bytes, duration, factor, nothing, plural } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { figureOf, type RowSummary } from "../../metrics/summary.ts";
import { inFlightOf } from "../../model/load.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { Table } from "../../table/table.ts";
import type { Block } from "../block.ts";
import { inOneUnit } from "../one-unit.ts";
import { armColumn, type Column, table } from "../table.ts";
import type { RowView, View } from "../view.ts";

/** An operation by the row that made its first call; `later` is the row that makes one call at a time. */
interface FirstCall {
  readonly first: RowView;
  readonly later: RowView | undefined;
}

/** The first call of each operation on a launch, which is made alone, against what a call made alone takes later on. */
export function firstCalls({ rows }: View): Block[] {
  const operations = groupBy(rows, ({ row }) => JSON.stringify([row.method, row.target, row.variant]));
  const known = [...operations.values()].flatMap((same): FirstCall[] => {
    const first = same.find(({ head }) => figureOf(head?.statistics, "first_call") !== undefined);
    return first ? [{ first, later: same.find(isAlone) }] : [];
  });
  if (known.length === 0) return [];
  const hasBase = known.some(({ first: { base } }) => figureOf(base?.statistics, "first_call") !== undefined);
  const hasVariants = known.some(({ first }) => first.row.variant !== undefined);
  const time = (label: string, of: (call: FirstCall) => RowSummary | undefined, id: MetricId): Column<FirstCall> => {
    const text = inOneUnit(
      id,
      known.map((call) => figureOf(of(call)?.statistics, id)),
    );
    return { label, align: "right", cell: (call) => text(figureOf(of(call)?.statistics, id)) };
  };
  const times = ({ first, later }: FirstCall): string => {
    const [alone, after] = [figureOf(first.head?.statistics, "first_call"), figureOf(later?.head?.statistics, "p50")];
    return alone === undefined || !after ? nothing : factor(alone / after);
  };
  const variant: Column<FirstCall> = {
    label: "Variant",
    align: "left",
    cell: ({ first }) => ({ name: first.row.variant ?? "" }),
  };
  const columns: Column<FirstCall>[] = [
    ...(hasVariants ? [variant] : []),
    { label: "Operation", align: "left", cell: (call) => ({ name: operationName(call, known) }) },
    ...(hasBase ? [time("Base first", ({ first }) => first.base, "first_call")] : []),
    time("First", ({ first }) => first.head, "first_call"),
    time("p50 later", ({ later }) => later?.head, "p50"),
    { label: "First / later", align: "right", cell: times },
  ];
  return [{ kind: "paragraph", text: [{ strong: "First call on a launch" }] }, table(columns, known)];
}

function isAlone({ row: { load } }: RowView): boolean {
  return inFlightOf(load) === 1;
}

/** A prompt and a tool may have the same name. */
function operationName({ first: { row } }: FirstCall, all: readonly FirstCall[]): string {
  const isClear = all.every(({ first }) => first.row.target !== row.target || first.row.method === row.method);
  return isClear ? row.target : `${row.method} ${row.target}`;
}

/** Without `memory_per_unit`: a slope through one launch per row, which another run gives with another sign. */
const memoryMetrics: readonly MetricId[] = ["load_mean_rss", "load_peak_rss", "memory_per_session"];

/** Memory while each row's load ran on a launch of its own, and what one more session costs. */
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
    ...armColumn(lines),
    ...present.map((id): Column<(typeof lines)[number]> => {
      const text = inOneUnit(
        id,
        lines.map(({ statistics }) => figureOf(statistics, id)),
      );
      return { label: metric(id).label, align: "right", cell: ({ statistics }) => text(figureOf(statistics, id)) };
    }),
  ];
  return [
    { kind: "paragraph", text: [{ strong: "Memory during the load" }, " (untimed, each row on a launch of its own)"] },
    table(columns, lines),
  ];
}

type Service = NonNullable<Table["services"]>[number];

/** Lists the services beside the servers. */
export function services({ report: { run } }: View): Block[] {
  const all = run.services ?? [];
  if (all.length === 0) return [];
  const columns: Column<Service>[] = [
    { label: "Service", align: "left", cell: ({ name }) => ({ name }) },
    { label: "RSS at the end", align: "right", cell: ({ rssBytes }) => bytes(rssBytes) },
    { label: "Peak RSS", align: "right", cell: ({ peakRssBytes }) => bytes(peakRssBytes) },
    { label: "CPU time", align: "right", cell: ({ cpuMs }) => duration(cpuMs) },
  ];
  return [{ kind: "paragraph", text: [{ strong: plural(all.length, "service") }] }, table(columns, all)];
}
