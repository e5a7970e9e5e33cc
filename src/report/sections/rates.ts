import { count } from "../../metrics/format.ts";
import { measured } from "../../metrics/summary.ts";
import { rateOf } from "../../model/load.ts";
import { type ArmLine, armLines, nameColumns, rowsAmong } from "../arm-lines.ts";
import type { Block, Section } from "../block.ts";
import { inOneUnit } from "../one-unit.ts";
import { type Column, table } from "../table.ts";
import { tooFewCalls, type View } from "../view.ts";

const figures = [
  ["requested_rate", "requested"],
  ["achieved_rate", "achieved"],
  ["throughput", "ok"],
  ["p50", "p50"],
  ["p99", "p99"],
] as const;

function columnsOf(lines: readonly ArmLine[]): Column<ArmLine>[] {
  return [
    ...nameColumns(lines),
    ...figures.map(([id, label]): Column<ArmLine> => {
      const of = ({ summary }: ArmLine) => measured(summary.statistics, id);
      const text = inOneUnit(
        id,
        lines.map((line) => of(line)?.value),
      );
      return { label, align: "right", cell: (line) => `${text(of(line)?.value)}${tooFewCalls(of(line))}` };
    }),
    { label: "not sent", align: "right", cell: ({ summary }) => count(summary.failures.dropped ?? 0) },
  ];
}

/** Open loops: the requested and the achieved rate. */
export function ratesSection({ rows }: View): Section {
  const lines = armLines(rows.filter(({ row }) => rateOf(row.load) !== undefined));
  const explanation: Block = {
    kind: "paragraph",
    text: [
      "Requests were sent at a fixed rate, which of stages is that on average. Latency counts from the time a request was due, so a stall shows in every request it delayed.",
    ],
  };
  return {
    id: "rates",
    title: `Requested and achieved rate of ${rowsAmong(lines)}`,
    folded: true,
    blocks: lines.length > 0 ? [explanation, table(columnsOf(lines), lines)] : [],
  };
}
