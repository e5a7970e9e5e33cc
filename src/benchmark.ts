import path from "node:path";
import type { Remote } from "./baseline/git.ts";
import type { RunRecord } from "./baseline/record.ts";
import { systemClock } from "./clock.ts";
import { shouldContinue } from "./compare/stopping.ts";
import type { LoadedConfig } from "./config/load.ts";
import { makePlan, type PlanOptions, serverConfig, whyNoBaseArm } from "./config/make-plan.ts";
import type { Rounds, Shard } from "./config/options.ts";
import { controlLaunch } from "./control-arm.ts";
import { UserError } from "./errors.ts";
import { readEnvironment } from "./measure/environment.ts";
import type { Progress } from "./measure/progress.ts";
import { runPlan } from "./measure/run-plan.ts";
import { redact } from "./redact.ts";
import { childEnvironment } from "./server/environment.ts";
import { build } from "./source/build.ts";
import { type Checkout, checkOut } from "./source/checkout.ts";
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
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** Builds and measures head and, where it can be had, the commit to compare with. Throws UserError of the failing stage. */
export async function benchmark(request: BenchmarkRequest): Promise<RunRecord> {
  const { loaded, directory, workingCopy, environment, signal, progress } = request;
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
    ...(base ? { base: { directory: base.directory, commit: base.sha } } : {}),
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
  const record = await runPlan(makePlan(loaded, options), {
    clock: systemClock,
    now: () => new Date(),
    signal,
    progress,
    environment: readEnvironment({
      env: environment,
      custom: config.environment,
      ...(request.runnerKey ? { runnerKey: request.runnerKey } : {}),
    }),
    command: server.command ? [server.command, ...server.args].join(" ") : (server.url ?? ""),
    harness,
    ...(workingCopy ? { commit: { sha: workingCopy.commit.sha, dirty: request.dirty } } : {}),
    outlook: shouldContinue,
  });
  return redact({ ...record, warnings: [...warnings, ...record.warnings] }, secretsOf(request));
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

type Base = AsyncDisposable & Pick<Checkout, "directory" | "sha">;

/** The other commit, checked out and built. What stands in the way is a warning: the stored baseline takes over. */
async function openBase(request: BenchmarkRequest, warn: (message: string) => void): Promise<Base | undefined> {
  const { compare, loaded, directory, workingCopy, environment, sources, signal } = request;
  if (compare.kind === "none") return undefined;
  const obstacle = whyNoBaseArm(serverConfig(loaded.config, loaded.file ?? "server"), directory);
  if (obstacle) {
    warn(`the base commit is not measured: ${obstacle}`);
    return undefined;
  }
  let checkout: Checkout | undefined;
  try {
    checkout = await checkOut(compare, { sources, environment });
    for (const warning of checkout.warnings) warn(warning);
    const inside = path.relative(workingCopy?.root ?? directory, directory);
    const base = {
      directory: path.join(checkout.directory, inside),
      sha: checkout.sha,
      [Symbol.asyncDispose]: checkout[Symbol.asyncDispose],
    };
    await buildIn(base.directory, request);
    return base;
  } catch (error) {
    await checkout?.[Symbol.asyncDispose]();
    signal.throwIfAborted();
    if (!(error instanceof UserError)) throw error;
    warn(`the base commit is not measured: ${error.message}`);
    return undefined;
  }
}
