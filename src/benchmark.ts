import path from "node:path";
import type { Remote } from "./baseline/git.ts";
import type { RunRecord } from "./baseline/record.ts";
import { systemClock } from "./clock.ts";
import { shouldContinue } from "./compare/stopping.ts";
import { type LoadedConfig, loadConfig } from "./config/load.ts";
import { makePlan, type PlanOptions, serverConfig, whyNoBaseArm } from "./config/make-plan.ts";
import type { Rounds, Shard } from "./config/options.ts";
import type { Plan } from "./config/plan.ts";
import { quickPlan } from "./config/quick.ts";
import type { EnvironmentLines } from "./config/schema.ts";
import { trustBase } from "./config/trusted.ts";
import { controlLaunch } from "./control-arm.ts";
import { ConfigError, UserError } from "./errors.ts";
import { readEnvironment } from "./measure/environment.ts";
import { readLines } from "./measure/environment-lines.ts";
import type { Progress } from "./measure/progress.ts";
import { runPlan } from "./measure/run-plan.ts";
import { redactRecord, redactText } from "./redact.ts";
import { childEnvironment } from "./server/environment.ts";
import { readRuntime } from "./server/runtime.ts";
import { BuildError, build } from "./source/build.ts";
import { type Checkout, CheckoutError, checkOut } from "./source/checkout.ts";
import type { CompareTarget } from "./source/compare-ref.ts";
import type { WorkingCopy } from "./source/head-commit.ts";
import { harness } from "./version.ts";

/** One run as a front end asks for it. */
export interface BenchmarkRequest {
  readonly loaded: LoadedConfig;
  /** Absolute. */
  readonly directory: string;
  readonly workingCopy?: WorkingCopy | undefined;
  readonly dirty: boolean;
  /** Head commit of the pull request that is measured, which may be checked out as a merge commit. */
  readonly pullRequestHead?: string | undefined;
  /** The commit to measure side by side with head. */
  readonly compare: CompareTarget;
  /** Where that commit may be fetched from. */
  readonly sources: readonly Remote[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly passEnv: readonly string[];
  readonly runnerKey?: string | undefined;
  readonly rounds?: Rounds | undefined;
  readonly timeBudgetMs?: number | undefined;
  readonly shard?: Shard | undefined;
  /** A tenth of the calls, for a look that decides nothing. */
  readonly quick?: boolean | undefined;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** Builds and measures head and, where it can be had, the commit to compare with. Throws UserError of the failing stage. */
export async function benchmark(request: BenchmarkRequest): Promise<RunRecord> {
  const { loaded, directory, workingCopy, environment, signal } = request;
  const secrets = secretsOf(request);
  const progress: Progress = (event) =>
    request.progress(event.kind === "warning" ? { ...event, message: redactText(event.message, secrets) } : event);
  const warnings: string[] = [];
  const warn = (message: string) => {
    warnings.push(message);
    progress({ kind: "warning", message });
  };
  await buildIn(directory, request);
  await using base = await openBase(request, warn);
  const options: PlanOptions = {
    directory,
    ...(workingCopy ? { commit: workingCopy.commit.sha } : {}),
    ...(base?.launchable ? { base: { directory: base.directory, commit: base.sha } } : {}),
    expansion: { environment, allowed: request.passEnv },
    control: controlLaunch(environment),
    childEnvironment: (configured) => childEnvironment(environment, configured),
    ...(request.rounds === undefined ? {} : { rounds: request.rounds }),
    ...(request.timeBudgetMs === undefined ? {} : { timeBudgetMs: request.timeBudgetMs }),
    ...(request.shard === undefined ? {} : { shard: request.shard }),
    seed: request.seed,
  };
  const { config } = loaded;
  const server = serverConfig(config, loaded.file ?? "server");
  const lines = (from: EnvironmentLines) =>
    readLines(from, { cwd: directory, env: childEnvironment(environment, {}), signal, warn });
  const custom = await lines(config.environment);
  const variantEnvironment: Record<string, Record<string, string>> = {};
  for (const [name, variant] of Object.entries(config.variants ?? {}))
    variantEnvironment[name] = await lines(variant.environment);
  const full = planUnder(base, { loaded, options, warn });
  const plan = request.quick
    ? quickPlan(full, typeof request.rounds === "number" ? { rounds: request.rounds } : {})
    : full;
  const head = plan.arms.find(({ side }) => side === "head");
  const serverRuntime = head && (await readRuntime(head.launch));
  const record = await runPlan(plan, {
    clock: systemClock,
    now: () => new Date(),
    signal,
    progress,
    environment: readEnvironment({
      env: environment,
      custom,
      ...(request.runnerKey ? { runnerKey: request.runnerKey } : {}),
      ...(serverRuntime ? { serverRuntime } : {}),
    }),
    command: server.command ? [server.command, ...server.args].join(" ") : (server.url ?? ""),
    harness,
    variantEnvironment,
    ...(workingCopy ? { commit: commitOf(workingCopy, request) } : {}),
    outlook: (soFar) => shouldContinue(soFar, { shards: request.shard?.count }),
  });
  return redactRecord({ ...record, warnings: [...warnings, ...record.warnings] }, secretsOf(request));
}

function commitOf({ commit }: WorkingCopy, { dirty, pullRequestHead }: BenchmarkRequest): RunRecord["commit"] {
  return { sha: commit.sha, dirty, ...(pullRequestHead === undefined ? {} : { head: pullRequestHead }) };
}

/** Values that were passed on by name: a server may print them. */
export function secretsOf({ passEnv, environment }: Pick<BenchmarkRequest, "passEnv" | "environment">): string[] {
  return passEnv.flatMap((name) => environment[name] ?? []);
}

async function buildIn(directory: string, { loaded, environment, signal }: BenchmarkRequest): Promise<void> {
  const { build: command } = loaded.config;
  if (!command) return;
  await build({
    run: command.run,
    cwd: directory,
    env: childEnvironment(environment, {}),
    timeoutMs: command.timeout,
    signal,
  });
}

interface Base extends AsyncDisposable {
  readonly directory: string;
  readonly sha: string;
  /** Its own, read before anything of it ran; undefined where it has none that can be used. */
  readonly config: LoadedConfig | undefined;
  /** False: it cannot be measured. */
  readonly launchable: boolean;
}

/**
 * The other commit, checked out and built. What stands in the way of fetching or measuring it is a warning: the stored
 * baseline takes over. Its configuration is trusted all the same, so no obstacle that head makes may hide it.
 */
async function openBase(request: BenchmarkRequest, warn: (message: string) => void): Promise<Base | undefined> {
  const { compare, directory, workingCopy, environment, sources, signal } = request;
  if (compare.kind === "none") return undefined;
  try {
    const checkout = await checkOut(compare, { sources, environment });
    signal.throwIfAborted();
    const inside = path.relative(workingCopy?.root ?? directory, directory);
    return await prepareBase({ ...checkout, directory: path.join(checkout.directory, inside) }, { request, warn });
  } catch (error) {
    signal.throwIfAborted();
    // A commit that somebody named is not left out in silence.
    if (!(error instanceof UserError) || (compare.kind === "ref" && error instanceof CheckoutError)) throw error;
    warn(`the base commit is not measured: ${error.message}`);
    return undefined;
  }
}

interface Preparation {
  readonly request: BenchmarkRequest;
  readonly warn: (message: string) => void;
}

async function prepareBase(checkout: Checkout, { request, warn }: Preparation): Promise<Base> {
  const { directory, sha, warnings } = checkout;
  const { loaded, signal } = request;
  const dispose = () => checkout[Symbol.asyncDispose]();
  try {
    const config = await ownConfig(directory, loaded);
    if (!config && loaded.file !== undefined)
      warn(`the base commit has no usable ${loaded.file}, so the thresholds are those of this commit`);
    const base = { directory, sha, config, [Symbol.asyncDispose]: dispose };
    const obstacle =
      whyNoBaseArm(serverConfig(loaded.config, loaded.file ?? "server"), {
        directory: request.directory,
        config: loaded.config,
      }) ?? (await buildIn(directory, request).then(() => undefined, whyBuildFailed));
    for (const message of obstacle ? [`the base commit is not measured: ${obstacle}`] : warnings) warn(message);
    return { ...base, launchable: obstacle === undefined };
  } catch (error) {
    await dispose();
    signal.throwIfAborted();
    throw error;
  }
}

function whyBuildFailed(error: unknown): string {
  if (error instanceof BuildError) return error.message;
  throw error;
}

async function ownConfig(directory: string, { file }: LoadedConfig): Promise<LoadedConfig | undefined> {
  if (file === undefined) return undefined;
  try {
    return await loadConfig(file, directory);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** Head's plan under the configuration of the base commit, where that has one. */
function planUnder(base: Base | undefined, { loaded, options, warn }: Planning): Plan {
  const plan = makePlan(loaded, options);
  if (!base?.config) return plan;
  const { shard: _shard, ...whole } = options;
  let trusted: ReturnType<typeof trustBase>;
  try {
    const own = { ...whole, directory: base.directory };
    trusted = trustBase(makePlan(loaded, whole), makePlan(base.config, own));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    warn(`the thresholds are those of this commit, since the base commit's do not hold here: ${error.message}`);
    return plan;
  }
  for (const warning of trusted.warnings) warn(warning);
  const ids = new Set(plan.rows.map(({ id }) => id));
  return { ...trusted.plan, rows: trusted.plan.rows.filter(({ id }) => ids.has(id)) };
}

interface Planning {
  readonly loaded: LoadedConfig;
  readonly options: PlanOptions;
  readonly warn: (message: string) => void;
}
