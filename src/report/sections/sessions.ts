import { count, duration, nothing } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { measured } from "../../metrics/summary.ts";
import type { RecordMeasurement } from "../../record/record.ts";
import { trimmedInterval } from "../../stats/trimmed.ts";
import { type Block, titled } from "../block.ts";
import {
  type Column,
  filled,
  left,
  nameColumns,
  right,
  tableBlocks,
  type VersionLine,
  versionLines,
} from "../columns.ts";
import type { View } from "../report.ts";

export function sessionsLeft({ rows }: View): Block[] {
  const lines = versionLines(rows).filter((line) => sessionsOf(line).length > 0);
  const columns = [
    ...nameColumns(lines, [left("Ended by", (line) => sessionsOf(line)[0]?.ends.join(", ") ?? nothing)]),
    ...filled([kept("session_memory"), kept("session_files"), kept("session_threads"), givenBack], lines),
  ];
  return titled([{ strong: "What sessions leave with the server" }], tableBlocks(columns, lines));
}

function sessionsOf({ view, version }: VersionLine): NonNullable<RecordMeasurement["sessions"]>[] {
  return view.row[version]?.measurements.flatMap(({ sessions }) => sessions ?? []) ?? [];
}

/** Column of a figure with its interval over launches, where there are enough. */
function kept(id: MetricId): Column<VersionLine> {
  return right(metric(id).label, ({ statistics }) => {
    const found = measured(statistics, id);
    if (!found) return nothing;
    const value = formatValue(id, found.value);
    const interval = trimmedInterval(found.rounds);
    return interval ? `${value} (${formatValue(id, interval.low)} – ${formatValue(id, interval.high)})` : value;
  });
}

const givenBack: Column<VersionLine> = right("Given back", (line) => {
  const found = measured(line.statistics, "session_reclaim");
  if (!found) return nothing;
  const isHeld = sessionsOf(line).some(({ reclaim }) => reclaim?.kind === "known" || reclaim?.kind === "not-reused");
  return isHeld ? `not within ${duration(Math.max(...found.rounds))}` : `after ${duration(found.value)}`;
});

export function restarts({ rows }: View): Block[] {
  const lines = versionLines(rows).filter((line) => restartsOf(line).length > 0);
  const columns: Column<VersionLine>[] = [
    ...nameColumns(lines),
    right("Restarts", (line) => count(restartsOf(line).length)),
    right("Calls lost", (line) => shareOf(line, ({ calls, lost }) => [lost, calls])),
    right("Answered twice", (line) => count(restartsOf(line).reduce((sum, { repeated }) => sum + repeated, 0))),
    kept("restart_unready"),
    right("Streams cut", (line) =>
      shareOf(line, ({ stream }) => [Number(stream === "cut"), Number(stream !== "none")]),
    ),
    right("Old session", (line) =>
      [...new Set(restartsOf(line).map(({ session }) => oldSession[session ?? "none"]))].join(", "),
    ),
    right("Killed", (line) => count(restartsOf(line).filter(({ killed }) => killed).length)),
    left("Callers saw", (line) => {
      const [seen] = restartsOf(line).flatMap((one) => one.seen ?? one.failure ?? []);
      return seen === undefined ? nothing : { prose: seen };
    }),
  ];
  return titled([{ strong: "What a restart of the server costs its callers" }], tableBlocks(columns, lines));
}

type Restart = NonNullable<RecordMeasurement["restart"]>;

function restartsOf({ view, version }: VersionLine): Restart[] {
  return view.row[version]?.measurements.flatMap(({ restart }) => restart ?? []) ?? [];
}

/** Sums a part and its whole over all restarts. */
function shareOf(line: VersionLine, of: (restart: Restart) => readonly [part: number, whole: number]): string {
  const [part, whole] = restartsOf(line)
    .map(of)
    .reduce((sums, one) => [sums[0] + one[0], sums[1] + one[1]], [0, 0]);
  return whole > 0 ? `${count(part)} of ${count(whole)}` : nothing;
}

const oldSession = {
  none: nothing,
  told: "404",
  known: "still known",
  stranded: "neither known nor 404",
} as const satisfies Record<NonNullable<Restart["session"]> | "none", string>;
