import { type Acceptance, acceptanceOf, entryFrom, isSameRun } from "../baseline/branch/entry.ts";
import type { BranchStore } from "../baseline/branch-store.ts";
import { looksWorse } from "../decide/looks-worse.ts";
import { BaselineError, exitCode } from "../errors.ts";
import { baselineDecision } from "../publish/policy.ts";
import type { RunRecord } from "../record/record.ts";
import { renderNotStored } from "../report/markdown/no-result.ts";
import type { Report } from "../report/report.ts";
import type { Stored } from "../run/judge.ts";
import type { Step } from "./job.ts";
import { type Failure, logText, logWarning, setOutputs, writeSummary } from "./runner.ts";
import { closeAbandoned, trackDrift } from "./track-drift.ts";

interface JudgedRun {
  readonly record: RunRecord;
  readonly report: Report;
  readonly stored: Stored;
  readonly accepted?: Acceptance | undefined;
  /** Key of the run among several of the commit. */
  readonly run?: number | undefined;
}

/**
 * Stores a run as a baseline entry where the event allows it; on a schedule, then looks for a lasting change. Returns why
 * the step fails: a run that could not be stored fails the job whose work is to store.
 */
export async function updateBaseline(
  store: BranchStore | undefined,
  { record, report, job, stored, accepted, run }: JudgedRun & { job: Step },
): Promise<Failure[]> {
  const decision = baselineDecision(job.context);
  if (job.signal.aborted || decision.kind === "skip") {
    logText(`The baseline is not updated: ${decision.kind === "skip" ? decision.reason : "the run was interrupted"}.`);
    return [];
  }
  if (!store) return await notStored("there is no remote", job);
  const entry = entryFrom(record, {
    head: report.head,
    status: report.verdict.status,
    accepted,
    looksWorse: report.comparison.findings.some(looksWorse),
    run: numberOf(run, job),
  });
  try {
    const { sha } = await store.append(entry, { record });
    setOutputs({ baselineSha: sha });
    logText(
      `Stored on ${job.inputs.baselineBranch} as ${sha.slice(0, 7)}, ${entry.usable ? "usable as a baseline" : "for the history only"}.`,
    );
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error;
    // The history that a lasting change is looked for in would not be the stored one.
    return await notStored(error.message, job);
  }
  const { inputs, context } = job;
  if (context.eventName !== "schedule" || inputs.mode !== "publish" || stored.kind !== "entries" || !inputs.token)
    return [];
  const acceptance = acceptanceOf(entry, stored.entries);
  const history = [
    ...stored.entries.filter((other) => !isSameRun(other, entry)),
    acceptance ? { ...entry, accepted: acceptance } : entry,
  ];
  const tracking = { context, token: inputs.token, branch: inputs.baselineBranch };
  await trackDrift(history, { record, job: tracking });
  const { index } = await store.snapshot();
  await closeAbandoned(index.keys, { now: entry.createdAt, job: tracking });
  return [];
}

/** Says so in log and summary; an error only in the job that stores and does nothing else. */
async function notStored(reason: string, { inputs }: Step): Promise<Failure[]> {
  const message = `This run was not stored on the branch ${inputs.baselineBranch}: ${reason}`;
  await writeSummary(renderNotStored(message));
  if (inputs.mode === "publish") return [{ message, exitCode: exitCode.regressed }];
  logWarning(message);
  return [];
}

/** A night stands beside other runs of its commit, and so does each of several runs; what is run again takes its own place. */
function numberOf(run: number | undefined, { context }: Step): number | undefined {
  if (context.eventName !== "schedule") return run;
  return run === undefined ? context.run.id : context.run.id * 100 + run;
}
