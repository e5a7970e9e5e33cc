import { plural } from "../../metrics/format.ts";
import { figureOf } from "../../metrics/summary.ts";
import { groupBy } from "../../stats/group-by.ts";
import { pivotsOf, viewsOf } from "../pivot.ts";
import type { Text } from "../text.ts";
import { failuresOf, type RowView, type View } from "../view.ts";
import { type BarChart, barsShown } from "./chart.ts";
import { quantityName, scaleOf } from "./scale.ts";

/** Bars over the rows that belong to no sweep, those of each variant by themselves, where there is no base. */
export function barCharts(view: View): BarChart[] {
  // Beside a base the table says more: of most rows the change would be thinner than a line.
  if (view.report.base) return [];
  const { pivots, alone } = pivotsOf(view);
  const beside = new Set([...alone, ...pivots.flatMap((pivot) => (pivot.sweep ? [] : viewsOf(pivot)))]);
  const single = view.rows.filter((row) => beside.has(row));
  const variants = [...groupBy(single, ({ row }) => row.variant)];
  // Variants are shown in full if there is nothing else to compare.
  const whole = variants.some(([variant]) => variant !== undefined);
  const metrics = whole ? (["p50", "throughput"] as const) : (["p50"] as const);
  return metrics.flatMap((id) => variants.flatMap(([variant, rows]) => barChart(rows, { variant, id })));
}

/** On a linear axis the shortest bars could not be seen. */
function isLopsided(bars: readonly { readonly value: number }[]): boolean {
  const values = bars.map(({ value }) => value);
  return Math.max(...values) > 50 * Math.min(...values);
}

function barChart(
  rows: readonly RowView[],
  { variant, id }: { variant: string | undefined; id: "p50" | "throughput" },
): BarChart[] {
  const clean = rows.filter((row) => failuresOf(row.head) === 0);
  const known = clean.flatMap((row) => {
    const value = figureOf(row.head?.statistics, id);
    const name = variant === undefined ? row.row.id : (row.row.key ?? row.row.id);
    return value === undefined ? [] : [{ name, value }];
  });
  if (known.length < 2 || isLopsided(known)) return [];
  const shown = known.slice(0, barsShown);
  const { name: unit, factor } = scaleOf(id, Math.max(...shown.map(({ value }) => value)));
  const notes: Text[] = [];
  if (rows.length > clean.length)
    notes.push([`Omitted because of errors: ${plural(rows.length - clean.length, "row")}`]);
  if (known.length > shown.length) notes.push([`${plural(known.length - shown.length, "further row")} left out`]);
  const bars = shown.map(({ name, value }) => ({ name, value: value * factor }));
  const of = variant === undefined ? "Benchmarks" : { name: `Benchmarks on ${variant}` };
  return [{ kind: "bars", quantity: quantityName(id), of, unit, notes, bars }];
}
