import { capacitiesOf } from "../metrics/capacity.ts";
import { type ArmSummary, figureOf, type RowSummary } from "../metrics/summary.ts";
import { inFlightOf, isSearch } from "../model/load.ts";
import type { RecordRow } from "../record/record.ts";
import type { Table, TableRow } from "../table/table.ts";
import type { CapacityBound, Warning } from "./reason.ts";

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
  return [{ code: "backlog", row: row.row, achieved: achieved.value, requested: requested.value, most, dropped }];
}

/** A search that came to a bound, or to nothing: what the figure does not say by itself. */
export function capacityBounds({ id, load, head }: TableRow): Warning[] {
  if (!isSearch(load)) return [];
  const launches = head.measurements.length;
  const found = capacitiesOf(head.readings, load);
  const unknown = launches - found.length;
  const bounds = (["top", "bottom", "lagged", "unfinished"] as const).flatMap(
    (end): { bound: CapacityBound; searches: number }[] => {
      const ended = found.filter((one) => one.end === end);
      const [first] = ended;
      if (!first) return [];
      const { perSecond, reason } = first;
      return [{ bound: { end, perSecond, ...(reason === undefined ? {} : { reason }) }, searches: ended.length }];
    },
  );
  if (unknown > 0) bounds.push({ bound: { end: "unknown", perSecond: 0 }, searches: unknown });
  return bounds.map((one) => ({ code: "capacity-bound", row: id, ...one, of: launches }));
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
    return [{ code: "serialised", row: one.id, sessions, times: spread / alone }];
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
