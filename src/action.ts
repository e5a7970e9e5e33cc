import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BranchStore, openBranchStore } from "./baseline/branch-store.ts";
import { type Entry, entryFrom } from "./baseline/entry.ts";
import type { Remote } from "./baseline/git.ts";
import { environmentKey } from "./baseline/key.ts";
import type { RunRecord } from "./baseline/record.ts";
import { resolveRemote } from "./baseline/remote.ts";
import { benchmark, secretsOf } from "./benchmark.ts";
import { type Inputs, readInputs } from "./config/inputs.ts";
import { chooseConfig, defaultConfigFile, parseConfig, realDirectory } from "./config/load.ts";
import { BaselineError, UserError } from "./errors.ts";
import { interruptSignal } from "./interrupt.ts";
import { judge, type Stored } from "./judge.ts";
import { progressLine } from "./progress-line.ts";
import { type GitHubContext, readGitHubContext } from "./publish/github-context.ts";
import { logFailure, logGroup, logText, logUntrusted, logWarning } from "./publish/log.ts";
import { setOutputs } from "./publish/outputs.ts";
import { assertSafeEvent, baselineDecision } from "./publish/policy.ts";
import { type FoundPullRequest, type PullRequest, pullRequestOfRun } from "./publish/pull-request-of-run.ts";
import { pushAccess, pushWarning } from "./publish/push-access.ts";
import { writeResultFiles } from "./publish/result-files.ts";
import { recordName } from "./record-file.ts";
import { redactText } from "./redact.ts";
import type { Report } from "./report/report.ts";
import { reproduceCommand } from "./reproduce.ts";
import { readResults } from "./run-results.ts";
import { BuildError } from "./source/build.ts";
import { chooseCompareTarget, type Trigger } from "./source/compare-ref.ts";
import { readWorkingCopy, resolveCommit } from "./source/head-commit.ts";
import { readFileAt } from "./source/read-file.ts";
import { withThresholdsOf } from "./trusted-thresholds.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** One step of a workflow: what was asked, where it runs, and where things are. */
interface Job {
  readonly inputs: Inputs;
  readonly context: GitHubContext;
  readonly environment: Environment;
  /** Absolute: where the server and the configuration are. */
  readonly directory: string;
  /** Where result files go, and come from in the modes report and publish. */
  readonly results: string;
  /** Aborts when the job is cancelled. */
  readonly signal: AbortSignal;
  /** Where the baseline branch is; undefined where no remote can be found. */
  readonly remote?: Remote;
  /** Where to comment. */
  readonly pullRequest?: PullRequest;
  /** Why there is nothing to do. */
  readonly idle?: string;
}

/** The action: measure, compare, report, publish. Never throws; the process's exit code tells how it went. */
export async function runAction(environment: Environment): Promise<void> {
  let job: Job | undefined;
  try {
    job = await openJob(environment);
    if (job.idle !== undefined) return logText(`Nothing is reported: ${job.idle}.`);
    const { record, untrusted } =
      job.inputs.mode === "bench" || job.inputs.mode === "all"
        ? { record: await measure(job), untrusted: undefined }
        : await readRecord(job);
    if (job.inputs.mode === "bench") return;

    await using store = await openStore(job);
    const stored = await readStored(store, { record, job });
    const report = judge(record, {
      stored: stored.runs,
      failOn: job.inputs.failOn,
      untrusted,
      ...aboutRun(record, job),
    });
    await publish(report, job);
    if (job.inputs.updateBaseline || job.inputs.mode === "publish")
      await updateBaseline(store, { report, job, stored: stored.runs });
    if (stored.fault) fail(stored.fault.message, stored.fault.exitCode);
    if (report.verdict.failed) fail(report.verdict.sentence, 1);
  } catch (error) {
    await reportFault(error, job);
  }
}

async function openJob(environment: Environment): Promise<Job> {
  const inputs = readInputs();
  const context = await readGitHubContext(environment);
  assertSafeEvent(context, inputs.mode);
  const directory = realDirectory(path.resolve(context.workspace, inputs.workingDirectory));
  const token = inputs.token === undefined ? {} : { token: inputs.token };
  // Before any code of the repository runs: it could rewrite what names the remote.
  const remote = await resolveRemote({ directory, environment, ...token }).catch((error: Error) => {
    logText(error.message);
    return undefined;
  });
  const found = await findPullRequest(inputs, context);
  return {
    ...(found?.kind === "found" && { pullRequest: found.pullRequest }),
    ...(found?.kind === "none" && { idle: found.reason }),
    inputs,
    context,
    environment,
    directory,
    signal: interruptSignal(),
    results: path.resolve(context.workspace, inputs.results ?? path.join(context.temp, "mcp-bench-results")),
    ...(remote ? { remote } : {}),
  };
}

async function findPullRequest(inputs: Inputs, context: GitHubContext): Promise<FoundPullRequest | undefined> {
  const { event, repository, apiUrl } = context;
  if (event.kind === "pull_request") return { kind: "found", pullRequest: event };
  if (event.kind !== "workflow_run") return undefined;
  if (!inputs.token)
    throw new UserError("there is no token to look up the pull request with", {
      where: "input github-token",
      fix: "leave the input out: its default is the token of the job",
    });
  const { openGitHub } = await import("./publish/github.ts");
  return pullRequestOfRun(await openGitHub(inputs.token, { apiUrl }), { run: event, repository });
}

async function measure(job: Job): Promise<RunRecord> {
  const { inputs, context, environment, directory, remote } = job;
  if (inputs.token && (await pushAccess(inputs.token, context)) === "yes") logWarning(pushWarning);
  const loaded = await chooseConfig(inputs, directory);
  const workingCopy = await readWorkingCopy(directory, environment);
  const named = inputs.compareRef && (await resolveCommit(inputs.compareRef, { directory, environment }));
  const head = workingCopy?.commit ?? { sha: context.sha, parents: [] };
  const record = await logGroup("Measure", () =>
    benchmark({
      loaded,
      directory,
      workingCopy,
      dirty: false,
      pullRequestHead: context.event.kind === "pull_request" ? context.event.headSha : undefined,
      compare: chooseCompareTarget(triggerOf(context), { compareRef: named || inputs.compareRef, head }),
      sources: [...(remote ? [remote] : []), { url: directory }],
      environment,
      passEnv: inputs.passEnv,
      runnerKey: inputs.runnerKey,
      rounds: inputs.rounds,
      timeBudgetMs: inputs.timeBudgetMs,
      shard: inputs.shard,
      seed: context.run.id % 2 ** 32,
      signal: job.signal,
      progress: (event) => {
        const line = progressLine(event);
        if (line !== undefined) logText(line);
      },
    }),
  );
  const files = await writeResultFiles(job.results, { [recordName]: JSON.stringify(record) });
  setOutputs({ resultsJson: files[recordName] ?? "" });
  return record;
}

function triggerOf({ event, eventName }: GitHubContext): Trigger {
  if (event.kind === "other" || event.kind === "workflow_run") return { kind: "other", name: eventName };
  return event;
}

/**
 * What other jobs measured. After a workflow run that may have been a stranger's, the thresholds are those of the base
 * branch: the record holds those of the pull request.
 */
async function readRecord(job: Job): Promise<{ record: RunRecord; untrusted?: { thresholds: string } }> {
  const { results, context, inputs } = job;
  const { event } = context;
  const commit = event.kind === "workflow_run" ? event.headSha : context.sha;
  const pooled = await readResults(results, { commit, count: inputs.records });
  const { record, ...more } = event.kind === "workflow_run" ? await judgedByBase(pooled, job) : { record: pooled };
  const written = await writeResultFiles(results, { [recordName]: JSON.stringify(record) });
  setOutputs({ resultsJson: written[recordName] ?? "" });
  return { record, ...more };
}

async function judgedByBase(record: RunRecord, { inputs, remote, pullRequest, environment }: Job) {
  const file = path.posix.normalize(path.posix.join(inputs.workingDirectory, inputs.config ?? defaultConfigFile));
  if (!remote || !pullRequest) throw new UserError("there is no remote to read the base branch's configuration from");
  const sha = pullRequest.baseSha;
  const text = await readFileAt({ sha, file, remote, environment });
  const config = text === undefined ? undefined : parseConfig(text, file).config;
  const base = `base commit ${sha.slice(0, 7)}`;
  const thresholds = config ? `${file} of ${base}` : `the standard ones, as ${base} has no ${file}`;
  return { record: withThresholdsOf(record, config), untrusted: { thresholds } };
}

async function openStore({ remote, inputs, environment }: Job): Promise<BranchStore | undefined> {
  if (!remote) return undefined;
  return openBranchStore({
    remote,
    branch: inputs.baselineBranch,
    environment,
    random: Math.random,
    sleep: (ms) => sleep(ms),
    now: () => Date.now(),
    log: logText,
  });
}

/** The stored runs. A baseline that cannot be read is a fault, told only after the report is out: nothing is lost. */
async function readStored(
  store: BranchStore | undefined,
  { record, job }: { record: RunRecord; job: Job },
): Promise<{ runs: Stored; fault?: BaselineError }> {
  if (!store) return { runs: { kind: "none", reason: "there is no remote to read a baseline from" } };
  try {
    const { entries, baselineSha } = await store.read(environmentKey(record));
    if (baselineSha) setOutputs({ baselineSha });
    const reason = `the branch ${job.inputs.baselineBranch} does not exist yet; a run on the default branch with \`update-baseline\` creates it`;
    return { runs: baselineSha ? { kind: "entries", entries } : { kind: "none", reason } };
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error;
    return {
      runs: { kind: "none", reason: "the stored baseline could not be read", fault: error.message },
      fault: error,
    };
  }
}

function aboutRun(record: RunRecord, { inputs, context, results }: Job) {
  const configFile = inputs.server
    ? undefined
    : path.posix.join(inputs.workingDirectory, inputs.config ?? "mcp-bench.yml");
  const compareRef = record.arms.find(({ side }) => side === "base")?.commit;
  return {
    reproduce: reproduceCommand({ ...inputs, compareRef, seed: record.seed }),
    runUrl: context.run.url,
    configFile,
    results,
  };
}

/** Files, summary and outputs first; the comment may fail without anything being lost. */
async function publish(report: Report, job: Job): Promise<void> {
  // Loaded late: nothing of it is needed before the first server is started.
  const { publishReport } = await import("./publish-report.ts");
  await publishReport(report, job);
}

async function updateBaseline(
  store: BranchStore | undefined,
  { report, job, stored }: { report: Report; job: Job; stored: Stored },
): Promise<void> {
  const decision = baselineDecision(job.context);
  if (job.signal.aborted) return logText("The baseline is not updated: the run was interrupted.");
  if (decision.kind === "skip") return logText(`The baseline is not updated: ${decision.reason}.`);
  if (!store) return logWarning("The baseline is not updated: there is no remote.");
  const entry = entryFrom(report.record, { head: report.head, status: report.verdict.status });
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
  const { trackDrift } = await import("./track-drift.ts");
  const history = [
    ...stored.entries.filter(({ commit }) => commit !== entry.commit),
    withAcceptance(entry, stored.entries),
  ];
  await trackDrift(history, {
    record: report.record,
    job: { context, token: inputs.token, branch: inputs.baselineBranch },
  });
}

/** Storing a commit anew keeps its acceptance: a night measures the same commit again. */
function withAcceptance(entry: Entry, stored: readonly Entry[]): Entry {
  const accepted = stored.find(({ commit }) => commit === entry.commit)?.accepted;
  return accepted ? { ...entry, accepted } : entry;
}

function fail(message: string, exitCode: number): void {
  logFailure(message);
  process.exitCode = exitCode;
}

/** What stopped the run, said in the log and on the pull request, where an older comment may still look green. */
async function reportFault(error: unknown, job: Job | undefined): Promise<void> {
  const secrets = job ? secretsOf({ passEnv: job.inputs.passEnv, environment: job.environment }) : [];
  if (error instanceof BuildError) logUntrusted(redactText(error.output, secrets));
  const known = error instanceof UserError;
  const message = known
    ? error.message
    : `a fault of mcp-bench: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
  const shown = redactText(message, secrets);
  fail(shown, known ? error.exitCode : 4);
  try {
    setOutputs({ status: "errored" });
  } catch {
    // Without a place for outputs there is still the log and the exit code.
  }
  if (!job || job.inputs.mode === "bench") return;
  const { publishFault } = await import("./publish-report.ts");
  await publishFault(shown, job).catch((second: Error) => logWarning(second.message));
}
