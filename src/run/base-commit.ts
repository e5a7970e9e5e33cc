import { realpath } from "node:fs/promises";
import path from "node:path";
import { makePlan, type PlanOptions, whyNoBaseArm } from "../config/expand/make-plan.ts";
import { loadConfig } from "../config/load.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { ConfigError, UserError } from "../errors.ts";
import { type Checkout, CheckoutError, checkOut } from "../git/checkout.ts";
import type { Plan } from "../plan/plan.ts";
import { trustBase } from "../plan/trusted.ts";
import type { RunRecord } from "../record/record.ts";
import { BuildError, build } from "./build.ts";
import { stage } from "./progress.ts";
import type { BenchmarkRequest } from "./request.ts";

/** How the warning begins that tells why. */
export const notMeasured = "the base commit is not measured: ";

/** What stood in the way of the commit that somebody asked for: before it was launched, or whenever it was. */
export function whyNoBase({ arms, rounds, warnings }: RunRecord): string {
  const before = warnings.find((warning) => warning.startsWith(notMeasured));
  const bases = arms.filter(({ side }) => side === "base").map(({ id }) => id);
  const launches = rounds.flatMap((round) => round.launches).filter(({ arm }) => bases.includes(arm));
  const why = before?.slice(notMeasured.length) ?? launches.find(({ failure }) => failure)?.failure;
  return (why ?? "no launch of it gave figures").trim().replace(/\.$/, "");
}

export interface Base extends AsyncDisposable {
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
export async function openBase(request: BenchmarkRequest, warn: (message: string) => void): Promise<Base | undefined> {
  const { compare, directory, workingCopy, environment, sources, signal, progress } = request;
  if (compare.kind === "none") return undefined;
  try {
    const checkout = await stage("checking out base", progress, () =>
      checkOut(compare, {
        sources,
        environment,
        signal,
        // A runner empties it before the next job, whatever became of this one.
        ...(environment.RUNNER_TEMP ? { workDirectory: environment.RUNNER_TEMP } : {}),
      }),
    );
    const inside = path.relative(workingCopy?.root ?? directory, directory);
    return await prepareBase({ ...checkout, directory: path.join(checkout.directory, inside) }, { request, warn });
  } catch (error) {
    signal.throwIfAborted();
    // A commit that somebody named is not left out in silence.
    if (!(error instanceof UserError) || (compare.kind === "ref" && error instanceof CheckoutError)) throw error;
    warn(`${notMeasured}${error.message}`);
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
    signal.throwIfAborted();
    const config = await ownConfig(directory, request);
    if (!config && loaded.file !== undefined)
      warn(`the base commit has no usable ${loaded.file}, so the thresholds are those of this commit`);
    const base = { directory, sha, config, [Symbol.asyncDispose]: dispose };
    const obstacle =
      whyNoBaseArm(loaded, { directory: request.directory, root: request.workingCopy?.root }) ??
      (await whyNotBuilt(directory, { request, warn: (message) => warn(`at the base commit ${message}`) }));
    for (const message of obstacle ? [`${notMeasured}${obstacle}`] : warnings) warn(message);
    return { ...base, launchable: obstacle === undefined };
  } catch (error) {
    await dispose();
    signal.throwIfAborted();
    throw error;
  }
}

async function whyNotBuilt(directory: string, { request, warn }: Preparation): Promise<string | undefined> {
  const { loaded, environment, signal, progress } = request;
  const { build: command } = loaded.config;
  if (!command) return undefined;
  return await stage("building base", progress, () =>
    build(directory, { command, environment, signal, warn }).then(() => undefined, whyBuildFailed),
  );
}

function whyBuildFailed(error: unknown): string {
  if (error instanceof BuildError) return error.message;
  throw error;
}

async function ownConfig(directory: string, request: BenchmarkRequest): Promise<LoadedConfig | undefined> {
  const { file } = request.loaded;
  if (file === undefined) return undefined;
  try {
    return await loadConfig(await inBase(file, request), directory, {
      checkout: request.directory,
      set: request.run.set,
    });
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** A file of head's checkout as base's has it: by its absolute path it would be head's own. */
async function inBase(file: string, { directory, workingCopy }: BenchmarkRequest): Promise<string> {
  if (!path.isAbsolute(file)) return file;
  const real = path.join(await realpath(path.dirname(file)), path.basename(file));
  const isInside = !path.relative(workingCopy?.root ?? directory, real).startsWith("..");
  return isInside ? path.relative(directory, real) : file;
}

/** Head's plan under the configuration of the base commit, where that has one. */
export function planUnder(base: Base | undefined, { loaded, options, warn }: Planning): Plan {
  const plan = makePlan(loaded, options);
  if (!base?.config) return plan;
  const { shard: _shard, ...whole } = options.run;
  let trusted: ReturnType<typeof trustBase>;
  try {
    const head = { ...options, run: whole };
    trusted = trustBase(makePlan(loaded, head), makePlan(base.config, { ...head, directory: base.directory }));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    warn(`the thresholds are those of this commit, since the base commit's do not hold here: ${error.message}`);
    return plan;
  }
  for (const warning of [...trusted.warnings, ...changedForBoth(loaded, base.config)]) warn(warning);
  const ids = new Set(plan.rows.map(({ id }) => id));
  return { ...trusted.plan, rows: trusted.plan.rows.filter(({ id }) => ids.has(id)) };
}

/** Base is built, started and measured as head says, since it may be older than what head's configuration needs. */
function changedForBoth({ config: head }: LoadedConfig, { config: base }: LoadedConfig): string[] {
  const parts = (config: LoadedConfig["config"]) => {
    const { cwd, tls } = typeof config.server === "object" ? config.server : {};
    return { build: config.build, "server.cwd": cwd, "server.tls": tls, control: config.control, pin: config.pin };
  };
  const [own, before] = [parts(head), parts(base)];
  const changed = Object.keys(own).filter(
    (name) => JSON.stringify(own[name as keyof typeof own]) !== JSON.stringify(before[name as keyof typeof own]),
  );
  return changed.length === 0
    ? []
    : [`this commit changes ${changed.join(", ")}, and base is measured with it as well`];
}

interface Planning {
  readonly loaded: LoadedConfig;
  readonly options: PlanOptions;
  readonly warn: (message: string) => void;
}
