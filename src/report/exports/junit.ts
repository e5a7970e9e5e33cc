import type { Finding, FindingState } from "../../compare/verdict.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { groupBy } from "../../stats/group-by.ts";
import { clean, messageLength, nameLength } from "../clean.ts";
import { changeText, metricLabel } from "../finding.ts";
import { sentenceOf } from "../news/sentence.ts";
import type { Report } from "../report.ts";
import { states } from "../states.ts";
import { plainText } from "../text.ts";

type Outcome = (typeof states)[FindingState]["junit"];

/** JUnit XML: one suite per row, one case per threshold. What could not be decided is skipped, never passed. */
export function renderJunit(report: Report): string {
  const suites = [...groupBy(report.comparison.findings, (finding) => finding.row)].map(([row, findings]) =>
    suite(row, findings),
  );
  const isBroken = report.verdict.status === "errored" && !report.comparison.findings.some(isError);
  if (isBroken) suites.unshift(brokenSuite(plainText(sentenceOf(report))));
  const totals = counts(report.comparison.findings, isBroken ? 1 : 0);
  return `${['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites name="mcp-bench" ${totals}>`, ...suites, "</testsuites>"].join("\n")}\n`;
}

/** A run that failed before it had a result to judge must not look green. */
function brokenSuite(sentence: string): string {
  const error = `<error message="${xml(sentence, messageLength)}" type="errored"/>`;
  return `  <testsuite name="mcp-bench" ${counts([], 1)}>\n    <testcase classname="mcp-bench" name="run">${error}</testcase>\n  </testsuite>`;
}

function isError(finding: Finding): boolean {
  return outcomeOf(finding) === "error";
}

function suite(row: string, findings: readonly Finding[]): string {
  const cases = findings.map((finding) => testcase(row, finding));
  return [`  <testsuite name="${xml(row, nameLength)}" ${counts(findings)}>`, ...cases, "  </testsuite>"].join("\n");
}

function testcase(row: string, finding: Finding): string {
  const { threshold, reason, metric, base, head, state } = finding;
  const open = `    <testcase classname="${xml(row, nameLength)}" name="${xml(`${metricLabel(finding)} ${threshold.level} ${threshold.text}`, nameLength)}"`;
  const outcome = outcomeOf(finding);
  const isBudget = threshold.limit.kind === "absolute";
  const values = isBudget
    ? formatValue(metric, head)
    : `${formatValue(metric, base)} → ${formatValue(metric, head)}, ${changeText(finding)}`;
  if (outcome === "passed") {
    const why = reason === "" ? "" : ` (${reason})`;
    return `${open}><system-out>${xml(`${state}: ${values}${why}`, messageLength)}</system-out></testcase>`;
  }
  const type = outcome === "skipped" ? "" : ` type="${state}"`;
  return `${open}><${outcome} message="${xml(`${state}: ${reason || values}`, messageLength)}"${type}/></testcase>`;
}

/** What is beyond a threshold that only warns does not fail. */
function outcomeOf({ state, threshold }: Finding): Outcome {
  const { junit } = states[state];
  return junit === "failure" && threshold.level === "warn" ? "passed" : junit;
}

/** `broken`: errors that belong to no finding. */
function counts(findings: readonly Finding[], broken = 0): string {
  const of = (outcome: Outcome) => findings.filter((finding) => outcomeOf(finding) === outcome).length;
  const tests = findings.length + broken;
  return `tests="${tests}" failures="${of("failure")}" errors="${of("error") + broken}" skipped="${of("skipped")}"`;
}

/** Text for an attribute or an element. XML 1.0 has no place for control characters and U+FFFE, U+FFFF, escaped or not. */
function xml(text: string, max: number): string {
  return clean(text.replace(/[\ufffe\uffff]/g, ""), max)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
