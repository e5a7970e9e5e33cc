import type { MetricId } from "../../metrics/metric.ts";
import { figureOf } from "../../metrics/summary.ts";
import { type ArmLine, armLines, nameColumns, rowsAmong } from "../arm-lines.ts";
import type { Block, Section } from "../block.ts";
import { inOneUnit } from "../one-unit.ts";
import { type Column, table } from "../table.ts";
import type { View } from "../view.ts";

const figures: readonly (readonly [MetricId, string])[] = [
  ["request_bytes", "request"],
  ["request_gzip_bytes", "request gzip"],
  ["response_bytes", "response"],
  ["response_gzip_bytes", "response gzip"],
  ["sent_bandwidth", "sent"],
  ["received_bandwidth", "received"],
  ["connections_opened", "opened"],
  ["connection_reuse", "reused"],
  ["connection_failures", "failed"],
];

function columnsOf(lines: readonly ArmLine[]): Column<ArmLine>[] {
  return [
    ...nameColumns(lines),
    ...figures.map(([id, label]): Column<ArmLine> => {
      const of = ({ summary }: ArmLine) => figureOf(summary.statistics, id);
      const text = inOneUnit(id, lines.map(of));
      return { label, align: "right", cell: (line) => text(of(line)) };
    }),
  ];
}

/** Shows HTTP traffic: sizes, bandwidth and connections of the rows that were measured over it. */
export function networkSection({ rows }: View): Section {
  const lines = armLines(rows).filter(({ summary }) => figureOf(summary.statistics, "sent_bandwidth") !== undefined);
  const explanation: Block = {
    kind: "paragraph",
    text: [
      "Sizes are those of the JSON bodies, plain and compressed; bandwidth includes the HTTP headers. ",
      "Connections are those opened while calls were measured; “reused” is the share of requests that used an open one.",
    ],
  };
  return {
    id: "network",
    title: `Network: sizes, bandwidth and connections of ${rowsAmong(lines)}`,
    folded: true,
    blocks: lines.length > 0 ? [explanation, table(columnsOf(lines), lines)] : [],
  };
}
