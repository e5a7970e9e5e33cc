import { existsSync } from "node:fs";
import path from "node:path";
import { checkIdentities, makePlan, type PlanOptions, rowsOfShard, whyNoBaseArm } from "../config/expand/make-plan.ts";
import { withVariantsOf } from "../config/expand/variants.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { ConfigError, UserError } from "../errors.ts";
import { type Checkout, CheckoutError, checkOut } from "../git/checkout.ts";
import { planOfBoth, withoutBase } from "../plan/both-commits.ts";
import { checkMatrixValues } from "../plan/placeholders.ts";
import type { Plan } from "../plan/plan.ts";
import type { BaseFailure, Configuration, ConfigurationChange } from "../record/configuration.ts";
import type { RunRecord } from "../record/record.ts";
import { type BaseConfig, chooseBaseConfig } from "./base-config.ts";
import type { BenchmarkRequest } from "./benchmark-request.ts";
import { BuildError, build } from "./build.ts";
import { stage } from "./progress-line.ts";

/** Returns why base was not measured: an obstacle before its launch, or a failure of each launch. */
export function whyNoBase({ arms, rounds, baseFailure }: RunRecord): string {
  const bases = arms.filter(({ side }) => side === "base").map(({ id }) => id);
  const launches = rounds.flatMap((round) => round.launches).filter(({ arm }) => bases.includes(arm));
  const why = baseFailure?.message ?? launches.find(({ failure }) => failure)?.failure;
  return (why ?? "no launch of it gave figures").trim().replace(/\.$/, "");
}

export interface Base extends AsyncDisposable {
  /** Absent where it could not be checked out. */
  readonly sha?: string;
  /** Top of its checkout. */
  readonly root?: string;
  /** Read before anything of base ran; absent where it could not be checked out. */
  readonly config?: BaseConfig;
  /** Present: it cannot be measured. */
  readonly failure?: BaseFailure;
}

/**
 * The other commit, checked out and built as its own files say. What stands in the way of fetching or building it is its
 * `failure`: the stored baseline takes over. Its configuration decides all the same, so no obstacle that head makes may hide
 * it.
 */
export async function openBase(request: BenchmarkRequest, warn: (message: string) => void): Promise<Base | undefined> {
  const { compare, workingCopy, environment, sources, signal, progress } = request;
  if (compare.kind === "none") return undefined;
  try {
    const checkout = await stage("checking out base", progress, () =>
      checkOut(compare, {
        sources,
        environment,
        signal,
        objectFormat: workingCopy?.commit.sha.length === 64 ? "sha256" : "sha1",
        // A runner empties it before the next job, whatever became of this one.
        ...(environment.RUNNER_TEMP ? { workDirectory: environment.RUNNER_TEMP } : {}),
      }),
    );
    return await prepareBase(checkout, { request, warn });
  } catch (error) {
    signal.throwIfAborted();
    // A named commit is not left out in silence.
    if (!(error instanceof UserError) || (compare.kind === "ref" && error instanceof CheckoutError)) throw error;
    const failure: BaseFailure = { stage: "checkout", message: error.summary, output: error.explanation.expected };
    return { failure, [Symbol.asyncDispose]: async () => undefined };
  }
}

interface Preparation {
  readonly request: BenchmarkRequest;
  readonly warn: (message: string) => void;
}

async function prepareBase(checkout: Checkout, { request, warn }: Preparation): Promise<Base> {
  const { sha, warnings } = checkout;
  const { signal, directory, workingCopy, loaded } = request;
  const dispose = () => checkout[Symbol.asyncDispose]();
  try {
    signal.throwIfAborted();
    const own = await chooseBaseConfig(checkout.directory, request);
    const { adapt = (config) => config } = request;
    const config = { ...own, loaded: { ...own.loaded, config: adapt(own.loaded.config) } };
    const obstacle = whyNoBaseArm(config.loaded, { head: loaded, directory, root: workingCopy?.root });
    const failure: BaseFailure | undefined =
      obstacle === undefined
        ? await whyNotBuilt(config, { request, warn: (message) => warn(`at the base commit ${message}`) })
        : { stage: "configuration", message: obstacle };
    if (failure?.stage !== "configuration") for (const message of warnings) warn(message);
    return {
      sha,
      root: checkout.directory,
      config,
      ...(failure ? { failure: { ...failure, commit: sha } } : {}),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Lines of a build's output that are shown. */
const linesShown = 10;

async function whyNotBuilt(
  { loaded, whose, directory }: BaseConfig,
  { request, warn }: Preparation,
): Promise<BaseFailure | undefined> {
  const { environment, signal, progress, workingCopy, directory: headDirectory } = request;
  if (!existsSync(directory)) {
    const folder = path.relative(workingCopy?.root ?? headDirectory, headDirectory);
    return { stage: "configuration", message: `it has no folder ${JSON.stringify(folder)}` };
  }
  const { build: command } = loaded.config;
  if (!command) return undefined;
  try {
    await stage("building base", progress, () => build(directory, { command, environment, signal, warn }));
    return undefined;
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    const output = error.output.trimEnd().split("\n").slice(-linesShown).join("\n");
    const { summary: message } = error;
    return { stage: "build", ...(whose === "user" ? {} : { whose }), message, ...(output === "" ? {} : { output }) };
  }
}

/**
 * The plan of a run: each commit is built and started as its own files say, base's benchmarks and thresholds decide, and what
 * head adds is measured too. Where base cannot be started so, its benchmarks and thresholds decide all the same. Throws
 * ConfigError about head's configuration.
 */
export function planUnder(
  base: Base | undefined,
  { loaded, options }: { readonly loaded: LoadedConfig; readonly options: PlanOptions },
): Plan {
  const { sha, config, failure } = base ?? {};
  const alone = () => ({ ...makePlan(loaded, options), ...(failure ? { baseFailure: failure } : {}) });
  if (sha === undefined || config === undefined) return alone();
  const { shard, ...run } = options.run;
  const isOwn = config.whose === "base";
  const launching = { directory: config.directory, commit: sha };
  const under = (ofBase: LoadedConfig, baseFailure = failure): Plan => {
    const head = planWith(loaded, config.loaded, { ...options, run });
    const made = planWith(ofBase, loaded, { ...options, run, ...launching });
    const { arms, services } = made;
    const both = planOfBoth({
      head,
      base: isOwn ? made : { ...head, arms, ...(services ? { services } : {}) },
      directories: { head: options.directory, base: config.directory },
    });
    // Each commit's own rows were checked with its own servers; now all run on both.
    const servers = both.arms.map(({ variant: name, launch: server }) => ({ name, server }));
    checkMatrixValues(servers, both.rows);
    checkIdentities(servers, both.rows);
    const plan = {
      ...both,
      rows: shard ? rowsOfShard(both.rows, shard) : both.rows,
      ...configurationOf(both.configuration, { config, loaded }),
    };
    return baseFailure ? { ...withoutBase(plan), baseFailure } : plan;
  };
  // Files of head's rows, such as those of `arguments_from`, need not be in base.
  const bare = { ...config.loaded, config: { ...config.loaded.config, benchmarks: undefined } };
  return orElse(
    () => under(isOwn ? config.loaded : bare),
    ({ message }) => {
      const unplanned = failure ?? { stage: "configuration" as const, commit: sha, message };
      const headDecides = () => ({
        ...alone(),
        ...(isOwn ? { configuration: { decides: "head" as const, unusable: message } } : {}),
        baseFailure: unplanned,
      });
      return isOwn ? orElse(() => under(startedAs(loaded, config.loaded), unplanned), headDecides) : headDecides();
    },
  );
}

/** Returns the plan of one commit with the variants of the other, started by its own server where the other's way makes no sense there. */
function planWith(one: LoadedConfig, other: LoadedConfig, options: PlanOptions): Plan {
  const made = (plain?: true) =>
    makePlan({ ...one, config: withVariantsOf(one.config, other.config, plain && { plain }) }, options);
  return orElse(made, () => made(true));
}

/** Returns what base measures and demands, with head's way to start it, which is known to make sense. */
function startedAs({ config: { server, services } }: LoadedConfig, base: LoadedConfig): LoadedConfig {
  const { variants: _own, ...config } = base.config;
  return { ...base, config: withVariantsOf({ ...config, server, services }, base.config) };
}

function orElse<T>(make: () => T, otherwise: (error: ConfigError) => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return otherwise(error);
  }
}

function configurationOf(
  planned: Configuration | undefined,
  { config, loaded }: { config: BaseConfig; loaded: LoadedConfig },
): { configuration?: Configuration } {
  const { whose, unusable } = config;
  if (whose === "user") return {};
  if (whose === "head") return { configuration: { decides: "head", ...(unusable === undefined ? {} : { unusable }) } };
  // Manifests of a project are no configuration.
  const isFile = loaded.file !== undefined || config.loaded.file !== undefined;
  const keys = isFile ? launchChanges(loaded, config.loaded) : [];
  const changes: ConfigurationChange[] = [
    ...(planned?.decides === "base" ? planned.changes : []),
    ...(keys.length > 0 ? [{ what: "launch" as const, names: keys }] : []),
  ];
  return changes.length > 0 ? { configuration: { decides: "base", changes } } : {};
}

/** Keys of the configuration that say how a commit is built and started, and differ. */
function launchChanges({ config: head }: LoadedConfig, { config: base }: LoadedConfig): string[] {
  return (["build", "server", "services", "variants"] as const).filter(
    (key) => JSON.stringify(head[key]) !== JSON.stringify(base[key]),
  );
}
