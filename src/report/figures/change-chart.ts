import { bySeverity } from "../../compare/severity.ts";
import type { Finding } from "../../compare/verdict.ts";
import { plural } from "../../metrics/format.ts";
import { metric } from "../../metrics/metric.ts";
import { isServerRow, serverVariant } from "../../record/row-ids.ts";
import type { Text } from "../text.ts";
import type { View } from "../view.ts";
import type { BarChart } from "./chart.ts";

/** At most as many bars as can be told apart. */
const barsShown = 12;

/** Longer bars would hide the limits of the others. */
const mostPercent = 400;

/**
 * Draws the change of each row, and of the server, against its limit, worst first: head in percent of base, where up is worse
 * (for a throughput base in percent of head). Empty where nothing was compared.
 */
export function changeChart({ report }: View): BarChart[] {
  const compared = report.comparison.findings.filter(
    ({ threshold: { level, limit }, change, against }) =>
      level === "fail" && limit.kind === "relative" && change !== undefined && against === undefined,
  );
  const worst = new Map<string, Finding>();
  for (const one of compared.toSorted(byState)) if (!worst.has(keyOf(one))) worst.set(keyOf(one), one);
  const all = [...worst.values()].flatMap((one) => barOf(one) ?? []);
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

function byState(a: Finding, b: Finding): number {
  const rank = ({ state }: Finding) => (failing.indexOf(state) + failing.length + 1) % (failing.length + 1);
  return rank(a) - rank(b) || bySeverity(a, b);
}

function barOf({ row, metric: id, change, threshold: { limit } }: Finding) {
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
  };
}

function nameOf(row: string, id: Finding["metric"]): string {
  const { label } = metric(id);
  if (!isServerRow(row)) return id === "p50" ? row : `${row}: ${label}`;
  const variant = serverVariant(row);
  return variant === undefined ? label : `${variant}: ${label}`;
}
