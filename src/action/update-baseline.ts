import { type Acceptance, acceptanceOf, entryFrom, isSameRun } from "../baseline/branch/entry.ts";
import type { BranchStore } from "../baseline/branch-store.ts";
import { BaselineError } from "../errors.ts";
import { baselineDecision } from "../publish/policy.ts";
import type { Report } from "../report/report.ts";
import type { Stored } from "../run/judge.ts";
import type { Step } from "./job.ts";
import { logText, logWarning, setOutputs } from "./runner.ts";
import { trackDrift } from "./track-drift.ts";

/** Stores a run as a baseline entry where the event allows it; on a schedule, then looks for a lasting change. */
export async function updateBaseline(
  store: BranchStore | undefined,
  { report, job, stored, accepted }: { report: Report; job: Step; stored: Stored; accepted?: Acceptance | undefined },
): Promise<void> {
  const decision = baselineDecision(job.context);
  if (job.signal.aborted) return logText("The baseline is not updated: the run was interrupted.");
  if (decision.kind === "skip") return logText(`The baseline is not updated: ${decision.reason}.`);
  if (!store) return logWarning("The baseline is not updated: there is no remote.");
  const entry = entryFrom(report.record, {
    head: report.head,
    status: report.verdict.status,
    accepted,
    run: nightOf(job),
  });
  try {
    const { sha } = await store.append(entry, { record: report.record });
    setOutputs({ baselineSha: sha });
    logText(
      `Stored on ${job.inputs.baselineBranch} as ${sha.slice(0, 7)}, ${entry.usable ? "usable as a baseline" : "for the history only"}.`,
    );
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error;
    logWarning(`The baseline is not updated. ${error.message}`);
  }
  const { inputs, context } = job;
  if (context.eventName !== "schedule" || inputs.mode !== "publish" || stored.kind !== "entries" || !inputs.token)
    return;
  const acceptance = acceptanceOf(entry, stored.entries);
  const history = [
    ...stored.entries.filter((other) => !isSameRun(other, entry)),
    acceptance ? { ...entry, accepted: acceptance } : entry,
  ];
  await trackDrift(history, {
    record: report.record,
    job: { context, token: inputs.token, branch: inputs.baselineBranch },
  });
}

/** The number of a scheduled run: a re-run of one takes its place, the next night stands beside it. */
function nightOf({ context }: Step): number | undefined {
  return context.eventName === "schedule" ? context.run.id : undefined;
}
