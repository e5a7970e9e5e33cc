import { plural } from "../../metrics/format.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { Text } from "../text.ts";
import { failingFirst, failuresOf, figureOf, type RowView, type View } from "../view.ts";
import type { BarChart } from "./chart.ts";
import { quantityName, scaleOf } from "./scale.ts";
import { sweepsOf } from "./sweep.ts";

/** At most as many bars as can be told apart. */
const barsShown = 12;

/** Bars over the rows that belong to no sweep, those of each variant by themselves; failing rows first. */
export function barCharts(view: View): BarChart[] {
  const swept = new Set(sweepsOf(view).flatMap(({ rows }) => rows.map(({ row }) => row.id)));
  const single = view.rows.filter(({ row }) => !swept.has(row.id) && !(row.sweep && row.variant !== undefined));
  const variants = [...groupBy(single, ({ row }) => row.variant)];
  // Where variants are all there is to compare, they are shown in full.
  const whole = !view.report.base && variants.some(([variant]) => variant !== undefined);
  const metrics = whole ? (["p50", "throughput"] as const) : (["p50"] as const);
  return metrics.flatMap((id) => variants.flatMap(([variant, rows]) => barChart(rows, { variant, id })));
}

function barChart(
  rows: readonly RowView[],
  { variant, id }: { variant: string | undefined; id: "p50" | "throughput" },
): BarChart[] {
  const clean = rows.filter((row) => failuresOf(row.head) + failuresOf(row.base) === 0);
  const known = failingFirst(clean).flatMap((row) => {
    const [head, base] = [figureOf(row.head?.statistics, id), figureOf(row.base?.statistics, id)];
    const name = variant === undefined ? row.row.id : (row.row.key ?? row.row.id);
    return head === undefined ? [] : [{ name, head, ...(base !== undefined && { base }) }];
  });
  if (known.length < 2) return [];
  const shown = known.slice(0, barsShown);
  const { unit, factor } = scaleOf(id, Math.max(...shown.flatMap(({ head, base = 0 }) => [head, base])));
  const notes: Text[] = [];
  if (rows.length > clean.length)
    notes.push([`Left out because of errors: ${plural(rows.length - clean.length, "row")}`]);
  if (known.length > shown.length) notes.push([`${plural(known.length - shown.length, "further row")} left out`]);
  const bars = shown.map(({ name, head, base }) => ({
    name,
    head: head * factor,
    ...(base !== undefined && { base: base * factor }),
  }));
  const of = variant === undefined ? "Benchmarks" : { name: `Benchmarks on ${variant}` };
  return [{ kind: "bars", quantity: quantityName(id), of, unit, notes, bars }];
}
