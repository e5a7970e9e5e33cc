import { severityOf } from "../../decide/decide.ts";
import type { Finding } from "../../decide/verdict.ts";
import { plural } from "../../metrics/format.ts";
import { metric } from "../../metrics/metric.ts";
import { figureOf } from "../../metrics/summary.ts";
import { isServerRow, serverVariant } from "../../record/row-ids.ts";
import { groupBy } from "../../stats/group-by.ts";
import { pivotsOf, viewsOf } from "../pivot.ts";
import { failuresOf, type RowView, type View } from "../report.ts";
import type { Text } from "../text.ts";
import { type BarChart, barsShown, quantityName, scaleOf } from "./chart.ts";

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
  const values = known.map(({ value }) => value);
  // On a linear axis the shortest bars could not be seen.
  const isLopsided = Math.max(...values) > 50 * Math.min(...values);
  if (known.length < 2 || isLopsided) return [];
  const shown = known.slice(0, barsShown);
  const { name: unit, factor } = scaleOf(id, Math.max(...values.slice(0, barsShown)));
  const [failing, hidden] = [rows.length - clean.length, known.length - shown.length];
  const notes: Text[] = [
    ...(failing > 0 ? [[`Omitted because of errors: ${plural(failing, "row")}`]] : []),
    ...(hidden > 0 ? [[`${plural(hidden, "further row")} left out`]] : []),
  ];
  const bars = shown.map(({ name, value }) => ({ name, value: value * factor }));
  const of = variant === undefined ? "Benchmarks" : { name: `Benchmarks on ${variant}` };
  return [{ kind: "bars", quantity: quantityName(id), of, unit, notes, bars }];
}

/** Longer bars would hide the limits of the others. */
const mostPercent = 400;

/** Draws the change of each row and of the server in percent of base (of a throughput, base of head): up is worse. */
export function changeChart({ report }: View): BarChart[] {
  const compared = report.comparison.findings.filter(
    ({ threshold: { level, limit }, metric: id, change, against }) =>
      level === "fail" && limit.kind === "relative" && change && metric(id).compared !== "counts" && !against,
  );
  const shown = [...groupBy(compared, keyOf).values()].flatMap((ofRow) => ofRow.toSorted(ofOneRow)[0] ?? []);
  const all = shown
    .flatMap((one) => barOf(one) ?? [])
    .toSorted((a, b) => a.rank - b.rank || b.value / b.limit - a.value / a.limit);
  const bars = all.slice(0, barsShown);
  if (bars.length === 0) return [];
  const notes: Text[] = [
    ...(bars.some(({ isCut }) => isCut) ? [[`Bars end at ${mostPercent}%`]] : []),
    ...(all.length > bars.length ? [[`${plural(all.length - bars.length, "further result")} left out`]] : []),
  ];
  return [
    {
      kind: "bars",
      quantity: "in % of base, worst first",
      of: "Head",
      unit: "% of base",
      notes,
      bars,
      lines: [
        { label: "base", colour: "base", values: bars.map(() => 100) },
        { label: "fails beyond", colour: "fourth", values: bars.map(({ limit }) => limit) },
      ],
    },
  ];
}

/** A row stands once, by what is worst of it; of the server each metric stands for itself. */
function keyOf({ row, metric: id }: Finding): string {
  return isServerRow(row) ? `${row} ${id}` : row;
}

const failing = ["regressed", "inconclusive"];

function rankOf({ state }: Finding): number {
  return failing.includes(state) ? failing.indexOf(state) : failing.length;
}

/** Sorts the findings of a row: its p50 represents it, unless another metric is worse off. */
function ofOneRow(a: Finding, b: Finding): number {
  const isOther = ({ metric: id }: Finding) => Number(id !== "p50");
  return rankOf(a) - rankOf(b) || isOther(a) - isOther(b) || severityOf(b) - severityOf(a);
}

function barOf(finding: Finding) {
  const { row, metric: id, change } = finding;
  const { limit } = finding.threshold;
  if (limit.kind !== "relative" || !change) return undefined;
  const isLess = metric(id).better === "less";
  const percent = (share: number) => 100 * (isLess ? 1 + share : 1 / (1 + share));
  const value = percent(change.estimate);
  const most = percent(isLess ? limit.change : -limit.change);
  if (!Number.isFinite(value) || !Number.isFinite(most)) return undefined;
  return {
    name: nameOf(row, id),
    value: Math.min(value, mostPercent),
    limit: Math.min(most, mostPercent),
    isCut: value > mostPercent,
    rank: rankOf(finding),
  };
}

function nameOf(row: string, id: Finding["metric"]): string {
  const { label } = metric(id);
  if (!isServerRow(row)) return id === "p50" ? row : `${row}: ${label}`;
  const variant = serverVariant(row);
  return variant === undefined ? label : `${variant}: ${label}`;
}
