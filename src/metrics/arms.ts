import type { RunRecord } from "../record/record.ts";
import { serverVariant } from "../record/row-ids.ts";

/** The arm that measured a row (or was the server of a row of server metrics) on the side of the given arm. */
export function armFor(record: RunRecord, armId: string, rowId: string): string {
  const variant = record.rows.find(({ id }) => id === rowId)?.variant ?? serverVariant(rowId);
  if (variant === undefined) return armId;
  const side = record.arms.find(({ id }) => id === armId)?.side;
  return record.arms.find((arm) => arm.side === side && arm.variant === variant)?.id ?? armId;
}

/** The arms of the same side as the given one: itself, and the other variants. */
export function sideOf(record: RunRecord, armId: string): RunRecord["arms"] {
  const side = record.arms.find(({ id }) => id === armId)?.side;
  return record.arms.filter((arm) => arm.side === side);
}
