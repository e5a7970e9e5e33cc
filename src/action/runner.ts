import { randomUUID } from "node:crypto";
import * as core from "@actions/core";
import type { Markdown } from "../base/markdown.ts";
import { plainLine, plainText, quarantine } from "../base/untrusted.ts";
import { messageOf, UserError } from "../errors.ts";
import type { Annotation } from "../report/terminal/annotations.ts";

/** Inputs, log, outputs and summary of the step on GitHub's runner. The only user of the toolkit. */

/** Reads one input, as text; undefined where it is empty. */
export function readInput(name: string): string | undefined {
  return core.getInput(name) || undefined;
}

/** Has the runner show `***` in place of a secret that it did not give us. */
export function maskSecret(secret: string): void {
  core.setSecret(secret);
}

/** Prints text of ours. Names of tools and servers in it may be hostile: no line of it can be a command. */
export function logText(text: string): void {
  core.info(plainText(text));
}

export function logGroup<T>(title: string, work: () => Promise<T>): Promise<T> {
  return core.group(plainLine(title), work);
}

/** Prints what a server or a build wrote. `token` must be unguessable. */
export function logUntrusted(text: string, { token = randomUUID() }: { token?: string } = {}): void {
  for (const line of quarantine(text, { token })) core.info(line);
}

const print = { error: core.error, warning: core.warning, notice: core.notice };

/** Shows annotations at their places in the files and on the run's page. */
export function logAnnotations(annotations: readonly Annotation[]): void {
  for (const { level, title, message, file, line } of annotations) {
    const place = {
      title: plainLine(title),
      ...(file !== undefined && { file }),
      ...(line !== undefined && { startLine: line }),
    };
    print[level](plainText(message), place);
  }
}

export function logWarning(message: string): void {
  core.warning(plainText(message));
}

/** A notice on the run's page, and a line of the log. */
export function logNotice(message: string): void {
  core.notice(plainText(message));
}

export interface Failure {
  readonly message: string;
  readonly exitCode: number;
}

const longestFailure = 8_000;

/** The one error that says why the step fails. Sets no exit code. */
export function logFailure(message: string): void {
  core.error(plainText(message.slice(0, longestFailure)));
}

type OutputName =
  | "status"
  /** Login of the person who skipped the run; empty without one. */
  | "skipped"
  | "regressed"
  | "improved"
  | "results-json"
  | "report-markdown"
  | "report-html"
  | "comment-url"
  | "baseline-sha";

/**
 * Sets outputs of action.yml, but for those that are undefined; may be called again as more become known. Paths and
 * addresses may hold any character. Throws UserError where the runner's file cannot be written.
 */
export function setOutputs(outputs: { readonly [Name in OutputName]?: string | undefined }): void {
  try {
    for (const [name, value] of Object.entries(outputs)) if (value !== undefined) core.setOutput(name, value);
  } catch (cause) {
    throw new UserError(`the outputs cannot be written: ${messageOf(cause)}`, {
      where: "GITHUB_OUTPUT",
      fix: "free space on the runner's disk, and leave the variable as the runner sets it",
      cause,
    });
  }
}

/** Bytes GitHub accepts in the summary of one step. */
const summaryLimitBytes = 1024 * 1024;

type SummaryResult = { readonly kind: "written" } | { readonly kind: "skipped"; readonly reason: string };

/** Writes the job summary. Never throws: a summary that cannot be written must not change the verdict. */
export async function writeSummary(markdown: Markdown): Promise<SummaryResult> {
  const bytes = Buffer.byteLength(markdown);
  if (bytes > summaryLimitBytes)
    return { kind: "skipped", reason: `the summary has ${bytes} bytes, GitHub accepts ${summaryLimitBytes}` };
  try {
    await core.summary.addRaw(markdown, true).write();
    return { kind: "written" };
  } catch (error) {
    core.summary.emptyBuffer();
    return { kind: "skipped", reason: messageOf(error) };
  }
}
