import { type Capacity, capacitiesOf } from "../metrics/capacity.ts";
import { plural } from "../metrics/format.ts";
import { formatValue } from "../metrics/format-value.ts";
import { type ArmSummary, figureOf, type RowSummary } from "../metrics/summary.ts";
import { inFlightOf, isSearch } from "../model/load.ts";
import type { RecordRow } from "../record/record.ts";
import type { Table, TableRow } from "../table/table.ts";
import type { Warning } from "./verdict.ts";

/** A server that achieves less than this share of the requested rate has not held it. */
const held = 0.95;

/** At this many times the throughput, with as many requests in flight over several sessions, one session is served in turn. */
const clearlyMore = 1.5;

/** An open loop whose rate the server did not hold: how far it fell behind. */
export function backlogs({ head }: TableRow, row: RowSummary): Warning[] {
  const { requested_rate: requested, achieved_rate: achieved } = row.statistics;
  if (requested?.state !== "measured" || achieved?.state !== "measured") return [];
  const blocks = head.readings.flatMap((reading) => reading.blocks);
  const most = Math.max(0, ...blocks.map(({ backlog }) => backlog?.most ?? 0));
  const dropped = blocks.reduce((sum, { backlog }) => sum + (backlog?.dropped ?? 0), 0);
  if (dropped === 0 && achieved.value >= held * requested.value) return [];
  const unsent =
    dropped > 0 ? `; because of that ${plural(dropped, "request")} ${dropped === 1 ? "was" : "were"} not sent` : "";
  const rates = `${formatValue("achieved_rate", achieved.value)} of ${formatValue("requested_rate", requested.value)}`;
  const message = `backlog: the server did not keep up with the requested rate (${rates}); up to ${plural(most, "request")} waited at once${unsent}`;
  return [{ code: "backlog", row: row.row, message }];
}

/** A search that came to a bound, or to nothing: what the figure does not say by itself. */
export function capacityBounds({ id, load, head }: TableRow): Warning[] {
  if (!isSearch(load)) return [];
  const launches = head.measurements.length;
  const found = capacitiesOf(head.readings, load);
  const unknown = launches - found.length;
  const bounds = (["top", "bottom", "lagged", "unfinished"] as const).flatMap((end): string[] => {
    const ended = found.filter((one) => one.end === end);
    const [first] = ended;
    return first ? [`${boundText(first)} (in ${ended.length} of ${plural(launches, "search")})`] : [];
  });
  if (unknown > 0)
    bounds.push(
      `the capacity is unknown: requests could not be sent in time even at the lowest rate (in ${unknown} of ${plural(launches, "search")})`,
    );
  return bounds.map((message) => ({ code: "capacity-bound", row: id, message }));
}

function boundText({ end, perSecond, reason = "" }: Capacity): string {
  const figure = formatValue("capacity", perSecond);
  switch (end) {
    case "top":
      return `the capacity is at least ${figure}: all of the range held; widen \`capacity.rate\``;
    case "bottom":
      return `the capacity is below the range: its lowest rate did not hold (${reason})`;
    case "lagged":
      return `the capacity is at least ${figure}: requests could not be sent faster here (${reason})`;
    case "unfinished":
      return `the capacity is at least ${figure}: the search was cut short`;
    case "failed":
      return "";
  }
}

/** Rows with as many requests in flight over several sessions as another has over one, and much more throughput. */
export function serialised({ rows }: Table, arm: ArmSummary): Warning[] {
  const throughputOf = ({ id }: RecordRow) =>
    figureOf(arm.rows.find(({ row }) => row === id)?.statistics, "throughput");
  return rows.flatMap((several) => {
    const sessions = several.load.sessions ?? 1;
    const one = rows.find((row) => sessions > 1 && isSameOnOneSession(row, several));
    const [alone, spread] = [one && throughputOf(one), throughputOf(several)];
    if (!one || !alone || !spread || spread < clearlyMore * alone) return [];
    const times = Number((spread / alone).toPrecision(3));
    const message = `the server handles the calls of one session serially: the same concurrency over ${sessions} sessions has ${times} × the throughput`;
    return [{ code: "serialised", row: one.id, message }];
  });
}

function isSameOnOneSession(one: RecordRow, several: RecordRow): boolean {
  return (
    one.benchmark === several.benchmark &&
    one.variant === several.variant &&
    one.sweep?.within === several.sweep?.within &&
    inFlightOf(one.load) === inFlightOf(several.load) &&
    (inFlightOf(one.load) ?? 1) > 1 &&
    (one.load.sessions ?? 1) === 1
  );
}
