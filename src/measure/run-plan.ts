import { setTimeout as wait } from "node:timers/promises";
import type { RecordLoadPass } from "../baseline/load-pass.ts";
import type { RecordEnvironment, RecordRound, RunRecord } from "../baseline/record.ts";
import type { RecordTool } from "../baseline/record-context.ts";
import type { Clock } from "../clock.ts";
import { withServicePorts, withValues } from "../config/placeholders.ts";
import type { Arm, Plan, Row } from "../config/plan.ts";
import { ServerError, UserError } from "../errors.ts";
import { launchServer } from "../server/open.ts";
import { choosePinning, describePinning, type Pinning, pinSelf, readCores } from "../server/pinning.ts";
import type { ServerIdentity } from "../server/session.ts";
import { buildRecord } from "./build-record.ts";
import { KeptControl } from "./kept-control.ts";
import { passLoads } from "./load-pass.ts";
import { type Probe, probe } from "./probe.ts";
import type { Progress } from "./progress.ts";
import { type ResourceReader, resourceReader } from "./resources.ts";
import { type Launch, type RoundContext, runRound } from "./round.ts";
import { unseenMetrics } from "./server-logs.ts";
import { settleProtocols } from "./settle-protocol.ts";
import { Soak } from "./soak.ts";
import { type Outlook, rounds, stopAtMinimum, whyStop } from "./stopping.ts";
import { type CountTokens, loadTokenizer } from "./tokenizer.ts";

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
  readonly outlook?: (soFar: RunRecord) => Outlook;
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
  const { startServices } = await import("../server/service.ts");
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
  const run = new Run(plan, dependencies);
  try {
    await run.loadTokenizer();
    const found = await probe(plan, { launch, clock, signal, warn: (message) => run.warn(message) });
    const trial = ({ launch: spec, variant }: Arm) =>
      withValues(spec, found.rows.find((row) => row.variant === variant)?.staging?.values ?? {});
    const settling = { spoken: found.spoken, trial, launch, clock, signal };
    run.begin({ ...found, arms: await settleProtocols(plan.arms, settling) });
    progress({ kind: "probe", server: found.identity, rows: found.rows.length, skipped: found.skipped.length });
    while (run.stopReason === undefined) await run.measureRound();
    await run.passLoads();
  } catch (error) {
    if (!signal.aborted) throw error;
    run.interrupt(signal.reason);
  } finally {
    await run.end();
  }
  run.warnOfUnseen();
  const record = run.record();
  if (!record.rounds.some(({ launches }) => launches.some(({ measurements }) => measurements.some(hasReply))))
    throw nothingMeasured(record);
  return record;
}

/** One run: its finished rounds and why it ended. */
class Run {
  stopReason: string | undefined;
  #plan: Plan;
  readonly #dependencies: RunDependencies;
  readonly #resources: ResourceReader;
  readonly #createdAt: string;
  readonly #startedAt: number;
  readonly #identities = new Map<string, ServerIdentity>();
  readonly #control = new KeptControl();
  readonly #tools = new Map<string, readonly RecordTool[]>();
  readonly #warnings = new Set<string>();
  #countTokens: CountTokens | undefined;
  readonly #soak: Soak;
  readonly #rounds: RecordRound[] = [];
  #rows: readonly Row[] = [];
  /** Those the next round measures: the others are decided. */
  #open: readonly Row[] = [];
  #skipped: RunRecord["skipped"] = [];
  #coldStart: RunRecord["coldStart"];
  #loadPasses: RecordLoadPass[] = [];

  constructor(plan: Plan, dependencies: RunDependencies) {
    this.#plan = plan;
    this.#dependencies = dependencies;
    this.#resources = dependencies.resources ?? resourceReader(process.platform);
    this.#soak = new Soak(plan.soakMs ?? 0);
    this.#createdAt = dependencies.now().toISOString();
    this.#startedAt = dependencies.clock.now();
  }

  async loadTokenizer(): Promise<void> {
    const { tokenizer } = this.#plan;
    if (tokenizer !== undefined) this.#countTokens = await loadTokenizer(tokenizer);
  }

  begin({ arms, rows, skipped, coldStart }: Pick<Plan, "arms" | "rows"> & Pick<Probe, "skipped" | "coldStart">): void {
    this.#coldStart = coldStart;
    this.#plan = { ...this.#plan, arms };
    this.#rows = rows;
    this.#open = rows;
    this.#skipped = skipped;
    for (const { benchmark, reason } of skipped) this.warn(`${benchmark} is skipped: ${reason}`);
  }

  async measureRound(): Promise<void> {
    const { clock, progress } = this.#dependencies;
    const { arms, rounds } = this.#plan;
    const round = this.#rounds.length;
    const from = clock.now();
    progress({ kind: "round-start", round, rounds: rounds.max, arms: arms.map(({ id }) => id) });
    this.#rounds.push(await runRound(round, this.#roundContext()));
    const durationMs = clock.now() - from;
    const elapsedMs = clock.now() - this.#startedAt;
    progress({ kind: "round-end", round, durationMs, elapsedMs });
    this.stopReason = whyStop(this.#rounds.length, this.#plan.rounds, {
      elapsedMs,
      nextMs: durationMs,
      decide: () => this.#decide(round),
    });
    if (this.stopReason !== undefined) progress({ kind: "stop", reason: this.stopReason });
  }

  async passLoads(): Promise<void> {
    this.#loadPasses = await passLoads(this.#roundContext());
  }

  /** Why to stop; else leaves what is decided out of the rounds to come. */
  #decide(round: number): string | undefined {
    const { more, reason, open } = (this.#dependencies.outlook ?? stopAtMinimum)(this.record());
    if (!more) return reason;
    const before = this.#open;
    this.#open = open === undefined ? this.#rows : before.filter(({ id }) => open.includes(id));
    const decided = before.filter((row) => !this.#open.includes(row)).map(({ id }) => id);
    if (decided.length > 0)
      this.#dependencies.progress({ kind: "decided", round, rows: decided, open: this.#open.length });
    return undefined;
  }

  /** Ends the run with what is finished. Throws UserError when that is nothing. */
  interrupt(reason: unknown): void {
    const cause = reason instanceof Error ? reason.message : String(reason);
    if (this.#rounds.length === 0)
      throw new UserError(`the run was interrupted before its first round was finished (${cause})`, { cause: reason });
    if (this.stopReason !== undefined) {
      this.warn(`memory during the load is not known: the run was interrupted (${cause})`);
      return;
    }
    this.stopReason = `interrupted (${cause}) after ${rounds(this.#rounds.length)}`;
    this.warn(`the run was ${this.stopReason}; the round under way was dropped`);
  }

  /** Stops what outlives a round. */
  async end(): Promise<void> {
    await this.#control.stop();
  }

  record(): RunRecord {
    return buildRecord(this.#plan, {
      ...this.#dependencies,
      createdAt: this.#createdAt,
      resourceMethod: this.#resources.method,
      identities: this.#identities,
      tools: this.#tools,
      rows: this.#rows,
      rounds: [...this.#rounds],
      loadPasses: this.#loadPasses,
      ...(this.#coldStart ? { coldStart: this.#coldStart } : {}),
      stopReason: this.stopReason ?? "not stopped yet",
      skipped: this.#skipped,
      warnings: [...this.#warnings],
    });
  }

  #roundContext(): RoundContext {
    const { clock, signal, progress, launch = launchServer, delay = defaultDelay, alarm } = this.#dependencies;
    return {
      arms: this.#plan.arms,
      rows: this.#rows,
      open: this.#open,
      seed: this.#plan.seed,
      cooldownMs: this.#plan.cooldownMs,
      launch,
      clock,
      signal,
      resources: this.#resources,
      soak: this.#soak,
      delay,
      control: this.#control,
      ...(alarm ? { alarm } : {}),
      serverMetrics: this.#plan.serverMetrics,
      countTokens: this.#countTokens,
      listed: (arm, tools) => void this.#tools.set(arm, tools),
      progress,
      warn: (message) => this.warn(message),
      identify: (arm, server) => void this.#identities.set(arm, server),
    };
  }

  warnOfUnseen(): void {
    for (const message of unseenMetrics(this.#plan.serverMetrics ?? [], this.#rounds)) this.warn(message);
  }

  warn(message: string): void {
    if (this.#warnings.has(message)) return;
    this.#warnings.add(message);
    this.#dependencies.progress({ kind: "warning", message });
  }
}

function hasReply({ outcomes }: RecordRound["launches"][number]["measurements"][number]): boolean {
  return (outcomes.ok ?? 0) > 0;
}

function nothingMeasured({ rounds, warnings }: RunRecord): ServerError {
  const measurements = rounds.flatMap(({ launches }) => launches.flatMap((launch) => launch.measurements));
  const errors = measurements.flatMap(({ row, errors }) =>
    errors.map(({ kind, message }) => `\n  ${row}: ${kind}: ${message}`),
  );
  const samples = [...new Set([...errors, ...warnings.map((warning) => `\n  ${warning}`)])].slice(0, 5);
  return new ServerError(`nothing was measured: not one call succeeded${samples.join("")}`, {
    fix: "correct the calls or the server; a call that is meant to fail needs `expect: { error: true }`",
  });
}

function defaultDelay(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal });
}
