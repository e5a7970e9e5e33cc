import { count, nothing, plural, signed } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { PartSummary } from "../../metrics/summary.ts";
import { samplesNeeded } from "../../stats/sufficiency.ts";
import type { Block, Section } from "../block.ts";
import { timesInOneUnit } from "../one-unit.ts";
import { armColumn, type Column, table } from "../table.ts";
import type { View } from "../view.ts";

interface Line {
  readonly row: string;
  readonly arm: "base" | "head";
  readonly part: PartSummary;
  /** Summary of that part on base, where this is head. */
  readonly base?: PartSummary | undefined;
}

function columnsOf(lines: readonly Line[]): Column<Line>[] {
  return [
    { label: "Row", align: "left", cell: ({ row }) => ({ name: row }) },
    { label: "Part", align: "left", cell: ({ part }) => ({ name: part.part }) },
    ...armColumn(lines),
    { label: "calls", align: "right", cell: ({ part }) => count(part.attempted) },
    { label: "failed", align: "right", cell: ({ part }) => count(part.attempted - part.ok) },
    ...(["p50", "p95", "p99", "mean"] as const).map((id): Column<Line> => {
      const text = timesInOneUnit(lines.map(({ part }) => part.latency?.[id]));
      return { label: id, align: "right", cell: ({ part }) => `${text(part.latency?.[id])}${tooFew(part, id)}` };
    }),
    ...(lines.some((line) => line.base) ? [{ label: "p50 change", align: "right", cell: changeOf } as const] : []),
  ];
}

function tooFew({ insufficient = [] }: PartSummary, id: MetricId): string {
  const { quantile } = metric(id);
  return quantile !== undefined && insufficient.some((one) => one === id)
    ? ` (n < ${count(samplesNeeded(quantile))})`
    : "";
}

function changeOf({ part, base }: Line): string {
  return part.latency && base?.latency ? signed(part.latency.p50 / base.latency.p50 - 1) : nothing;
}

/** Latency and failures of each part of a mix. */
export function partsSection({ rows }: View): Section {
  const lines = rows.flatMap(({ row, base, head }): Line[] =>
    (head?.parts ?? []).flatMap((part): Line[] => {
      const before = base?.parts?.find((one) => one.part === part.part);
      const own: Line = { row: row.id, arm: "head", part, base: before };
      return before ? [{ row: row.id, arm: "base", part: before }, own] : [own];
    }),
  );
  const explanation: Block = {
    kind: "paragraph",
    text: ["Latency and failures of each part; throughput and thresholds are those of the whole."],
  };
  return {
    id: "parts",
    title: `Parts of ${plural(new Set(lines.map(({ row }) => row)).size, "row")}`,
    folded: true,
    blocks: lines.length > 0 ? [explanation, table(columnsOf(lines), lines)] : [],
  };
}
