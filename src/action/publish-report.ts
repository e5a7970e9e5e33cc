import type { Markdown } from "../base/markdown.ts";
import type { Finding } from "../decide/verdict.ts";
import { fileFormats } from "../feature.ts";
import { openGitHub } from "../publish/github.ts";
import { benchLabels } from "../publish/labels.ts";
import { type CommentRequest, commentWarning, publishComment } from "../publish/pr-comment.ts";
import { recordName, writeResultFiles } from "../record/files/result-files.ts";
import type { RunRecord } from "../record/record.ts";
import type { Status } from "../record/status.ts";
import { renderJson } from "../report/exports/json.ts";
import { renderFailure, renderSkip } from "../report/markdown/no-result.ts";
import { renderComments, renderSummaries, sentenceOfAll } from "../report/markdown/several.ts";
import { type NamedReport, verdictOf, worstReportsFirst } from "../report/overall.ts";
import { annotationsOfAll } from "../report/terminal/annotations.ts";
import { plainText } from "../report/text.ts";
import type { Step } from "./job.ts";
import { logAnnotations, logText, logWarning, setOutputs, writeSummary } from "./runner.ts";

/** A report with the record that it is of, which is handed on as it was measured. */
interface RecordedReport extends NamedReport {
  readonly record: RunRecord;
}

/** Writes result files, summary and outputs, then tries the comment. Throws UserError only when files cannot be written. */
export async function publishReport(
  reports: readonly RecordedReport[],
  job: Step,
): Promise<{ readonly failed: boolean; readonly status: Status; readonly sentence: string }> {
  const { failed, regressed, improved, status } = verdictOf(reports);
  const sentence = plainText(sentenceOfAll(reports));
  const summary = renderSummaries(reports);
  const written = await writeResultFiles(job.reports, { "report.md": summary });
  setOutputs({
    status,
    regressed: namesOf(regressed),
    improved: namesOf(improved),
    "report-markdown": written["report.md"],
  });
  await writeReports(reports, job);
  await summarise(summary);
  logAnnotations(annotationsOfAll(reports));
  // A failing one ends the log, as the error.
  if (!failed) logText(sentence);
  const accepted = reports.find(({ report }) => report.accepted)?.report.accepted?.by;
  const noteworthy = status !== "pass" || improved.length > 0;
  const hasRegression = regressed.some(({ state }) => state === "regressed");
  await comment(job, { body: renderComments(reports), noteworthy, regressed: hasRegression, accepted });
  return { failed, status, sentence };
}

/** JSON on one line, so that `fromJSON` reads it and a matrix can be made of it. */
function namesOf(findings: readonly Finding[]): string {
  return JSON.stringify(findings.map(({ row, metric }) => ({ row, metric })));
}

/** Files of each report, by its number and name where there are several; the outputs name those of the worst. */
async function writeReports(reports: readonly RecordedReport[], { reports: folder, features }: Step): Promise<void> {
  const written = [];
  for (const [index, { name, record, report }] of reports.entries()) {
    const prefix = reports.length === 1 ? "" : `${partFile(name, index)}.`;
    const pages: Record<string, string> = {};
    for (const format of fileFormats(features)) pages[`${prefix}report.${format.name}`] = await format.render(report);
    const files = await writeResultFiles(folder, {
      [`${prefix}${recordName}`]: JSON.stringify(record),
      ...pages,
      [`${prefix}report.json`]: renderJson(report),
    });
    written.push({ name, report, files, prefix });
  }
  const [worst] = worstReportsFirst(written);
  if (!worst) return;
  const { files, prefix } = worst;
  const file = (name: string) => files[`${prefix}${name}`] ?? "";
  setOutputs({ "results-json": file(recordName), "report-html": file("report.html") });
}

function partFile(name: string, index: number): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40);
  return `${index + 1}-${plain}`.replace(/-+$/, "");
}

/** Says on the pull request and in the summary that there is no result, and why. */
export async function publishFault(message: string, job: Step): Promise<void> {
  const body = renderFailure({ message, runUrl: job.context.run.url });
  await summarise(body);
  await comment(job, { body, noteworthy: true, regressed: false });
}

/** Says on the pull request and in the summary that nothing was measured, and who wanted that. */
export async function publishSkip(by: string, job: Step): Promise<void> {
  logText(`Skipped by ${by} with the label ${benchLabels.skip}: nothing was measured.`);
  const body = renderSkip({ by, label: benchLabels.skip });
  await summarise(body);
  await comment(job, { body, noteworthy: true, regressed: false });
}

async function summarise(markdown: Markdown): Promise<void> {
  const result = await writeSummary(markdown);
  if (result.kind === "skipped") logWarning(`The job summary was not written: ${result.reason}`);
}

async function comment(
  { inputs, context, pullRequest }: Step,
  text: Pick<CommentRequest, "body" | "noteworthy" | "regressed" | "accepted">,
): Promise<void> {
  const { repository, run, apiUrl } = context;
  if (!pullRequest || inputs.commentMode === "never") return;
  if (!inputs.token) return logWarning("The pull-request comment was not written: there is no token.");
  const octokit = await openGitHub(inputs.token, { apiUrl });
  const { number, headSha, fork } = pullRequest;
  const request = { repository, pullRequest: number, headSha, run, key: inputs.commentKey, mode: inputs.commentMode };
  const result = await publishComment(octokit, { ...request, ...text });
  if ("url" in result) setOutputs({ "comment-url": result.url });
  logText(
    `Pull-request comment: ${result.kind}${"url" in result ? ` ${result.url}` : ""}${result.kind === "skipped" ? `, ${result.reason}` : ""}`,
  );
  const warning = commentWarning(result, { fork });
  if (warning) logWarning(warning);
}
