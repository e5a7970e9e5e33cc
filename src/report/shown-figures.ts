import type { Finding } from "../decide/verdict.ts";
import { type MetricId, metric, metricIds } from "../metrics/metric.ts";
import { type ArmSummary, measured, type RowSummary, type Statistics } from "../metrics/summary.ts";
import { serverRowOf } from "../record/row-ids.ts";
import { groupBy } from "../stats/group-by.ts";
import { trimmedGeometricMean } from "../stats/trimmed.ts";
import { isBetween, isBudget } from "./finding.ts";

/** One arm of a report, with what was judged of its rows. */
interface Showing {
  readonly side: "base" | "head";
  readonly findings: readonly Finding[];
  /** True where the rounds are parts of one run, whose figures are those of the run as a whole. */
  readonly isOneRun: boolean;
}

/**
 * An arm with the figures that a report shows, so that every table, chart and sentence has the same: what was judged has the figures
 * that its change lies between; else times, rates and sizes are trimmed geometric means over the rounds, whose ratios are
 * those that are shown beside them.
 */
export function withShownFigures(arm: ArmSummary, { side, findings, isOneRun }: Showing): ArmSummary {
  // Budgets come first, so that they give way to what was judged beside base.
  const budgetsFirst = findings.filter(isShown).toSorted((a, b) => Number(isBudget(b)) - Number(isBudget(a)));
  const judged = groupBy(budgetsFirst, ({ row }) => row);
  const figuresOf = (row: string) =>
    new Map((judged.get(row) ?? []).flatMap(({ metric: id, [side]: one }) => (one === undefined ? [] : [[id, one]])));
  const onServer = (statistics: Statistics, variant?: string) =>
    shown(statistics, { figures: figuresOf(serverRowOf(variant)), isOneRun });
  const { servers } = arm;
  return {
    ...arm,
    server: onServer(arm.server),
    ...(servers && {
      servers: Object.fromEntries(Object.entries(servers).map(([variant, own]) => [variant, onServer(own, variant)])),
    }),
    rows: arm.rows.map((row): RowSummary => {
      const { trimmed } = row;
      return {
        ...row,
        statistics: shown(row.statistics, { figures: figuresOf(row.row), isOneRun }),
        ...(trimmed && {
          trimmed: { ...trimmed, statistics: shown(trimmed.statistics, { figures: new Map(), isOneRun }) },
        }),
      };
    }),
  };
}

/** New tools are in the figures of their list and not in what was judged of it. */
function isShown(finding: Finding): boolean {
  const isOfList = finding.metric.startsWith("tools_list");
  const isJudged = isBudget(finding) || (finding.change !== undefined && !isOfList);
  return finding.against === undefined && isBetween(finding) && isJudged;
}

interface Shown extends Pick<Showing, "isOneRun"> {
  /** Figures of what was judged. */
  readonly figures: ReadonlyMap<MetricId, number>;
}

function shown(statistics: Statistics, { figures, isOneRun }: Shown): Statistics {
  const changed = metricIds.flatMap((id) => {
    const statistic = measured(statistics, id);
    if (!statistic) return [];
    const value = figures.get(id) ?? (isOneRun ? undefined : centre(id, statistic.rounds)) ?? statistic.value;
    return [[id, { ...statistic, value }] as const];
  });
  return { ...statistics, ...Object.fromEntries(changed) };
}

const units = ["ms", "per-second", "bytes"];

/** Undefined for shares and counts, and for what is the same in each round or of all rounds together. */
function centre(id: MetricId, rounds: readonly number[]): number | undefined {
  const definition = metric(id);
  if (definition.kind === "exact" || (definition.scope === "row" && definition.pooled === "instead")) return undefined;
  if (!units.includes(definition.unit) || id === "capacity") return undefined;
  const value = trimmedGeometricMean(rounds);
  // Beyond these digits it is the error of logarithms.
  return value === undefined ? value : Number(value.toPrecision(12));
}
