import { severityOf } from "../../decide/severity.ts";
import type { Finding } from "../../decide/verdict.ts";
import { plural } from "../../metrics/format.ts";
import { metric } from "../../metrics/metric.ts";
import { isServerRow, serverVariant } from "../../record/row-ids.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { Text } from "../text.ts";
import type { View } from "../view.ts";
import { type BarChart, barsShown } from "./chart.ts";

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
