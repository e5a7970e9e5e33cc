import type { MetricId } from "../../metrics/metric.ts";
import { figureOf } from "../../metrics/summary.ts";
import { groupBy } from "../../stats/group-by.ts";
import { failuresOf, type RowView, type View } from "../view.ts";
import { attempted, type DrawnItems, drawn, plainRows, tableKey } from "./sweep.ts";

/** One row on all its variants. */
export interface VariantLine {
  readonly key: string;
  /** Value of the swept field. */
  readonly x?: number;
  readonly on: ReadonlyMap<string, RowView>;
  /** Any of the views: what the variants have in common. */
  readonly any: RowView;
}

/** Rows of one sweep, or rows that belong to none, each on its variants. */
export interface VariantTable {
  /** Absent for rows of several benchmarks. */
  readonly sweep?: { readonly benchmark: string; readonly field: string; readonly within?: string };
  readonly group?: string;
  /** In the order of the configuration. */
  readonly variants: readonly string[];
  /** Variant to the one it is compared with, where both are in the table. */
  readonly references: ReadonlyMap<string, string>;
  readonly lines: readonly VariantLine[];
}

/** Groups the rows measured on several variants, a table per sweep and one per group of other rows. */
export function variantTables(view: View): VariantTable[] {
  const plain = new Set(plainRows(view));
  const shared = view.rows.filter((row) => !plain.has(row));
  const lines = [...groupBy(shared, ({ row }) => row.key)].flatMap(([key = "", rows]) => lineOf(key, rows));
  const groups = groupBy(lines, ({ any }) => tableKey(any));
  return [...groups.values()].map((members) => tableOf(view, members));
}

function lineOf(key: string, rows: readonly RowView[]): VariantLine[] {
  const [any] = rows;
  if (!any) return [];
  const on = new Map(rows.map((row) => [row.row.variant ?? "", row]));
  return [{ key, on, any, ...(any.row.sweep ? { x: any.row.sweep.value } : {}) }];
}

function tableOf({ report }: View, members: readonly VariantLine[]): VariantTable {
  const present = new Set(members.flatMap(({ on }) => [...on.keys()]));
  const heads = report.run.arms.filter(({ side, variant = "" }) => side === "head" && present.has(variant));
  const references = heads.flatMap(({ variant = "", reference }) =>
    reference !== undefined && present.has(reference) ? [[variant, reference] as const] : [],
  );
  const [first] = members;
  const { sweep, group, benchmark } = first?.any.row ?? {};
  const { field, within } = sweep ?? {};
  return {
    ...(field === undefined || benchmark === undefined
      ? {}
      : { sweep: { benchmark, field, ...(within === undefined ? {} : { within }) } }),
    ...(group === undefined ? {} : { group }),
    variants: heads.flatMap(({ variant }) => variant ?? []),
    references: new Map(references),
    lines: members.toSorted((a, b) => (a.x ?? 0) - (b.x ?? 0) || attempted(a.any) - attempted(b.any)),
  };
}

/** A figure of one line on one variant, where it was measured. */
export function figureOn({ on }: VariantLine, variant: string, id: MetricId): number | undefined {
  return figureOf(on.get(variant)?.head?.statistics, id);
}

/** The lines of a sweep in a chart: those with errors on any variant are left out; of several at one x the one with most requests is drawn. */
export function drawnLines({ lines }: VariantTable): DrawnItems<VariantLine> {
  return drawn(lines, {
    hasErrors: ({ on }) => [...on.values()].some(({ head }) => failuresOf(head) > 0),
    nameOf: ({ key }) => key,
  });
}
