import { makePlan } from "../config/expand/make-plan.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { systemClock } from "../host/clock.ts";
import { childEnvironment } from "../host/environment.ts";
import { readList } from "../measure/load/request.ts";
import { type Probe, probe } from "../measure/probe/probe.ts";
import { withServicePorts } from "../plan/placeholders.ts";
import type { LaunchSpec, Plan } from "../plan/plan.ts";
import { standardRun } from "../plan/run-options.ts";
import { launchServer } from "../server/open.ts";
import { startServices } from "../server/process/service.ts";
import { isMap } from "../text/json.ts";

/** A tool as the server describes it. All of it is untrusted. */
export interface SeenTool {
  readonly name: string;
  readonly readOnly: boolean;
  /** JSON Schema of the arguments, as it came. */
  readonly inputSchema: unknown;
}

export interface LookOptions {
  /** Absolute. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly passEnv: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Starts the configured server once, with its services, and asks for its tools. Nothing is left running. Throws
 * ConfigError for a configuration that makes no plan, ServerError when the server or a service does not work.
 */
export function readTools(loaded: LoadedConfig, options: LookOptions): Promise<SeenTool[]> {
  return onPlan(loaded, options, async ({ arms: [arm] }) => {
    if (!arm) throw new RangeError("a plan has at least one arm");
    const { signal } = options;
    const server = await launchServer(arm.launch, { clock: systemClock, signal });
    try {
      const session = await server.connect();
      const { items } = await readList(session, "tools", {
        clock: systemClock,
        signal,
        timeoutMs: arm.launch.startupTimeoutMs,
      });
      await session.close();
      return items.map(seenTool);
    } finally {
      await server.stop();
    }
  });
}

/** Finds out, without measuring, what a run would measure and what it would leave out. Throws as a run would. */
export function tryConfiguration(
  loaded: LoadedConfig,
  { warn, ...options }: LookOptions & { readonly warn: (message: string) => void },
): Promise<Probe> {
  const running = { clock: systemClock, signal: options.signal };
  const launch = (spec: LaunchSpec) => launchServer(spec, running);
  return onPlan(loaded, options, (plan) => probe(plan, { ...running, launch, warn }));
}

async function onPlan<Result>(
  loaded: LoadedConfig,
  { directory, environment, passEnv, signal }: LookOptions,
  work: (plan: Plan) => Promise<Result>,
): Promise<Result> {
  const plan = makePlan(loaded, {
    directory,
    expansion: { environment, allowed: passEnv },
    childEnvironment: (configured) => childEnvironment(environment, configured),
    run: { ...standardRun, passEnv, seed: 0 },
  });
  if (!plan.services) return work(plan);
  const services = await startServices(plan.services, { clock: systemClock, signal });
  try {
    const arms = plan.arms.map((arm) => ({ ...arm, launch: withServicePorts(arm.launch, services.ports) }));
    return await work({ ...plan, arms });
  } finally {
    await services.stop();
  }
}

function seenTool({ name, inputSchema, annotations }: Record<string, unknown>): SeenTool {
  return { name: String(name), readOnly: isMap(annotations) && annotations.readOnlyHint === true, inputSchema };
}
