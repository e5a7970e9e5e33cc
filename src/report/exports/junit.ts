import { type Html as Xml, html as xml } from "../../base/markup.ts";
import type { Finding } from "../../decide/verdict.ts";
import { groupBy } from "../../stats/group-by.ts";
import { clean, messageLength, nameLength } from "../clean.ts";
import { figuresText, metricLabel } from "../finding.ts";
import { sentenceOf } from "../news/sentence.ts";
import type { Report } from "../report.ts";
import { states, type Tone } from "../states.ts";
import { plainText } from "../text.ts";
import { reasonText } from "../words/reason.ts";
import { tellingLine } from "../words/telling-line.ts";

const outcomes = { bad: "failure", unsure: "skipped", good: "passed" } as const;
type Outcome = (typeof outcomes)[Tone] | "error";

/** JUnit XML: one suite per row, one case per threshold. What could not be decided is skipped, never passed. */
export function renderJunit(report: Report): string {
  const { findings } = report.comparison;
  const suites = [...groupBy(findings, ({ row }) => row)].map(([row, own]) => suite(row, own));
  const isBroken = report.verdict.status === "errored" && findings.every((one) => outcomeOf(one) !== "error");
  if (isBroken) suites.unshift(brokenSuite(plainText(sentenceOf(report))));
  const totals = counts(findings, isBroken ? 1 : 0);
  return xml`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="mcp-bench" ${totals}>\n${suites}</testsuites>\n`
    .markup;
}

/** A run that failed before it had a result to judge must not look green. */
function brokenSuite(sentence: string): Xml {
  const error = xml`<error message="${oneLine(sentence, messageLength)}" type="errored"/>`;
  return xml`  <testsuite name="mcp-bench" ${counts([], 1)}>\n    <testcase classname="mcp-bench" name="run">${error}</testcase>\n  </testsuite>\n`;
}

function suite(row: string, findings: readonly Finding[]): Xml {
  const cases = findings.map((finding) => testcase(row, finding));
  return xml`  <testsuite name="${oneLine(row, nameLength)}" ${counts(findings)}>\n${cases}  </testsuite>\n`;
}

function testcase(row: string, finding: Finding): Xml {
  const { threshold, state, against } = finding;
  // A row may have the same threshold on base and on a reference: of two cases of one name readers keep one.
  const other = against === undefined ? "" : ` against ${against}`;
  const name = oneLine(`${metricLabel(finding)} ${threshold.level} ${threshold.text}${other}`, nameLength);
  const open = xml`    <testcase classname="${oneLine(row, nameLength)}" name="${name}"`;
  const outcome = outcomeOf(finding);
  const reason = tellingLine(reasonText(finding));
  const message = oneLine(`${state}: ${figuresText(finding)}${reason === "" ? "" : ` (${reason})`}`, messageLength);
  if (outcome === "passed") return xml`${open}><system-out>${message}</system-out></testcase>\n`;
  const type = outcome === "skipped" ? xml`` : xml` type="${state}"`;
  return xml`${open}><${outcome} message="${message}"${type}/></testcase>\n`;
}

/** Returns the outcome of a test case: exceeding a threshold that only warns does not fail. */
function outcomeOf({ state, threshold }: Finding): Outcome {
  if (state === "errored") return "error";
  const outcome = outcomes[states[state].tone];
  return outcome === "failure" && threshold.level === "warn" ? "passed" : outcome;
}

/** `broken`: errors that belong to no finding. */
function counts(findings: readonly Finding[], broken = 0): Xml {
  const of = (outcome: Outcome) => findings.filter((finding) => outcomeOf(finding) === outcome).length;
  const tests = findings.length + broken;
  return xml`tests="${tests}" failures="${of("failure")}" errors="${of("error") + broken}" skipped="${of("skipped")}"`;
}

/** XML 1.0 has no place for control characters and U+FFFE, U+FFFF, escaped or not. */
function oneLine(text: string, max: number): string {
  return clean(text.replace(/[\ufffe\uffff]/g, ""), max);
}
