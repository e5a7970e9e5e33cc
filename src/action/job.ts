import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Environment } from "../base/host/environment.ts";
import { interruptSignal } from "../base/host/interrupt.ts";
import { chooseConfig, realDirectory } from "../config/load-config.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { UserError } from "../errors.ts";
import type { Feature } from "../feature.ts";
import type { Remote } from "../git/git.ts";
import { resolveRemote } from "../git/remote.ts";
import { readWorkingCopy, refuseOldGit, type WorkingCopy } from "../git/working-copy.ts";
import { openGitHub, standardRetry } from "../publish/github.ts";
import { type GitHubContext, readGitHubContext } from "../publish/github-context.ts";
import { type Labels, readLabels } from "../publish/labels.ts";
import { assertSafeEvent, runsTargetCode } from "../publish/policy.ts";
import { type FoundPullRequest, type PullRequest, pullRequestOfRun } from "../publish/pull-request-of-run.ts";
import { type Inputs, readInputs } from "./inputs.ts";
import { logText } from "./runner.ts";

/** One step of a workflow: what was asked, where it runs, and where things are. */
export interface Step {
  readonly inputs: Inputs;
  readonly context: GitHubContext;
  readonly environment: Environment;
  readonly features: readonly Feature[];
  /** Directory of the record, or of the records of other jobs. */
  readonly results: string;
  /** Directory of the report: never beside files that came from another job. */
  readonly reports: string;
  readonly signal: AbortSignal;
  /** Repository of the baseline branch; undefined where no remote can be found. */
  readonly remote: Remote | undefined;
  readonly pullRequest: PullRequest | undefined;
  /** Requests by labels of the pull request, where the mode and the event allow any. */
  readonly labels: Labels | undefined;
}

/** The modes bench and all: runs the code under test. */
export interface MeasuringJob extends Step {
  readonly kind: "measure";
  /** Absolute: where the server and the configuration are. */
  readonly directory: string;
  /** Checkout of the workspace; undefined outside one. */
  readonly workingCopy: WorkingCopy | undefined;
  /** Rejects with a ConfigError where it, or the directory, is wrong. */
  readonly configuration: Promise<LoadedConfig>;
}

export type Job =
  | MeasuringJob
  /** The modes report and publish: reads what other jobs measured. */
  | (Step & { readonly kind: "read" })
  /** The mode labels: only tells what the labels ask for. */
  | (Step & { readonly kind: "labels" })
  /** A label of the pull request asks for nothing to be measured. */
  | (Step & { readonly kind: "skip"; readonly by: string })
  | (Step & { readonly kind: "idle"; readonly reason: string });

/** Reads inputs, event and remote, before any code of the repository runs. Throws UserError on what is wrong with them. */
export async function openJob(environment: Environment, features: readonly Feature[]): Promise<Job> {
  const inputs = readInputs();
  const { mode, token } = inputs;
  const context = await readGitHubContext(environment, { asksGitHub: token !== undefined });
  assertSafeEvent(context, mode);
  const measures = runsTargetCode.has(mode);
  const named = path.resolve(context.workspace, inputs.run.workingDirectory);
  // Jobs that only report or store check nothing out: the directory need not exist.
  const located = measures ? (async () => realDirectory(named))() : undefined;
  // Git is asked at the workspace where it is missing, which the configuration tells.
  const directory = (await located?.catch(() => context.workspace)) ?? named;
  if (measures) await refuseOldGit({ cwd: directory, environment });
  // Before any code of the repository runs: it could rewrite what names the remote.
  const answers = Promise.all([
    resolveRemote({ directory, environment, token }).catch((error: Error) => {
      logText(error.message);
      return undefined;
    }),
    measures ? readWorkingCopy(directory, environment) : undefined,
  ]);
  // Read while git works: the first server starts sooner.
  const configuration = located?.then((found) => chooseConfig(inputs.run, found));
  // The awaiting code gets the error; a job that ends before is not about the configuration.
  configuration?.catch(() => undefined);
  const [remote, workingCopy] = await answers;
  const found = await findPullRequest(inputs, context);
  const pullRequest = found?.kind === "found" ? found.pullRequest : undefined;
  const results = path.resolve(context.workspace, inputs.results ?? path.join(context.temp, "mcp-bench-results"));
  const labels = pullRequest && (await labelsOf(pullRequest, { inputs, context, results }));
  const reports = measures ? results : path.join(context.temp, "mcp-bench-report");
  const step = {
    inputs,
    context,
    environment,
    features,
    results,
    reports,
    signal: interruptSignal(),
    remote,
    pullRequest,
    labels,
  };
  if (found?.kind === "none") return { ...step, kind: "idle", reason: found.reason };
  if (mode === "labels") return { ...step, kind: "labels" };
  if (labels?.skip) return { ...step, kind: "skip", by: labels.skip.by };
  return configuration
    ? { ...step, kind: "measure", directory, workingCopy, configuration }
    : { ...step, kind: "read" };
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
  return pullRequestOfRun(await openGitHub(inputs.token, { apiUrl }), { run: event, repository });
}

/** A label is worth little waiting: without an answer of GitHub's the run goes on as if there were none. */
const labelPatienceMs = 20_000;

async function labelsOf(
  { number, headSha }: PullRequest,
  {
    inputs: { mode, token, commentKey: key, commentMode },
    context,
    results,
  }: Pick<Step, "inputs" | "context" | "results">,
): Promise<Labels | undefined> {
  // Modes bench and publish leave them to other jobs, or look at another pull request.
  if (!token || mode === "bench" || mode === "publish") return undefined;
  const { event, repository, apiUrl } = context;
  const octokit = await openGitHub(token, { apiUrl, retry: { ...standardRetry, patienceMs: labelPatienceMs } });
  const labelled = event.kind === "pull_request" ? event.labelled : undefined;
  const endedWell = event.kind === "workflow_run" && event.conclusion === "success";
  const isObeyed = endedWell && (await readdir(results).catch(() => [])).length === 0;
  const isSilent = commentMode === "never";
  return readLabels(octokit, { repository, pullRequest: number, headSha, key, labelled, isObeyed, isSilent });
}
