import * as core from "@actions/core";
import type { Finding, Status } from "../compare/verdict.ts";
import { UserError } from "../errors.ts";

/** The outputs of action.yml; what is absent is left unset. */
export interface ActionOutputs {
  readonly status?: Status | "skipped";
  /** Who skipped the run; empty when nobody did. */
  readonly skipped?: string;
  readonly regressed?: readonly Finding[];
  readonly improved?: readonly Finding[];
  readonly resultsJson?: string;
  readonly reportMarkdown?: string;
  readonly reportHtml?: string;
  readonly commentUrl?: string;
  readonly baselineSha?: string;
}

/**
 * Sets outputs; may be called again as more become known. Paths and addresses may hold any character. Throws UserError
 * where the runner's file cannot be written.
 */
export function setOutputs(outputs: ActionOutputs): void {
  const values = {
    status: outputs.status,
    skipped: outputs.skipped,
    regressed: outputs.regressed && namesOf(outputs.regressed),
    improved: outputs.improved && namesOf(outputs.improved),
    "results-json": outputs.resultsJson,
    "report-markdown": outputs.reportMarkdown,
    "report-html": outputs.reportHtml,
    "comment-url": outputs.commentUrl,
    "baseline-sha": outputs.baselineSha,
  };
  try {
    for (const [name, value] of Object.entries(values)) if (value !== undefined) core.setOutput(name, value);
  } catch (cause) {
    throw new UserError(`the outputs cannot be written: ${cause instanceof Error ? cause.message : cause}`, {
      where: "GITHUB_OUTPUT",
      fix: "free space on the runner's disk, and leave the variable as the runner sets it",
      cause,
    });
  }
}

/** JSON on one line, so that `fromJSON` reads it and a matrix can be made of it. */
function namesOf(findings: readonly Finding[]): string {
  return JSON.stringify(findings.map(({ row, metric }) => ({ row, metric })));
}
