import { type Finding, isMustWork } from "../../decide/verdict.ts";
import { clean, messageLength, nameLength } from "../clean.ts";
import {
  boundText,
  breakText,
  figuresText,
  isBudget,
  isFailing,
  limitText,
  metricLabel,
  worstFirst,
} from "../finding.ts";
import { factsOf } from "../news/facts.ts";
import { type NamedReport, worstReportsFirst } from "../overall.ts";
import type { Report } from "../report.ts";
import { reasonText } from "../words/reason.ts";
import { tellingLine } from "../words/telling-line.ts";
import { type Printable, terminalSafe } from "./terminal-text.ts";

/** A remark at a line of the configuration, one line each; the caller escapes `%` and line ends. */
export interface Annotation {
  readonly level: "error" | "warning";
  readonly title: Printable;
  readonly message: Printable;
  readonly file?: string;
  readonly line?: number;
}

/** GitHub shows ten annotations of a step and drops the rest; one is kept for the message with which the step fails. */
const most = 9;

/** Annotations of each report, of the worst first; of several, each says of which machine or server it is. */
export function annotationsOfAll(reports: readonly NamedReport[]): Annotation[] {
  const isOne = reports.length === 1;
  return worstReportsFirst(reports)
    .flatMap(({ name, report }) => annotationsOf(report, isOne ? undefined : name))
    .slice(0, most);
}

/** One for each fact, the worst first, warnings after failures. `where`: the machine or server, where there are several. */
export function annotationsOf(report: Report, where?: string): Annotation[] {
  const complaints = worstFirst(report.comparison.findings.filter(isFailing));
  const of = (level: Finding["threshold"]["level"]) => complaints.filter(({ threshold }) => threshold.level === level);
  const lines = new Map(report.run.rows.map((row) => [row.id, row.line]));
  const facts = factsOf([...of("fail"), ...of("warn")]);
  return facts.slice(0, most).map(({ lead, all }) => {
    const line = lines.get(lead.row);
    return {
      level: lead.threshold.level === "fail" && report.verdict.failed ? "error" : "warning",
      title: terminalSafe(`${where === undefined ? "" : `${where}: `}${lead.row} ${metricLabel(lead)}`, nameLength),
      message: messageOf(lead, all),
      ...(line !== undefined && report.configFile !== undefined && { file: report.configFile, line }),
    };
  });
}

function messageOf(finding: Finding, all: readonly Finding[]): Printable {
  const why = tellingLine(reasonText(finding));
  const isLimited = breakText(finding) === undefined && !isMustWork(finding.threshold);
  const limit = isBudget(finding) ? `budget ${boundText(finding)}` : `threshold ${limitText(finding)}`;
  const values = `${figuresText(finding)}${isLimited ? `, ${clean(limit, nameLength)}` : ""}`;
  const others = [...new Set(all.filter(({ metric: other }) => other !== finding.metric).map(metricLabel))];
  const also = others.length === 0 ? "" : `; also ${others.join(", ")}`;
  return terminalSafe(`${values}${why === "" ? "" : `: ${why}`}${also}`, messageLength);
}
