import type { RecordRow, RunRecord } from "../record/record.ts";
import { serverVariant } from "../record/row-ids.ts";

/** Rows by id, kept as long as those of their record are: every gate asks for its own. */
const known = new WeakMap<RunRecord["rows"], ReadonlyMap<string, RecordRow>>();

/** A row of a record; undefined for one of server metrics. */
export function rowOf({ rows }: RunRecord, id: string): RecordRow | undefined {
  const found = known.get(rows) ?? new Map(rows.map((row) => [row.id, row]));
  known.set(rows, found);
  return found.get(id);
}

/** The arm that measured a row (or was the server of a row of server metrics) on the side of the given arm. */
export function armFor(record: RunRecord, armId: string, rowId: string): string {
  const variant = rowOf(record, rowId)?.variant ?? serverVariant(rowId);
  if (variant === undefined) return armId;
  const side = record.arms.find(({ id }) => id === armId)?.side;
  return record.arms.find((arm) => arm.side === side && arm.variant === variant)?.id ?? armId;
}

/** The arms of the same side as the given one: itself, and the other variants. */
export function sideOf(record: RunRecord, armId: string): RunRecord["arms"] {
  const side = record.arms.find(({ id }) => id === armId)?.side;
  return record.arms.filter((arm) => arm.side === side);
}
