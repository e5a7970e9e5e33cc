import { duration, nothing } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { measured } from "../../metrics/summary.ts";
import type { RecordMeasurement } from "../../record/record.ts";
import { trimmedInterval } from "../../stats/trimmed.ts";
import { type Block, paragraph } from "../block.ts";
import { type Column, filled, nameColumns, tableBlocks, type VersionLine, versionLines } from "../columns.ts";
import type { View } from "../view.ts";

/** Shows what sessions leave with the server, by row, and when it gives that back. */
export function sessionsLeft({ rows }: View): Block[] {
  const lines = versionLines(rows).filter((line) => sessionsOf(line).length > 0);
  if (lines.length === 0) return [];
  const columns = [
    ...nameColumns(lines, [
      { label: "Ended by", align: "left", cell: (line) => sessionsOf(line)[0]?.ends.join(", ") ?? nothing },
    ]),
    ...filled([kept("session_memory"), kept("session_files"), kept("session_threads"), givenBack], lines),
  ];
  return [...paragraph({ strong: "What sessions leave with the server" }), ...tableBlocks(columns, lines)];
}

function sessionsOf({ view, version }: VersionLine): NonNullable<RecordMeasurement["sessions"]>[] {
  return view.row[version]?.measurements.flatMap(({ sessions }) => sessions ?? []) ?? [];
}

/** Column of a figure with its interval over launches, where there are enough. */
function kept(id: MetricId): Column<VersionLine> {
  const cell = ({ statistics }: VersionLine): string => {
    const found = measured(statistics, id);
    if (!found) return nothing;
    const value = formatValue(id, found.value);
    const interval = trimmedInterval(found.rounds);
    return interval ? `${value} (${formatValue(id, interval.low)} – ${formatValue(id, interval.high)})` : value;
  };
  return { label: metric(id).label, align: "right", cell };
}

const givenBack: Column<VersionLine> = {
  label: "Given back",
  align: "right",
  cell: (line) => {
    const found = measured(line.statistics, "session_reclaim");
    if (!found) return nothing;
    const isHeld = sessionsOf(line).some(({ reclaim }) => reclaim?.kind === "known" || reclaim?.kind === "not-reused");
    return isHeld ? `not within ${duration(Math.max(...found.rounds))}` : `after ${duration(found.value)}`;
  },
};
