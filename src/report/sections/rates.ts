import { count, plural } from "../../metrics/format.ts";
import { measured, type RowSummary } from "../../metrics/summary.ts";
import type { Block, Section } from "../block.ts";
import { inOneUnit } from "../one-unit.ts";
import { armColumn, type Column, table } from "../table.ts";
import { type RowView, tooFewCalls, type View } from "../view.ts";

interface Line {
  readonly view: RowView;
  readonly arm: "base" | "head";
  readonly summary: RowSummary;
}

const figures = [
  ["requested_rate", "requested"],
  ["achieved_rate", "achieved"],
  ["throughput", "ok"],
  ["p50", "p50"],
  ["p99", "p99"],
] as const;

function columnsOf(lines: readonly Line[]): Column<Line>[] {
  return [
    { label: "Row", align: "left", cell: ({ view }) => ({ name: view.row.id }) },
    ...armColumn(lines),
    ...figures.map(([id, label]): Column<Line> => {
      const of = ({ summary }: Line) => measured(summary.statistics, id);
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
  const lines = rows.flatMap((view): Line[] => {
    if (view.row.load.kind !== "open") return [];
    return (["base", "head"] as const).flatMap((arm) => {
      const summary = view[arm];
      return summary ? [{ view, arm, summary }] : [];
    });
  });
  const explanation: Block = {
    kind: "paragraph",
    text: [
      "Requests were sent at a fixed rate, which of stages is that on average. Latency counts from the time a request was due, so a stall shows in every request it delayed.",
    ],
  };
  const amount = plural(new Set(lines.map(({ view }) => view.row.id)).size, "row");
  return {
    id: "rates",
    title: `Requested and achieved rate of ${amount}`,
    folded: true,
    blocks: lines.length > 0 ? [explanation, table(columnsOf(lines), lines)] : [],
  };
}
