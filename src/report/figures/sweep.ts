import { groupBy } from "../../stats/group-by.ts";
import type { Text } from "../text.ts";
import { joined } from "../text.ts";
import { failuresOf, type RowView, type View } from "../view.ts";

/** The rows of one benchmark over one swept field, in order of the swept value. */
export interface Sweep {
  readonly benchmark: string;
  readonly field: string;
  /** Other values that the benchmark varies, as they are in these rows. */
  readonly within?: string;
  readonly rows: readonly SweptRow[];
}

export interface SweptRow extends RowView {
  readonly x: number;
}

/** Sweeps of at least two rows, in the order of the configuration. Rows on several variants are shown side by side elsewhere. */
export function sweepsOf(view: View): Sweep[] {
  const swept = plainRows(view).flatMap((row) =>
    row.row.sweep ? [{ ...row, x: row.row.sweep.value, sweep: row.row.sweep }] : [],
  );
  const groups = groupBy(swept, (row) => JSON.stringify([row.row.benchmark, row.sweep.field, row.sweep.within]));
  return [...groups.values()].flatMap((rows) => {
    const first = rows[0];
    if (!first || rows.length < 2) return [];
    const sorted = rows.toSorted((a, b) => a.x - b.x || attempted(a) - attempted(b));
    const { field, within } = first.sweep;
    return [{ benchmark: first.row.benchmark, field, ...(within === undefined ? {} : { within }), rows: sorted }];
  });
}

/** Rows that are not shown on several variants side by side: those without a variant, and tables of one variant. */
export function plainRows({ rows }: View): RowView[] {
  const tables = groupBy(rows, tableKey);
  const isPlain = (row: RowView) => new Set(tables.get(tableKey(row))?.map((one) => one.row.variant)).size < 2;
  return rows.filter((row) => row.row.variant === undefined || isPlain(row));
}

/** Returns the key that rows of one table of variants share. */
export function tableKey({ row }: RowView): string {
  return JSON.stringify(row.sweep ? [row.benchmark, row.sweep.field, row.sweep.within] : ["", row.group]);
}

/** Calls of a row, for the order of rows at one x. */
export function attempted({ head, base }: RowView): number {
  return head?.attempted ?? base?.attempted ?? 0;
}

/** The rows of a sweep in a chart: those with errors are left out; of several at one x the one with most requests is drawn. */
export function drawnRows({ rows }: Sweep): DrawnItems<SweptRow> {
  return drawn(rows, {
    hasErrors: (row) => failuresOf(row.head) + failuresOf(row.base) > 0,
    nameOf: (row) => row.row.id,
  });
}

/** The part of a sweep that is drawn, and notes on what is not. */
export interface DrawnItems<Item> {
  readonly items: readonly Item[];
  readonly notes: readonly Text[];
}

/** Selects from items in order of x and then of requests: the last without errors at each x. */
export function drawn<Item extends { readonly x?: number }>(
  all: readonly Item[],
  { hasErrors, nameOf }: { hasErrors(item: Item): boolean; nameOf(item: Item): string },
): DrawnItems<Item> {
  const errored = all.filter(hasErrors);
  const clean = all.filter((item) => !errored.includes(item));
  const items = [...groupBy(clean, ({ x }) => x).values()].flatMap((same) => same.at(-1) ?? []);
  const doubled = clean.filter((item) => !items.includes(item));
  const notes: Text[] = [];
  if (errored.length > 0) notes.push(["Omitted because of errors: ", ...names(errored.map(nameOf))]);
  if (doubled.length > 0)
    notes.push(["Omitted for a row with more requests at the same x: ", ...names(doubled.map(nameOf))]);
  return { items, notes };
}

function names(all: readonly string[]): Text {
  const shown = all.slice(0, 5).map((name): Text => [{ name }]);
  const text = joined(shown, ", ");
  return all.length > 5 ? [...text, ` and ${all.length - 5} more`] : text;
}
