import { type MetricId, metric } from "../../metrics/metric.ts";
import { figureOf, type RowSummary } from "../../metrics/summary.ts";
import { groupBy } from "../../stats/group-by.ts";
import { type ArmLine, armLines, nameColumns, rowsAmong } from "../arm-lines.ts";
import type { Block, Section } from "../block.ts";
import { capital } from "../news/facts.ts";
import { inOneUnit } from "../one-unit.ts";
import { type Column, table } from "../table.ts";
import type { View } from "../view.ts";

/** Explanations of events before the end of a call. */
const heard = {
  first_progress: "First progress: from the write of a call to the first notification.",
  longest_silence: "Longest silence: the longest time without a message for a call, over the calls of a round.",
  polls: "Polls: requests for the state of a task until it ended; 0 where no call became a task.",
  update_latency: "Update latency: from the write of a call to the notification that the resource was updated.",
  session_open: "Session open: the handshake of the session that each call opens.",
} as const satisfies Partial<Record<MetricId, string>>;
const ids = Object.keys(heard) as (keyof typeof heard)[];

function heardOf({ statistics }: RowSummary): (keyof typeof heard)[] {
  return ids.filter((id) => figureOf(statistics, id) !== undefined);
}

function columnsOf(lines: readonly ArmLine[], shown: readonly MetricId[]): Column<ArmLine>[] {
  return [
    ...nameColumns(lines),
    ...["p50" as const, ...shown].map((id): Column<ArmLine> => {
      const of = ({ summary }: ArmLine) => figureOf(summary.statistics, id);
      const text = inOneUnit(id, lines.map(of));
      return { label: metric(id).label, align: "right", cell: (line) => text(of(line)) };
    }),
  ];
}

/** Shows events before the end of calls, for the rows that ask for them: rows with the same events share a table. */
export function waitingSection({ rows }: View): Section {
  const lines = armLines(rows).filter(({ summary }) => heardOf(summary).length > 0);
  // An arm whose calls all fail heard less than the other, of the same kind.
  const kindOf = ({ view: { base, head } }: ArmLine) =>
    ids.filter((id) => [base, head].some((arm) => arm && heardOf(arm).includes(id)));
  const blocks = [...groupBy(lines, (line) => kindOf(line).join()).values()].flatMap((same): Block[] => {
    const shown = same[0] ? kindOf(same[0]) : [];
    return [{ kind: "paragraph", text: [shown.map((id) => heard[id]).join(" ")] }, table(columnsOf(same, shown), same)];
  });
  const known = ids.filter((id) => lines.some((line) => kindOf(line).includes(id)));
  return {
    id: "waiting",
    title: capital(`${known.map((id) => metric(id).label).join(", ")} of ${rowsAmong(lines)}`),
    folded: true,
    blocks,
  };
}
