import type { Warning } from "../decide/reason.ts";
import type { Finding } from "../decide/verdict.ts";
import type { RowSummary } from "../metrics/summary.ts";
import { serverRow, serverVariant } from "../record/row-ids.ts";
import { groupBy } from "../stats/group-by.ts";
import type { TableRow } from "../table/table.ts";
import { failsForErrors, isFailing, isGain } from "./finding.ts";
import type { Report } from "./report.ts";
import { withShownFigures } from "./shown-figures.ts";
import type { Inline } from "./text.ts";

/** Everything known about one row, found once so that sections need not search. */
export interface RowView {
  readonly row: TableRow;
  readonly head?: RowSummary;
  readonly base?: RowSummary;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
}

export interface View {
  readonly report: Report;
  /** In the order of the configuration. */
  readonly rows: readonly RowView[];
}

export function viewOf(judged: Report): View {
  const report = withOneFigure(withoutFalseGains(judged));
  const head = byRow(report.head.rows);
  const base = byRow(report.base?.rows ?? []);
  const findings = groupBy(report.comparison.findings, (finding) => finding.row);
  const warnings = groupBy(report.comparison.warnings, (warning) => warning.row ?? "");
  const rows = report.run.rows.map((row) => {
    const headRow = head.get(row.id);
    const baseRow = base.get(row.id);
    return {
      row,
      ...(headRow && { head: headRow }),
      ...(baseRow && { base: baseRow }),
      findings: findings.get(row.id) ?? [],
      warnings: warnings.get(row.id) ?? [],
    };
  });
  return { report, rows };
}

function withOneFigure(report: Report): Report {
  const about = {
    findings: report.comparison.findings,
    isOneRun: report.run.imported?.rounds === "windows",
  };
  return {
    ...report,
    head: withShownFigures(report.head, { side: "head", ...about }),
    ...(report.base ? { base: withShownFigures(report.base, { side: "base", ...about }) } : {}),
  };
}

/** Without the changes for the better of rows that fail for their errors. */
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

/** Calls that did not end well. */
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

/** Abbreviated commit id. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 10);
}
