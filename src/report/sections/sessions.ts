import { count, duration, nothing } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { measured } from "../../metrics/summary.ts";
import type { RecordMeasurement } from "../../record/record.ts";
import { trimmedInterval } from "../../stats/trimmed.ts";
import { type Block, paragraph } from "../block.ts";
import { type Column, filled, nameColumns, tableBlocks, type VersionLine, versionLines } from "../columns.ts";
import type { Inline } from "../text.ts";
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

/** Shows what a restart of the server costs those who call it, by row. */
export function restarts({ rows }: View): Block[] {
  const lines = versionLines(rows).filter((line) => restartsOf(line).length > 0);
  if (lines.length === 0) return [];
  const column = (label: string, cell: Column<VersionLine>["cell"]): Column<VersionLine> => ({
    label,
    align: "right",
    cell,
  });
  const columns = [
    ...nameColumns(lines),
    column("Restarts", (line) => count(restartsOf(line).length)),
    column("Calls lost", (line) => shareOf(line, ({ calls, lost }) => [lost, calls])),
    column("Answered twice", (line) => count(restartsOf(line).reduce((sum, { repeated }) => sum + repeated, 0))),
    kept("restart_unready"),
    column("Streams cut", (line) =>
      shareOf(line, ({ stream }) => [Number(stream === "cut"), Number(stream !== "none")]),
    ),
    column("Old session", (line) =>
      [...new Set(restartsOf(line).map(({ session }) => oldSession[session ?? "none"]))].join(", "),
    ),
    column("Killed", (line) => count(restartsOf(line).filter(({ killed }) => killed).length)),
    { label: "Callers saw", align: "left", cell: (line: VersionLine) => seenBy(line) } as const,
  ];
  return [...paragraph({ strong: "What a restart of the server costs its callers" }), ...tableBlocks(columns, lines)];
}

type Restart = NonNullable<RecordMeasurement["restart"]>;

function restartsOf({ view, version }: VersionLine): Restart[] {
  return view.row[version]?.measurements.flatMap(({ restart }) => restart ?? []) ?? [];
}

/** Sums a part and its whole over all restarts. */
function shareOf(line: VersionLine, of: (restart: Restart) => readonly [part: number, whole: number]): string {
  const all = restartsOf(line).map(of);
  const [part, whole] = ([0, 1] as const).map((place) => all.reduce((sum, one) => sum + one[place], 0));
  return whole ? `${count(part ?? 0)} of ${count(whole)}` : nothing;
}

const oldSession = {
  none: nothing,
  told: "404",
  known: "still known",
  stranded: "neither known nor 404",
} as const satisfies Record<NonNullable<Restart["session"]> | "none", string>;

function seenBy(line: VersionLine): Inline {
  const seen = restartsOf(line).flatMap((one) => one.seen ?? one.failure ?? [])[0];
  return seen === undefined ? nothing : { prose: seen };
}
