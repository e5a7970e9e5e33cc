import { plural } from "../../metrics/format.ts";
import type { MetricId } from "../../metrics/metric.ts";
import { figureOf, type RowSummary } from "../../metrics/summary.ts";
import type { Block, Section } from "../block.ts";
import { inOneUnit } from "../one-unit.ts";
import { armColumn, type Column, table } from "../table.ts";
import { type RowView, type View } from "../view.ts";

interface Line {
  readonly view: RowView;
  readonly arm: "base" | "head";
  readonly summary: RowSummary;
}

const figures: readonly (readonly [MetricId, string])[] = [
  ["request_bytes", "request"],
  ["request_gzip_bytes", "gzip"],
  ["response_bytes", "response"],
  ["response_gzip_bytes", "gzip"],
  ["sent_bandwidth", "sent"],
  ["received_bandwidth", "received"],
  ["connections_opened", "opened"],
  ["connection_reuse", "reused"],
  ["connection_failures", "failed"],
];

function columnsOf(lines: readonly Line[]): Column<Line>[] {
  return [
    { label: "Row", align: "left", cell: ({ view }) => ({ name: view.row.id }) },
    ...armColumn(lines),
    ...figures.map(([id, label]): Column<Line> => {
      const of = ({ summary }: Line) => figureOf(summary.statistics, id);
      const text = inOneUnit(id, lines.map(of));
      return { label, align: "right", cell: (line) => text(of(line)) };
    }),
  ];
}

/** What went over HTTP: sizes, bandwidth and connections of the rows that were measured over it. */
export function networkSection({ rows }: View): Section {
  const lines = rows.flatMap((view): Line[] =>
    (["base", "head"] as const).flatMap((arm) => {
      const summary = view[arm];
      return figureOf(summary?.statistics, "sent_bandwidth") !== undefined && summary ? [{ view, arm, summary }] : [];
    }),
  );
  const explanation: Block = {
    kind: "paragraph",
    text: [
      "Sizes are those of the JSON bodies, plain and compressed; bandwidth includes the HTTP headers. ",
      "Connections are those opened while calls were measured; “reused” is the share of requests that used an open one.",
    ],
  };
  const amount = plural(new Set(lines.map(({ view }) => view.row.id)).size, "row");
  return {
    id: "network",
    title: `Network: sizes, bandwidth and connections of ${amount}`,
    folded: true,
    blocks: lines.length > 0 ? [explanation, table(columnsOf(lines), lines)] : [],
  };
}
