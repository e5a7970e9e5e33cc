import type { Acceptance } from "../baseline/branch/entry.ts";
import { type BranchStore, openBranchStore } from "../baseline/branch-store.ts";
import { BaselineError, exitCode } from "../errors.ts";
import { reportFeatures } from "../feature.ts";
import { openGitHub } from "../publish/github.ts";
import { benchLabels } from "../publish/labels.ts";
import { acceptedInQueue, acceptedMerge } from "../publish/merged-pull-request.ts";
import { baselineDecision } from "../publish/policy.ts";
import { environmentKey } from "../record/key.ts";
import type { RunRecord } from "../record/record.ts";
import { judge, type Stored, unreadable } from "../run/judge.ts";
import { reproduceCommand } from "../run/reproduce.ts";
import { configPath } from "./config-path.ts";
import type { Step } from "./job.ts";
import type { MeasuredElsewhere } from "./measured-elsewhere.ts";
import { publishReport } from "./publish-report.ts";
import { type Failure, logText, logWarning, setOutputs } from "./runner.ts";
import { updateBaseline } from "./update-baseline.ts";

/** The modes report, publish and all: judges what was measured, publishes that, and stores it where that is asked for. */
export async function reportMeasured({ parts, untrusted }: MeasuredElsewhere, job: Step): Promise<Failure[]> {
  const opened = await openStore(job);
  await using store = opened instanceof BaselineError ? undefined : opened;
  const branch = store ?? opened;
  const acceptance = await earlierAcceptance(job);
  const additions = await reportFeatures(job.features);
  const judged = [];
  for (const { name = "", record, run } of parts) {
    const stored = await readStored(branch, { record, job });
    const report = judge(record, {
      stored: stored.runs,
      failOn: job.inputs.failOn,
      features: additions,
      untrusted,
      accepted: job.labels?.accept ?? acceptance,
      // A label that could not be read is not offered as a way out.
      acceptable: job.labels !== undefined && job.labels.ignored.length === 0,
      remarks: job.labels?.ignored,
      ...aboutRun(record, { job, isTrusted: untrusted === undefined }),
    });
    judged.push({ name, record, report, stored, run });
  }
  const { failed, status, sentence } = await publishReport(judged, job);
  const faults: Failure[] = [];
  if (job.inputs.updateBaseline || job.inputs.mode === "publish")
    faults.push(...(await updateBaseline(branch, { runs: judged, job, accepted: acceptance })));
  const unread: BaselineError[] = [];
  for (const { report, stored } of judged) {
    const { fault } = stored;
    if (!fault) continue;
    if (report.comparison.reference.kind !== "paired") unread.push(fault);
    else logWarning(`The stored baseline could not be read; base was measured beside head instead. ${fault.message}`);
  }
  faults.unshift(...unread);
  // One cause, such as a runner without git, is told once and not for each part.
  const told = [...new Map(faults.map((fault) => [fault.message, fault])).values()];
  if (!failed) return told;
  const broke = unread.length > 0 ? exitCode.usage : exitCode.server;
  return [...told, { message: sentence, exitCode: status === "errored" ? broke : exitCode.regressed }];
}

/**
 * The command that measures again, and where its configuration lies. Code of the repository ran beside whatever wrote the
 * record, and a reader is about to paste the command into a shell: what is run comes from this job, and a record that is
 * not a stranger's says at most how long and in which folder of the checkout.
 */
function aboutRun(record: RunRecord, { job, isTrusted }: { job: Step; isTrusted: boolean }) {
  const { inputs, pullRequest, context } = job;
  const run = { ...inputs.run, ...(isTrusted && record.asked ? harmlessPart(record.asked) : {}) };
  const base = record.arms.find(({ side }) => side === "base");
  const compareRef = base && (pullRequest?.baseSha ?? base.commit);
  return {
    // No command of mcp-bench repeats a test of k6.
    reproduce: record.imported ? "" : reproduceCommand({ ...run, compareRef, seed: record.seed }),
    runUrl: context.run.url,
    configFile: run.server ? undefined : configPath(run, context.workspace),
  };
}

function harmlessPart({ rounds, timeBudgetMs, workingDirectory, config }: NonNullable<RunRecord["asked"]>) {
  const isPlain = (file: string | undefined) =>
    file === undefined || (/^\w[\w./-]*$|^\.$/.test(file) && !file.split("/").includes(".."));
  const place = isPlain(workingDirectory) && isPlain(config) ? { workingDirectory, ...(config && { config }) } : {};
  return { ...(rounds !== undefined && { rounds }), ...(timeBudgetMs !== undefined && { timeBudgetMs }), ...place };
}

/**
 * Finds who accepted the regression of the pull request that waits in a merge queue, or whose merge is about to be stored.
 * Without an answer of GitHub's there is none, and the log says so: `mcp-bench baseline accept` can make up for it.
 */
async function earlierAcceptance({ inputs, context }: Step): Promise<Acceptance | undefined> {
  const { repository, apiUrl, sha, event } = context;
  const queued = event.kind === "merge_group" ? event.pullRequest : undefined;
  const stores = (inputs.updateBaseline || inputs.mode === "publish") && baselineDecision(context).kind === "write";
  if (!inputs.token || (queued === undefined && !stores)) return undefined;
  const octokit = await openGitHub(inputs.token, { apiUrl });
  const where = { repository, key: inputs.commentKey };
  const found = await (queued === undefined
    ? acceptedMerge(octokit, { ...where, sha })
    : acceptedInQueue(octokit, { ...where, number: queued }));
  if (found.kind !== "ok") {
    logText(`Whether a pull request of this commit was accepted cannot be read: ${found.message}.`);
    return undefined;
  }
  if (!found.value) return undefined;
  const { number, by, at } = found.value;
  logText(`Accepted by ${by} with the label ${benchLabels.accept} on pull request ${number}.`);
  return { by, at: new Date(at).toISOString(), reason: `label ${benchLabels.accept} on pull request ${number}` };
}

/** Opens the baseline branch; gives the error where that is impossible, as without git. */
async function openStore({ remote, inputs, environment, context }: Step): Promise<OpenedStore> {
  if (!remote) return undefined;
  const { baselineBranch: branch } = inputs;
  const opened = openBranchStore({ remote, branch, environment, workDirectory: context.temp, log: logText });
  return opened.catch((error: unknown) => {
    if (error instanceof BaselineError) return error;
    throw error;
  });
}

type OpenedStore = BranchStore | BaselineError | undefined;

/** The stored runs. A baseline that cannot be read is a fault, told only after the report is out: nothing is lost. */
async function readStored(
  store: OpenedStore,
  { record, job }: { record: RunRecord; job: Step },
): Promise<{ runs: Stored; fault?: BaselineError }> {
  if (!store) return { runs: { kind: "none", reason: "there is no remote to read a baseline from" } };
  try {
    if (store instanceof BaselineError) throw store;
    const { entries, environments, baselineSha } = await store.read(environmentKey(record));
    if (baselineSha) setOutputs({ "baseline-sha": baselineSha });
    const reason = `the branch ${job.inputs.baselineBranch} does not exist yet; a run on the default branch with \`update-baseline\` creates it`;
    return { runs: baselineSha ? { kind: "entries", entries, environments } : { kind: "none", reason } };
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error;
    return { runs: unreadable(error), fault: error };
  }
}
