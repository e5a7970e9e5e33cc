import type { BranchIndex } from "../baseline/branch/branch-index.ts";
import { type Acceptance, type Entry, entryFrom, historyOf } from "../baseline/branch/entry.ts";
import type { BranchStore } from "../baseline/branch-store.ts";
import { thresholdsOf } from "../decide/thresholds.ts";
import { BaselineError, exitCode } from "../errors.ts";
import { looksWorse } from "../facts/looks-worse.ts";
import { findDrift, type Shift } from "../history/drift.ts";
import { type Octokit, openGitHub } from "../publish/github.ts";
import { issueWarning, publishIssue } from "../publish/issue.ts";
import { baselineDecision } from "../publish/policy.ts";
import type { RunRecord } from "../record/record.ts";
import { renderAbandoned, renderDrift, renderSettled } from "../report/markdown/drift.ts";
import { renderNotStored } from "../report/markdown/no-result.ts";
import type { Report } from "../report/report.ts";
import { tabulate } from "../table/table.ts";
import type { Step } from "./job.ts";
import { type Failure, logText, logWarning, setOutputs, writeSummary } from "./runner.ts";

interface JudgedRun {
  readonly record: RunRecord;
  readonly report: Report;
  readonly run?: number | undefined;
}

/**
 * Stores runs as baseline entries where the event allows it; on a schedule, then looks for a lasting change in each
 * environment. Returns why the step fails: a run that could not be stored fails the job whose work is to store.
 */
export async function updateBaseline(
  store: BranchStore | BaselineError | undefined,
  { runs, job, accepted }: { runs: readonly JudgedRun[]; job: Step; accepted?: Acceptance | undefined },
): Promise<Failure[]> {
  const decision = baselineDecision(job.context);
  if (decision.kind === "skip") {
    logText(`The baseline is not updated: ${decision.reason}.`);
    return [];
  }
  if (!store || store instanceof BaselineError) return await notStored(store?.message ?? "there is no remote", job);
  const faults: Failure[] = [];
  const newest = new Map<string, RunRecord>();
  for (const { record, report, run } of runs) {
    if (job.signal.aborted) return [...faults, ...(await notStored("the run was interrupted", job))];
    try {
      const entry = entryFrom(record, {
        head: report.head,
        status: report.verdict.status,
        accepted,
        looksWorse: report.comparison.findings.some(looksWorse),
        run: numberOf(run, job),
      });
      const { sha } = await store.append(entry);
      newest.set(entry.key, record);
      setOutputs({ "baseline-sha": sha });
      logText(
        `Stored on ${job.inputs.baselineBranch} as ${sha.slice(0, 7)}, ${entry.usable ? "usable as a baseline" : "for the history only"}.`,
      );
    } catch (error) {
      if (!(error instanceof BaselineError)) throw error;
      faults.push(...(await notStored(error.message, job)));
    }
  }
  if (job.context.eventName === "schedule" && job.inputs.mode === "publish") await trackStored(store, { newest, job });
  return faults;
}

/** Keeps the issues about stored runs up to date. `newest`: a run of this night for each environment that has one. */
async function trackStored(
  store: BranchStore,
  { newest, job }: { newest: ReadonlyMap<string, RunRecord>; job: Step },
): Promise<void> {
  const { token } = job.inputs;
  if (!token) return;
  const open = () => openGitHub(token, job.context);
  for (const [key, record] of newest) {
    // All runs of the night are in it by now.
    const current = await store.snapshot(key);
    const { entries } = await store.readKey(current, key);
    await trackDrift(entries, { record, job, octokit: await open() });
    await closeAbandoned(current.index.keys, { now: record.createdAt, job, octokit: await open() });
  }
}

/** Says so in log and summary; an error only in the job that stores and does nothing else. */
async function notStored(reason: string, { inputs }: Step): Promise<Failure[]> {
  const message = `This run was not stored on the branch ${inputs.baselineBranch}: ${reason}`;
  await writeSummary(renderNotStored(message));
  if (inputs.mode === "publish") return [{ message, exitCode: exitCode.usage }];
  logWarning(message);
  return [];
}

/** A night stands beside other runs of its commit, and so does each of several runs; what is run again takes its own place. */
function numberOf(run: number | undefined, { context }: Step): number | undefined {
  if (context.eventName !== "schedule") return run;
  return run === undefined ? context.run.id : context.run.id * 100 + run;
}

/** An environment without a run for so long, while others have some, is measured no more: a runner image or a runtime changed. */
const abandonedMs = 14 * 86_400_000;

/** Issues of so many abandoned environments are looked for, the newest first. */
const mostAbandoned = 5;

/** Closes the issues of environments that are measured no more: no night would look at them again. */
async function closeAbandoned(
  keys: BranchIndex["keys"],
  { now, job, octokit }: { now: string; job: Step; octokit: Octokit },
): Promise<void> {
  const abandoned = Object.entries(keys)
    .filter(([, { createdAt }]) => Date.parse(now) - Date.parse(createdAt) > abandonedMs)
    .sort(([, one], [, other]) => (one.createdAt < other.createdAt ? 1 : -1))
    .slice(0, mostAbandoned);
  for (const [key, figures] of abandoned) {
    const place = { repository: job.context.repository, key: `${job.inputs.baselineBranch} ${key}` };
    const result = await publishIssue(octokit, place, { kind: "settled", body: renderAbandoned(figures) });
    if (result.kind === "closed")
      logText(`Tracking issue: closed ${result.url}, as its environment is measured no more`);
  }
}

/** Looks for a lasting change in the stored history of one environment, and keeps the one issue about it up to date. */
async function trackDrift(
  entries: readonly Entry[],
  { record, job, octokit }: { record: RunRecord; job: Step; octokit: Octokit },
): Promise<void> {
  const newest = entries.at(-1);
  if (!newest) return;
  const { repository, serverUrl } = job.context;
  const branch = job.inputs.baselineBranch;
  const history = historyOf(entries);
  const drift = findDrift(history, thresholdsOf(tabulate(record)));
  const since = lastStart(drift.shifts);
  const tracking =
    since === undefined
      ? ({ kind: "settled", body: renderSettled(drift.accepted) } as const)
      : ({
          kind: "shifted",
          since,
          ...renderDrift(drift.shifts, {
            entries: history,
            environment: newest.environment.description,
            repositoryUrl: `${serverUrl}/${repository.owner}/${repository.repo}`,
            branch,
          }),
        } as const);
  const result = await publishIssue(octokit, { repository, key: `${branch} ${newest.key}` }, tracking);
  const detail = "url" in result ? ` ${result.url}` : "reason" in result ? `, ${result.reason}` : "";
  logText(`Tracking issue: ${result.kind}${detail}`);
  const warning = issueWarning(result);
  if (warning) logWarning(warning);
}

/** Returns the start of the newest shift: an issue that was closed before does not settle it. */
export function lastStart(shifts: readonly Pick<Shift, "firstAfter">[]): string | undefined {
  return shifts
    .map(({ firstAfter }) => firstAfter.createdAt)
    .toSorted()
    .at(-1);
}
