import { type Stats, statSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { systemClock } from "../base/host/clock.ts";
import { childEnvironment, type Environment } from "../base/host/environment.ts";
import { isMap, nameOf } from "../base/json.ts";
import { nearest } from "../base/nearest.ts";
import { someOf } from "../base/some-of.ts";
import { startupTimeoutMs } from "../config/expand/launch-spec.ts";
import { launchedServer, makePlan } from "../config/expand/make-plan.ts";
import { listDirectory } from "../config/find-server/manifest.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { ConfigError, UserError } from "../errors.ts";
import { type MakeCompanion, startCompanions } from "../measure/companion.ts";
import { readList } from "../measure/load/request-once.ts";
import { probe } from "../measure/probe/probe.ts";
import { standardRun } from "../options/run-options.ts";
import { withServicePorts } from "../plan/placeholders.ts";
import type { LaunchSpec, Plan } from "../plan/plan.ts";
import { patienceMs } from "../plan/protocol.ts";
import { redactText } from "../record/redact.ts";
import { secretsOf } from "../server/auth/access-token.ts";
import { launchServer } from "../server/open.ts";
import { startServices } from "../server/process/service.ts";
import { type SeenTool, type TriedTool, tryTools } from "./try-tools.ts";

export interface LookOptions {
  /** Absolute. */
  readonly directory: string;
  readonly environment: Environment;
  readonly passEnv: readonly string[];
  readonly signal: AbortSignal;
  /** Helpers of features that run beside the server. */
  readonly companions?: readonly MakeCompanion[] | undefined;
}

/** Announces the wait for a server: one that never answers would cause a silent wait. `from`: the source that names it. */
export function waitText(loaded: LoadedConfig, from = loaded.file): string {
  const server = launchedServer(loaded);
  const asking = server.command === undefined ? "asking" : "starting";
  const waitMs = patienceMs({ protocol: server.protocol, startupTimeoutMs: startupTimeoutMs(server) });
  return `${asking} the server${from === undefined ? "" : ` of ${from}`}: it has ${waitMs / 1000} s to answer`;
}

/**
 * Starts the configured server once, with its services, and calls each of its tools that says it only reads or that is named in
 * `call`. Nothing is left running. Throws ConfigError for a configuration that makes no plan or a name that the server does not
 * know, ServerError when the server or a service does not work. `startupMs`: of a launch that had nothing to download any more;
 * undefined for a server that is already running. `warnings`: faults of the server that did not make it fail. Untrusted.
 */
export function callTools(
  loaded: LoadedConfig,
  options: LookOptions & { readonly call: readonly string[]; readonly warn: (message: string) => void },
) {
  const { call, signal, directory } = options;
  const hide = (text: string) => redactText(text, secretsOf(options, options.environment));
  const warn = (message: string) => options.warn(hide(message));
  return onPlan(loaded, options, async ({ arms: [arm] }) => {
    if (!arm) throw new RangeError("a plan has at least one arm");
    const server = await launchServer(arm.launch, { clock: systemClock, signal });
    try {
      const session = await server.connect();
      const timeoutMs = arm.launch.startupTimeoutMs;
      const { items } = await readList(session, "tools", { clock: systemClock, signal, timeoutMs });
      const offered = items.map(seenTool);
      for (const name of call) requireTool(name, offered);
      const hints = lookAround(directory, arm.launch.args);
      const seen = offered.map((tool) => (call.includes(tool.name) ? { ...tool, readOnly: true } : tool));
      const tools = await tryTools(seen, { wire: session.wire, hints, clock: systemClock, signal, warn });
      await session.close();
      return {
        tools: tools.map(
          ({ outcome, ...tool }): TriedTool => ({
            ...tool,
            outcome: outcome.kind === "failed" ? { ...outcome, reason: hide(outcome.reason) } : outcome,
          }),
        ),
        startupMs: server.readyMs(),
        warnings: session.warnings().map(hide),
      };
    } finally {
      await server.stop();
    }
  });
}

function requireTool(name: string, offered: readonly SeenTool[]): void {
  const names = offered.map((tool) => tool.name);
  if (names.includes(name)) return;
  const meant = nearest(name, names);
  throw new ConfigError(`the server has no tool ${JSON.stringify(name)}`, {
    where: "--call",
    ...(meant === undefined
      ? { expected: names.length > 0 ? `one of ${someOf(names)}` : "nothing, it offers no tools" }
      : { fix: `did you mean ${JSON.stringify(meant)}?` }),
  });
}

/** Directories that the server was started for, or else the project, and a short file of each. */
export function lookAround(directory: string, args: readonly string[]): { folders: string[]; files: string[] } {
  const given = args.filter((word) => statOf(path.resolve(directory, word))?.isDirectory());
  const folders = (given.length > 0 ? given : [directory]).map((folder) => fromProject(directory, folder));
  const files = folders.flatMap((folder) => {
    const short = listDirectory(path.resolve(directory, folder)).find(({ name }) => {
      const found = statOf(path.resolve(directory, folder, name));
      return found?.isFile() && found.size <= 65_536 && !name.startsWith(".");
    });
    return short === undefined ? [] : [path.join(folder, short.name)];
  });
  return { folders, files };
}

/** An argument may be too long for a path, and a path end nowhere or in a place without access. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

/** Relative where it lies in the project: base is measured in a checkout of its own. */
function fromProject(directory: string, folder: string): string {
  const relative = path.relative(directory, path.resolve(directory, folder));
  return relative.startsWith("..") || path.isAbsolute(relative) ? folder : relative || ".";
}

/**
 * Finds out, without measuring, what a run would measure and what it would leave out. `plan`: that of a run on head alone, with
 * only the rows that can be measured. Throws as a run would.
 */
export function tryConfiguration(
  loaded: LoadedConfig,
  { warn, ...options }: LookOptions & { readonly warn: (message: string) => void },
) {
  const running = { clock: systemClock, signal: options.signal };
  const launch = (spec: LaunchSpec) => launchServer(spec, running);
  const delay = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal });
  return onPlan(loaded, options, async (plan) => {
    const probed = await probe(plan, { ...running, launch, warn, delay, progress: () => {} });
    return { ...probed, plan: { ...plan, rows: probed.rows } };
  });
}

async function onPlan<Result>(
  loaded: LoadedConfig,
  { directory, environment, passEnv, signal, companions = [] }: LookOptions,
  work: (plan: Plan) => Promise<Result>,
): Promise<Result> {
  try {
    const full = makePlan(loaded, {
      directory,
      expansion: { environment, allowed: passEnv },
      childEnvironment: (configured) => childEnvironment(environment, configured),
      run: { ...standardRun, passEnv, seed: 0 },
    });
    const head = { config: loaded.config, directory };
    const secrets = secretsOf({ passEnv }, environment);
    const made = await Promise.all(companions.map((make) => make({ head, environment, secrets })));
    const helpers = made.filter((one) => one !== undefined);
    await using beside = await startCompanions(helpers, full, { signal, warn: () => undefined });
    const { plan } = beside;
    const services = await startServices(plan.services ?? [], { clock: systemClock, signal });
    try {
      const arms = plan.arms.map((arm) => ({ ...arm, launch: withServicePorts(arm.launch, services.ports) }));
      return await work({ ...plan, arms });
    } finally {
      await services.stop();
    }
  } catch (error) {
    // The message holds what the server wrote before it ended, and the server may have had tokens of its own by then.
    if (error instanceof UserError) error.message = redactText(error.message, secretsOf({ passEnv }, environment));
    throw error;
  }
}

function seenTool({ name, inputSchema, annotations }: Record<string, unknown>): SeenTool {
  const { readOnlyHint, destructiveHint } = isMap(annotations) ? annotations : {};
  const readOnly = readOnlyHint === true && destructiveHint !== true;
  return { name: nameOf(name), readOnly, destructive: destructiveHint === true, inputSchema };
}
