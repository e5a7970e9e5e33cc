import type { Clock } from "../../host/clock.ts";
import type { Outlook } from "../../plan/outlook.ts";
import { withServicePorts, withValues } from "../../plan/placeholders.ts";
import type { Arm, Plan } from "../../plan/plan.ts";
import type { RecordEnvironment, RunRecord } from "../../record/record.ts";
import { launchServer } from "../../server/open.ts";
import { choosePinning, describePinning, type Pinning, pinSelf, readCores } from "../../server/process/pinning.ts";
import { startServices } from "../../server/process/service.ts";
import { probe } from "../probe/probe.ts";
import { settleProtocols } from "../probe/settle-protocol.ts";
import type { Progress } from "../progress.ts";
import { type ResourceReader, resourceReader } from "../resources/resources.ts";
import type { Launch, RoundContext } from "./round.ts";
import { RunWarnings } from "./run-warnings.ts";
import { interrupted } from "./stopping.ts";

export interface RunDependencies {
  readonly clock: Clock;
  readonly now: () => Date;
  /** Ends the run; rounds that are finished by then are returned. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly environment: RecordEnvironment;
  /** What is measured with what, as the configuration states it, without expanded secrets. */
  readonly command: string;
  /** Name and version of this program. */
  readonly harness: string;
  readonly commit?: RunRecord["commit"];
  /** Lines of the environment that hold for one variant, by its name. */
  readonly variantEnvironment?: Readonly<Record<string, Record<string, string>>>;
  /** Under the policy `auto`, asked after every round from `min` on. Without it a run stops at `min`. */
  readonly outlook?: (soFar: RunRecord) => Outlook | Promise<Outlook>;
  readonly launch?: Launch;
  /** Under `pin: auto`; absent: as this machine allows. */
  readonly pinning?: Pinning;
  readonly resources?: ResourceReader;
  readonly delay?: RoundContext["delay"];
  readonly alarm?: RoundContext["alarm"];
}

/**
 * Measures everything a plan names and returns the record. Throws ConfigError when the plan names what the server does
 * not have, ServerError when the head server or a service does not work or nothing is answered, UserError when the run
 * is interrupted before its first round is finished. No server and no service is left running.
 */
export async function runPlan(plan: Plan, dependencies: RunDependencies): Promise<RunRecord> {
  const { clock, signal } = dependencies;
  if (!plan.services) return measurePinned(plan, dependencies);
  const services = await startServices(plan.services, { clock, signal });
  try {
    const arms = plan.arms.map((arm) => ({ ...arm, launch: withServicePorts(arm.launch, services.ports) }));
    const record = await measurePinned({ ...plan, arms }, dependencies);
    const used = await usageOf(services.pids, dependencies.resources ?? resourceReader(process.platform));
    return used.length > 0 ? { ...record, services: used } : record;
  } finally {
    await services.stop();
  }
}

/** Services, which are started before, stay where they are. */
async function measurePinned(plan: Plan, dependencies: RunDependencies): Promise<RunRecord> {
  if (plan.pin !== "auto") return measurePlan(plan, dependencies);
  const wanted = dependencies.pinning ?? choosePinning(readCores());
  const unpin = wanted.kind === "cores" ? pinSelf(wanted.client) : undefined;
  const found: Pinning = wanted.kind === "cores" && !unpin ? { kind: "none", reason: "the system refused it" } : wanted;
  const environment = { ...dependencies.environment, pinning: describePinning(found) };
  const cores = found.kind === "cores" ? { cores: found.servers } : {};
  const arms = plan.arms.map((arm) => ({ ...arm, launch: { ...arm.launch, ...cores } }));
  try {
    return await measurePlan({ ...plan, arms }, { ...dependencies, environment });
  } finally {
    unpin?.();
  }
}

async function usageOf(
  pids: ReadonlyMap<string, number>,
  resources: ResourceReader,
): Promise<NonNullable<RunRecord["services"]>> {
  const usages = await resources.read([...pids.values()]);
  return [...pids].flatMap(([name, pid]) => {
    const usage = usages.get(pid);
    if (!usage) return [];
    const { rssBytes, peakRssBytes, cpuMs } = usage;
    return [{ name, rssBytes, peakRssBytes, cpuMs }];
  });
}

async function measurePlan(plan: Plan, dependencies: RunDependencies): Promise<RunRecord> {
  const { clock, signal, progress, launch = launchServer } = dependencies;
  const began = { at: clock.now(), date: dependencies.now() };
  const warnings = new RunWarnings(progress);
  const warn = (message: string) => warnings.add(message);
  const prepare = async () => {
    const found = await probe(plan, { launch, clock, signal, warn });
    const trial = ({ launch: spec, variant }: Arm) =>
      withValues(spec, found.rows.find((row) => row.variant === variant)?.staging?.values ?? {});
    const settling = { spoken: found.spoken, trial, launch, clock, signal };
    const isUsed = ({ side, variant }: Arm) => side === "control" || found.rows.some((row) => row.variant === variant);
    const settled = await settleProtocols(plan.arms.filter(isUsed), settling);
    return { ...found, arms: plan.arms.map((arm) => settled.find(({ id }) => id === arm.id) ?? arm) };
  };
  const found = await prepare().catch((error: unknown) => {
    throw signal.aborted ? interrupted(signal.reason) : error;
  });
  // The record names them already: a warning in it would tell the same twice.
  for (const { benchmark, reason } of found.skipped)
    progress({ kind: "warning", message: `${benchmark} is skipped: ${reason}` });
  progress({ kind: "probe", server: found.identity, rows: found.rows.length, skipped: found.skipped.length });
  // Loaded late: the first server starts sooner.
  const { measureRounds } = await import("./measure-rounds.ts");
  return measureRounds({ plan, found }, { ...dependencies, began, warnings });
}
