import { type Finding, isMustWork, type Verdict } from "../decide/verdict.ts";
import type { Comparison, Warning } from "../facts/comparison.ts";
import type { StoredEntry } from "../history/entry.ts";
import { count } from "../metrics/format.ts";
import { type MetricId, metricIds } from "../metrics/metric.ts";
import {
  type ArmSummary,
  centreOf,
  measured,
  type RowSummary,
  type Statistics,
  serverRowsOf,
  serverStatistics,
} from "../metrics/summary.ts";
import { serverRow, serverRowOf, serverVariant } from "../record/row-ids.ts";
import { groupBy } from "../stats/group-by.ts";
import type { Table, TableRow } from "../table/table.ts";
import { isListSize } from "../table/tool-changes.ts";
import type { Section } from "./block.ts";
import { failsForErrors, isBetween, isBudget, isFailing, isGain } from "./finding.ts";
import type { Inline, Text } from "./text.ts";

/** Everything a rendering may show. Plain data: the same report gives the same bytes in every format. */
export interface Report {
  readonly title: string;
  readonly run: Table;
  readonly head: ArmSummary;
  /** Summary of base, where head was compared with one. */
  readonly base?: ArmSummary;
  readonly comparison: Comparison;
  readonly verdict: Verdict;
  /** One command that repeats the run. */
  readonly reproduce: string;
  /** Earlier runs of the same key, oldest first. */
  readonly history: readonly StoredEntry[];
  /** Configuration file as the repository names it, for annotations. */
  readonly configFile?: string;
  readonly runUrl?: string;
  /** Present when a person with the right to do so accepted the regression by a label: it does not fail the check. */
  readonly accepted?: { readonly by: string; readonly at: string };
  /** True where a label on the pull request can accept a regression. */
  readonly acceptable?: true;
  /** Present when what is stored could not be read, and nothing was measured in its place. */
  readonly unread?: string;
  /** Sentences about the run that stand beside the verdict. They may hold untrusted words. */
  readonly remarks?: readonly string[];
  /** Present when the measured code could have written the figures; `thresholds` says where those come from instead. */
  readonly untrusted?: { readonly thresholds: string };
  /** Features that add to it. */
  readonly features?: readonly ReportFeature[];
}

/** Parts that a feature adds to reports. */
export interface ReportFeature {
  /** Makes a section that follows the measurements. */
  readonly section?: (report: Report, extent: FeatureExtent) => Section;
  /** Words a change of a metric that it knows best, such as "search calls the API 4 times, before: once". */
  readonly change?: (finding: Finding) => Text | undefined;
  /** Returns the cause of a regression, where it is known. */
  readonly cause?: (finding: Finding, report: Report) => Cause | undefined;
}

/** Extent of such a section: regressions alone, or all. */
export type FeatureExtent = "regressed" | "all";

export interface Cause {
  /** Clause that follows the regression. */
  readonly clause: Text;
  /** Name of what to look at first. It may hold untrusted words. */
  readonly start?: string | undefined;
}

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
  const byRow = (rows: readonly RowSummary[] = []) => new Map(rows.map((one) => [one.row, one]));
  const head = byRow(report.head.rows);
  const base = byRow(report.base?.rows);
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
  const { head, run, comparison } = report;
  const base = report.base && comparableTo(head, report.base, comparison.reference);
  const about = { findings: comparison.findings, isOneRun: run.imported?.rounds === "windows" };
  return {
    ...report,
    head: withShownFigures(head, { side: "head", ...about }),
    ...(base && { base: withShownFigures(base, { side: "base", ...about }) }),
  };
}

/** Leaves out stored figures of rows, and of a server, that are configured otherwise by now: they are no measure of head's. */
function comparableTo(head: ArmSummary, base: ArmSummary, { kind }: Comparison["reference"]): ArmSummary {
  if (kind === "paired") return base;
  const hashes = new Map(head.rows.map(({ row, configHash }) => [row, configHash]));
  const rows = base.rows.filter(({ row, configHash }) => (hashes.get(row) ?? configHash) === configHash);
  const { servers: _, ...others } = base;
  return base.serverHash === head.serverHash ? { ...base, rows } : { ...others, server: {}, rows };
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

export function failuresOf(summary: Pick<RowSummary, "failures"> | undefined): number {
  return Object.values(summary?.failures ?? {}).reduce((sum, amount) => sum + amount, 0);
}

export function failedCalls(summary: RowSummary): string {
  return `${count(failuresOf(summary))} of ${count(summary.attempted)}`;
}

/** Those with the most failing results first, else in their order. */
export function failingFirst<Item extends { readonly findings: readonly Finding[] }>(items: readonly Item[]): Item[] {
  const failing = ({ findings }: Item) => findings.filter(isFailing).length;
  return items.toSorted((a, b) => failing(b) - failing(a));
}

/** Warnings of a row that say nothing of how its calls went. */
const notOfCalls: readonly Warning["code"][] = ["errors", "exact-metric-varies", "not-checked"];

/** Warnings that belong beside a row's timings: failed calls have columns of their own, and sizes do not bear on them. */
export function cautions({ warnings }: RowView): Warning[] {
  return warnings.filter(({ code }) => !notOfCalls.includes(code));
}

/** The server of each variant, or the only one, on both sides. */
export function serversOf({ head, base }: Pick<Report, "head" | "base">) {
  return serverRowsOf(head).map((row) => ({
    row,
    variant: serverVariant(row),
    head: serverStatistics(head, row),
    base: base && serverStatistics(base, row),
  }));
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
 * An arm with the figures that a report shows, so that every table, chart and sentence has the same: what was judged has the
 * figures that its change lies between; else times, rates and sizes are trimmed geometric means over the rounds, whose ratios
 * are those that are shown beside them. `isOneRun`: the rounds are parts of one run, whose figures are those of the run as a
 * whole.
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

/** Tests whether a finding has figures to show in place of the summary's; a fault has a figure of its own. */
function isShown(finding: Finding): boolean {
  if (isMustWork(finding.threshold)) return false;
  const isJudged = isBudget(finding) || (finding.change !== undefined && !isListSize(finding.metric));
  return finding.against === undefined && isBetween(finding) && isJudged;
}
