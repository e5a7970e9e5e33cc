import { plural } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { RowSummary } from "../../metrics/summary.ts";
import type { Block, Section } from "../block.ts";
import { inOneUnit } from "../one-unit.ts";
import { armColumn, type Column, table } from "../table.ts";
import { figureOf, type RowView, type View } from "../view.ts";

interface Line {
  readonly view: RowView;
  readonly arm: "base" | "head";
  readonly summary: RowSummary;
}

const heard = [
  "first_progress",
  "longest_silence",
  "polls",
  "update_latency",
  "session_open",
] as const satisfies readonly MetricId[];

function columnsOf(lines: readonly Line[]): Column<Line>[] {
  return [
    { label: "Row", align: "left", cell: ({ view }) => ({ name: view.row.id }) },
    ...armColumn(lines),
    ...(["p50", ...heard] as const).map((id): Column<Line> => {
      const of = ({ summary }: Line) => figureOf(summary.statistics, id);
      const text = inOneUnit(id, lines.map(of));
      return { label: metric(id).label, align: "right", cell: (line) => text(of(line)) };
    }),
  ];
}

/** What is heard of calls before they end, of the rows that ask for it. */
export function waitingSection({ rows }: View): Section {
  const lines = rows.flatMap((view): Line[] =>
    (["base", "head"] as const).flatMap((arm) => {
      const summary = view[arm];
      const isHeard = heard.some((id) => figureOf(summary?.statistics, id) !== undefined);
      return isHeard && summary ? [{ view, arm, summary }] : [];
    }),
  );
  const explanation: Block = {
    kind: "paragraph",
    text: [
      "First progress: from the write of a call to the first notification. ",
      "Longest silence: the longest time in which any call of a round heard nothing. ",
      "Polls: how often a task was asked for until it had ended; 0 where no call became a task. ",
      "Update latency: from the write of a call to the notification that the resource was updated. ",
      "Session open: the handshake of the session that each call has for itself.",
    ],
  };
  return {
    id: "waiting",
    title: `Waiting for ${plural(new Set(lines.map(({ view }) => view.row.id)).size, "row")}`,
    folded: true,
    blocks: lines.length > 0 ? [explanation, table(columnsOf(lines), lines)] : [],
  };
}
