import path from "node:path";
import { systemClock } from "../base/host/clock.ts";
import { childEnvironment } from "../base/host/environment.ts";
import { harness } from "../base/host/version.ts";
import { launchedServer, type PlanOptions } from "../config/expand/make-plan.ts";
import { ineffectiveVariables } from "../config/expand/pass-env.ts";
import { quickPlan } from "../config/expand/quick.ts";
import { UserError } from "../errors.ts";
import type { WorkingCopy } from "../git/working-copy.ts";
import type { Companion } from "../measure/companion.ts";
import type { Checkouts } from "../measure/program/programs.ts";
import { type Progress, RunWarnings } from "../measure/progress.ts";
import { type EnvironmentLines, readEnvironment, readLines } from "../measure/run/environment.ts";
import { runPlan } from "../measure/run/run-plan.ts";
import { askedOf } from "../options/run-options.ts";
import type { LaunchSpec, Plan } from "../plan/plan.ts";
import { patienceMs } from "../plan/protocol.ts";
import { mostChangedFiles, type RunRecord } from "../record/record.ts";
import { redactRecord, redactText, redactWarning } from "../record/redact.ts";
import { secretsOf } from "../server/auth/access-token.ts";
import { readRuntime } from "../server/process/runtime.ts";
import { type Base, openBase, planUnder } from "./base-commit.ts";
import { BaseFiles } from "./base-files.ts";
import type { BenchmarkRequest } from "./benchmark-request.ts";
import { BuildError, build } from "./build.ts";
import { stage } from "./progress-line.ts";

/** Builds and measures head and, where it can be had, the commit to compare with. Throws UserError of the failing stage. */
export async function benchmark(request: BenchmarkRequest): Promise<RunRecord> {
  // Tokens are issued while it runs.
  const hide = (text: string) => redactText(text, secretsIn(request));
  const progress: Progress = (event) =>
    request.progress(event.kind === "warning" ? { ...event, warning: redactWarning(event.warning, hide) } : event);
  try {
    return redactRecord(await measureBoth({ ...request, progress }, hide), secretsIn(request));
  } catch (error) {
    if (error instanceof UserError) error.message = hide(error.message);
    if (error instanceof BuildError) error.output = hide(error.output);
    throw error;
  }
}

function secretsIn({ run, environment, secrets = [] }: BenchmarkRequest): string[] {
  return [...secretsOf(run, environment), ...secrets];
}

async function measureBoth(request: BenchmarkRequest, hide: (text: string) => string): Promise<RunRecord> {
  const { loaded, directory, workingCopy, environment, run, signal, progress } = request;
  const server = launchedServer(loaded);
  const measured = server.command ? [server.command, ...server.args].join(" ") : (server.url ?? "");
  if (loaded.source) progress({ kind: "source", command: measured, source: loaded.source });
  const warnings = new RunWarnings(progress);
  const warn = (message: string) => warnings.add(message);
  // A missing commit fails before anything is built.
  await using base = await openBase(request, warn);
  // The whole commits: a package may run files that lie beside its folder.
  const checkouts: Checkouts | undefined =
    base?.root === undefined ? undefined : { head: workingCopy?.root ?? directory, base: base.root };
  const baseFiles = checkouts && (await BaseFiles.remember(checkouts.base, request));
  const { build: command } = loaded.config;
  if (command && !request.isBuilt)
    await stage("building head", progress, () => build(directory, { command, environment, signal, warn }));
  if (checkouts) baseFiles?.rememberHead(checkouts.head);
  const options: PlanOptions = {
    directory,
    ...(workingCopy ? { commit: workingCopy.commit.sha } : {}),
    expansion: { environment, allowed: run.passEnv },
    childEnvironment: (configured) => childEnvironment(environment, configured),
    run,
  };
  const { config } = loaded;
  // The workflow's to mend: a pull request is not told in its report.
  const warnNow = (text: string) => progress({ kind: "warning", warning: { code: "other", text } });
  for (const text of ineffectiveVariables(config, { ...run, environment })) warnNow(text);
  const lines = (from: EnvironmentLines) =>
    readLines(from, { cwd: directory, env: childEnvironment(environment, {}), signal, warn });
  const custom = await lines(config.environment);
  const variantEnvironment: Record<string, Record<string, string>> = {};
  for (const [name, variant] of Object.entries(config.variants ?? {}))
    variantEnvironment[name] = await lines(variant.environment);
  const full = planUnder(base, { loaded, options });
  if (full.baseFailure) warnNow(`the base commit is not measured: ${full.baseFailure.message}`);
  const rounds = typeof run.rounds === "number" ? run.rounds : undefined;
  const timeBudgetMs = run.timeBudgetMs ?? config.defaults.time_budget;
  const plan = run.quick ? quickPlan(full, { rounds, timeBudgetMs }) : full;
  const head = plan.arms.find(({ side }) => side === "head");
  const serverRuntime = head && (await readRuntime(head.launch));
  const passes = await Promise.all((request.passes ?? []).map(({ make, folder }) => make({ folder, hide })));
  const companions = await companionsFor(request, { base, plan });
  const record = await runPlan(plan, {
    clock: systemClock,
    now: () => new Date(),
    signal,
    progress: afterLaunch(progress, head?.launch),
    environment: readEnvironment({
      env: environment,
      custom,
      ...(run.runnerKey ? { runnerKey: run.runnerKey } : {}),
      ...(serverRuntime ? { serverRuntime } : {}),
    }),
    command: measured,
    harness,
    variantEnvironment,
    ...(workingCopy ? { commit: commitOf(workingCopy, request) } : {}),
    // Loaded when the first round is over: the first server starts sooner.
    outlook: async (soFar) => {
      const { shouldContinue } = await import("../decide/paired/stopping.ts");
      const { tabulate } = await import("../table/table.ts");
      return shouldContinue(tabulate(soFar), { shards: run.shard?.count });
    },
    passes,
    companions,
    checkouts,
  });
  const programs = record.arms.flatMap(({ side, program }) =>
    side === "base" && program?.kind === "own" && program.name !== undefined ? [program.name] : [],
  );
  const changed = baseFiles?.changed(programs);
  return {
    ...record,
    ...(loaded.source ? { source: loaded.source } : {}),
    ...(changed && changed.length > 0 ? { changedInBase: changed.slice(0, mostChangedFiles) } : {}),
    asked: { ...askedOf(run), ...(workingCopy && { folder: placeIn(workingCopy, directory) }) },
    warnings: [...warnings.list(), ...record.warnings],
  };
}

async function companionsFor(
  request: BenchmarkRequest,
  { base, plan }: { base: Base | undefined; plan: Plan },
): Promise<Companion[]> {
  const { loaded, directory, environment } = request;
  const isMeasured = plan.arms.some(({ side }) => side === "base");
  const ofBase = isMeasured && base?.config;
  const options = {
    head: { config: loaded.config, directory },
    ...(ofBase ? { base: { config: ofBase.loaded.config, directory: ofBase.directory } } : {}),
    environment,
    secrets: secretsIn(request),
  };
  const made = await Promise.all((request.companions ?? []).map((make) => make(options)));
  return made.filter((one) => one !== undefined);
}

/** Says how long the first launch takes, and may take: a server that fetches itself looks like one that hangs. */
function afterLaunch(progress: Progress, launch: LaunchSpec | undefined): Progress {
  const name = launch?.command === undefined ? "the first answer of head" : "the first launch of head";
  const from = systemClock.now();
  const most = launch === undefined ? "" : `, for which it has ${patienceMs(launch) / 1000} s`;
  progress({ kind: "stage", name: `${name}${most}` });
  return (event) => {
    if (event.kind === "probe") progress({ kind: "stage", name, durationMs: systemClock.now() - from });
    progress(event);
  };
}

function placeIn({ root }: WorkingCopy, directory: string): string {
  return path.relative(root, directory).split(path.sep).join("/") || ".";
}

function commitOf({ commit }: WorkingCopy, { dirty, pullRequestHead }: BenchmarkRequest): RunRecord["commit"] {
  return { sha: commit.sha, dirty, ...(pullRequestHead === undefined ? {} : { head: pullRequestHead }) };
}
