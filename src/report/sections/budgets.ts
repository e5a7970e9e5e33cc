import { type Finding, isMustWork } from "../../decide/verdict.ts";
import { factor, nothing, plural } from "../../metrics/format.ts";
import { metric } from "../../metrics/metric.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { Section } from "../block.ts";
import { type Column, left, right, tableBlocks } from "../columns.ts";
import { boundText, headText, isBudget, isFailing, metricLabel, worstFirst } from "../finding.ts";
import { rowName, type View } from "../report.ts";
import { states, warning } from "../states.ts";

/** A budget of a group of rows is kept when its worst member keeps it. */
type Budget = ReturnType<typeof budgetsOf>[number];

const columns: readonly Column<Budget>[] = [
  left("Budget of", ({ name, worst, members }) => (members > 1 ? [name, " (worst: ", rowName(worst.row), ")"] : name)),
  left("Metric", ({ worst }) => metricLabel(worst)),
  right("Target", ({ worst }) => [
    metric(worst.metric).better === "less" ? "≤ " : "≥ ",
    { prose: boundText(worst) || nothing },
  ]),
  right("Achieved", ({ worst }) => headText(worst)),
  right("Factor", ({ worst }) => factorText(worst)),
  left("Status", ({ worst }) => status(worst)),
];

/** Absolute bounds: target, achieved, how far from it. Folded while all are kept. */
export function budgetsSection(view: View): Section {
  const budgets = budgetsOf(view);
  const missed = budgets.filter(({ worst }) => isFailing(worst));
  const isKept = budgets.every(({ worst }) => states[worst.state].tone === "good");
  const all = `${plural(budgets.length, "budget")}${isKept ? " kept" : ""}`;
  return {
    id: "budgets",
    title: missed.length > 0 ? `Budgets: ${missed.length} of ${budgets.length} missed` : all,
    fold: missed.length === 0 ? "All results" : undefined,
    blocks: tableBlocks(columns, budgets),
    shorter: { leavesOut: "budgets that are kept", blocks: () => tableBlocks(columns, missed) },
  };
}

function budgetsOf(view: View) {
  const groupOf = new Map(view.rows.map(({ row }) => [row.id, row.group]));
  const bounds = view.report.comparison.findings.filter(
    (one) => isBudget(one) && !isMustWork(one.threshold) && one.metric !== "breaking_changes",
  );
  const findings = worstFirst(bounds).sort(
    (a, b) => Number(isFailing(b)) - Number(isFailing(a)) || ratio(a) - ratio(b),
  );
  const groups = groupBy(findings, ({ row, metric: id, threshold }) =>
    JSON.stringify([groupOf.get(row) ?? `row ${row}`, id, threshold.level, threshold.text]),
  );
  return [...groups.values()].map(([worst, ...others]) => {
    const group = groupOf.get(worst.row);
    return { name: group === undefined ? rowName(worst.row) : { name: group }, worst, members: 1 + others.length };
  });
}

/** Above 1: better than the target. */
function ratio({ metric: id, threshold: { limit }, head }: Finding): number {
  if (limit.kind !== "absolute" || head === undefined) return Number.NaN;
  if (limit.value === head) return 1;
  // A trend that falls is as good as any.
  if (metric(id).better === "less" && head <= 0) return Number.POSITIVE_INFINITY;
  return metric(id).better === "less" ? limit.value / head : head / limit.value;
}

function status({ state, threshold }: Finding): string {
  const { tone, result } = states[state];
  if (tone === "good") return `${states.pass.result.icon} kept`;
  if (tone === "unsure" || state === "errored") return `${result.icon} ${result.words}`;
  return threshold.level === "warn" ? `${warning.icon} missed (warning)` : `${result.icon} missed`;
}

function factorText(finding: Finding): string {
  const times = ratio(finding);
  if (!Number.isFinite(times) || times <= 0) return nothing;
  return times >= 1 ? `${factor(times)} better` : `${factor(1 / times)} worse`;
}
