import type { Verdict } from "../decide/verdict.ts";
import { statuses } from "../record/status.ts";
import type { Report } from "./report.ts";

/** The report on one of several servers or kinds of machine, with the name for its heading. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** Reports with the worst status first, those that fail before those that do not; else in their order. */
export function worstReportsFirst<Named extends NamedReport>(reports: readonly Named[]): Named[] {
  const rank = ({ report: { verdict } }: Named) =>
    statuses.indexOf(verdict.status) - (verdict.failed ? statuses.length : 0);
  return reports.toSorted((a, b) => rank(a) - rank(b));
}

/** The verdict on all reports together: of several the worst decides, and each finding is named after its report. */
export function verdictOf(reports: readonly NamedReport[]): Verdict {
  const ordered = worstReportsFirst(reports);
  const [worst, ...others] = ordered;
  if (!worst) throw new RangeError("there is no verdict of no reports");
  if (others.length === 0) return worst.report.verdict;
  const all = (what: "regressed" | "improved") =>
    ordered.flatMap(({ name, report }) =>
      report.verdict[what].map((finding) => ({ ...finding, row: `${name}: ${finding.row}` })),
    );
  return {
    status: worst.report.verdict.status,
    failed: reports.some(({ report }) => report.verdict.failed),
    regressed: all("regressed"),
    improved: all("improved"),
  };
}
