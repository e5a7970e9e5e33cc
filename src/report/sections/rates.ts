import { count, plural } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import type { RowSummary } from "../../metrics/summary.ts";
import type { Block, Section } from "../block.ts";
import { type Column, table } from "../table.ts";
import { figureOf, type RowView, type View } from "../view.ts";

interface Line {
  readonly view: RowView;
  readonly arm: "base" | "head";
  readonly summary: RowSummary;
}

const columns: readonly Column<Line>[] = [
  { label: "Row", align: "left", cell: ({ view }) => ({ name: view.row.id }) },
  { label: "Arm", align: "left", cell: ({ arm }) => arm },
  ...(["requested_rate", "achieved_rate", "throughput", "p50", "p99"] as const).map(
    (id): Column<Line> => ({
      label: { requested_rate: "requested", achieved_rate: "achieved", throughput: "ok", p50: "p50", p99: "p99" }[id],
      align: "right",
      cell: ({ summary }) => formatValue(id, figureOf(summary.statistics, id)),
    }),
  ),
  { label: "not sent", align: "right", cell: ({ summary }) => count(summary.failures.dropped ?? 0) },
];

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
      "Requests were sent at a fixed rate. Latency counts from the time a request was due, so a stall shows in every request it delayed.",
    ],
  };
  const amount = plural(new Set(lines.map(({ view }) => view.row.id)).size, "row");
  return {
    id: "rates",
    title: `Requested and achieved rate of ${amount}`,
    folded: true,
    blocks: lines.length > 0 ? [explanation, table(columns, lines)] : [],
  };
}
