import type { Finding } from "../decide/verdict.ts";
import type { Warning } from "../facts/comparison.ts";
import { type MetricId, metricIds } from "../metrics/metric.ts";
import { type ArmSummary, centreOf, measured, type RowSummary, type Statistics } from "../metrics/summary.ts";
import { serverRow, serverRowOf, serverVariant } from "../record/row-ids.ts";
import { groupBy } from "../stats/group-by.ts";
import type { TableRow } from "../table/table.ts";
import { failsForErrors, isBetween, isBudget, isFailing, isGain } from "./finding.ts";
import type { Report } from "./report.ts";
import type { Inline } from "./text.ts";

/** Everything known about one row, found once so that sections need not search. */
export interface RowView {
  readonly row: TableRow;
  readonly head?: RowSummary | undefined;
  readonly base?: RowSummary | undefined;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
}

export interface View {
  readonly report: Report;
  /** In the order of the configuration. */
  readonly rows: readonly RowView[];
}

export function viewOf(judged: Report): View {
  const report = withShownArms(withoutFalseGains(judged));
  const head = byRow(report.head.rows);
  const base = byRow(report.base?.rows ?? []);
  const findings = groupBy(report.comparison.findings, (finding) => finding.row);
  const warnings = groupBy(report.comparison.warnings, (warning) => warning.row ?? "");
  const rows = report.run.rows.map((row) => ({
    row,
    head: head.get(row.id),
    base: base.get(row.id),
    findings: findings.get(row.id) ?? [],
    warnings: warnings.get(row.id) ?? [],
  }));
  return { report, rows };
}

function withShownArms(report: Report): Report {
  const { head, base, run, comparison } = report;
  const about = { findings: comparison.findings, isOneRun: run.imported?.rounds === "windows" };
  return {
    ...report,
    head: withShownFigures(head, { side: "head", ...about }),
    ...(base && { base: withShownFigures(base, { side: "base", ...about }) }),
  };
}

/** Leaves out the changes for the better of rows that fail for their errors. */
function withoutFalseGains(report: Report): Report {
  const { findings } = report.comparison;
  const rows = groupBy(findings, ({ row }) => row);
  const failing = new Set([...rows].filter(([, own]) => failsForErrors(own)).map(([row]) => row));
  if (failing.size === 0) return report;
  const shown = findings.map((one): Finding => {
    const { change, ...rest } = one;
    return change && failing.has(one.row) && isGain(one.metric, change.estimate) ? rest : one;
  });
  return { ...report, comparison: { ...report.comparison, findings: shown } };
}

function byRow(rows: readonly RowSummary[]): Map<string, RowSummary> {
  return new Map(rows.map((row) => [row.row, row]));
}

export function failuresOf(summary: Pick<RowSummary, "failures"> | undefined): number {
  return Object.values(summary?.failures ?? {}).reduce((sum, amount) => sum + amount, 0);
}

/** Those with the most failing results first, else in their order. */
export function failingFirst<Item extends { readonly findings: readonly Finding[] }>(items: readonly Item[]): Item[] {
  const failing = ({ findings }: Item) => findings.filter(isFailing).length;
  return items.toSorted((a, b) => failing(b) - failing(a));
}

/** Warnings that belong beside a row's timings: failed calls have columns of their own, and sizes do not bear on them. */
export function cautions({ warnings }: RowView): Warning[] {
  return warnings.filter(({ code }) => code !== "errors" && code !== "exact-metric-varies");
}

/** Marks the name of a row as outside text, in tables and sentences. */
export function rowName(id: string): Inline {
  const variant = serverVariant(id);
  if (variant !== undefined) return { name: `server [${variant}]` };
  return id === serverRow ? "server" : { name: id };
}

export function shortCommit(commit: string): string {
  return commit.slice(0, 10);
}

/**
 * An arm with the figures that a report shows, so that every table, chart and sentence has the same: what was judged has the figures
 * that its change lies between; else times, rates and sizes are trimmed geometric means over the rounds, whose ratios are
 * those that are shown beside them. `isOneRun`: the rounds are parts of one run, whose figures are those of the run as a whole.
 */
export function withShownFigures(
  arm: ArmSummary,
  { side, findings, isOneRun }: { side: "base" | "head"; findings: readonly Finding[]; isOneRun: boolean },
): ArmSummary {
  // Budgets come first, so that they give way to what was judged beside base.
  const budgetsFirst = findings.filter(isShown).toSorted((a, b) => Number(isBudget(b)) - Number(isBudget(a)));
  const judged = groupBy(budgetsFirst, ({ row }) => row);
  const figuresOf = (row: string) =>
    new Map((judged.get(row) ?? []).flatMap(({ metric: id, [side]: one }) => (one === undefined ? [] : [[id, one]])));
  const shown = (statistics: Statistics, figures?: ReadonlyMap<MetricId, number>): Statistics => {
    const changed = metricIds.flatMap((id) => {
      const statistic = measured(statistics, id);
      if (!statistic) return [];
      const value = figures?.get(id) ?? (isOneRun ? statistic.value : centreOf(id, statistic));
      return [[id, { ...statistic, value }] as const];
    });
    return { ...statistics, ...Object.fromEntries(changed) };
  };
  const onServer = (statistics: Statistics, variant?: string) => shown(statistics, figuresOf(serverRowOf(variant)));
  const servers = Object.entries(arm.servers ?? {}).map(([variant, own]) => [variant, onServer(own, variant)] as const);
  return {
    ...arm,
    server: onServer(arm.server),
    ...(arm.servers && { servers: Object.fromEntries(servers) }),
    rows: arm.rows.map((row) => ({
      ...row,
      statistics: shown(row.statistics, figuresOf(row.row)),
      ...(row.trimmed && { trimmed: { ...row.trimmed, statistics: shown(row.trimmed.statistics) } }),
    })),
  };
}

/** New tools are in the figures of their list and not in what was judged of it. */
function isShown(finding: Finding): boolean {
  const isOfList = finding.metric.startsWith("tools_list");
  const isJudged = isBudget(finding) || (finding.change !== undefined && !isOfList);
  return finding.against === undefined && isBetween(finding) && isJudged;
}
