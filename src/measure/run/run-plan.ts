import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../../base/host/clock.ts";
import { ServiceError } from "../../errors.ts";
import { withoutBase } from "../../plan/both-commits.ts";
import { withServicePorts } from "../../plan/placeholders.ts";
import type { LaunchSpec, Plan } from "../../plan/plan.ts";
import type { RunRecord } from "../../record/record.ts";
import { launchServer } from "../../server/open.ts";
import type { RunningServices } from "../../server/process/service.ts";
import type { RunningServer } from "../../server/protocol/session.ts";
import { type Companion, type RunningCompanion, startCompanions } from "../companion.ts";
import type { Context } from "../context.ts";
import { thisHost } from "../instrument/host.ts";
import { chooseInstrument, type Instrument } from "../instrument/instrument.ts";
import { preciseAlarm } from "../load/alarm.ts";
import { enter } from "../phase.ts";
import { probe, settleProtocols } from "../probe/probe.ts";
import { RunWarnings } from "../progress.ts";
import { resourceReader } from "../resources/resources.ts";
import type { RunFacts } from "./build-record.ts";
import { checkFits } from "./least-time.ts";
import type { RunParts } from "./run.ts";
import { interrupted } from "./stop-reasons.ts";
import { blame, withTimeBudget } from "./time-budget.ts";

/** Starts a server; `launchServer` of the server folder, or a fake with faults. */
export type Launch = (
  spec: LaunchSpec,
  options: { readonly clock: Clock; readonly signal: AbortSignal },
) => Promise<RunningServer>;

export interface RunDependencies
  extends RunFacts,
    Pick<RunParts, "outlook" | "passes" | "checkouts">,
    Pick<Context, "clock" | "signal" | "progress">,
    Partial<Pick<Context, "resources" | "delay" | "alarm">> {
  readonly now: () => Date;
  /** Helpers of features, which are started before the first server and stopped after the last. */
  readonly companions?: readonly Companion[];
  readonly launch?: Launch;
  /** Absent: the quietest that this machine allows. */
  readonly instrument?: Instrument;
}

/**
 * Measures everything a plan names and returns the record. Rounds that are finished when the signal aborts are returned,
 * and where the time budget ends inside a round, also the rows that are finished by then. Throws ConfigError when the plan
 * names what the server does not have or cannot fit into its time budget, ServerError when the head server or a service does
 * not work or nothing is answered, UserError when the run ends before there is anything to return. No server, service or
 * companion is left running.
 */
export async function runPlan(plan: Plan, dependencies: RunDependencies): Promise<RunRecord> {
  checkFits(plan);
  const warnings = new RunWarnings(dependencies.progress);
  const { signal, companions = [] } = dependencies;
  const warn = (message: string, news?: string) => warnings.add(message, news);
  await using started = await startCompanions(companions, plan, { signal, warn });
  return await runServices(started.plan, { dependencies, warnings, companions: started.running });
}

interface Start {
  readonly dependencies: RunDependencies;
  readonly warnings: RunWarnings;
  readonly companions: readonly RunningCompanion[];
}

async function runServices(plan: Plan, start: Start): Promise<RunRecord> {
  if (!plan.services) return measurePlan(plan, start);
  const { startServices } = await import("../../server/process/service.ts");
  let services: RunningServices;
  try {
    services = await startServices(plan.services, start.dependencies);
  } catch (error) {
    const failed = error instanceof ServiceError ? plan.services.find(({ name }) => name === error.service) : undefined;
    if (failed?.side !== "base") throw error;
    const { message } = error as ServiceError;
    return runServices({ ...withoutBase(plan), baseFailure: { stage: "service", message, whose: "base" } }, start);
  }
  try {
    const arms = plan.arms.map((arm) => ({ ...arm, launch: withServicePorts(arm.launch, services.ports) }));
    return await measurePlan({ ...plan, arms }, start);
  } finally {
    await services.stop();
  }
}

function contextOf({ dependencies, warnings, companions }: Start, signal = dependencies.signal): Context {
  const { clock, progress, launch = launchServer } = dependencies;
  return {
    clock,
    signal,
    progress,
    launch: async (spec) => {
      const from = clock.now();
      try {
        return await launch(spec, { clock, signal });
      } catch (error) {
        blame(signal, clock.now() - from, { found: "the server was not started", where: spec.command ?? "server" });
        throw error;
      }
    },
    resources: dependencies.resources ?? resourceReader(process.platform),
    delay: dependencies.delay ?? ((ms, aborted) => wait(ms, undefined, { signal: aborted })),
    alarm: dependencies.alarm ?? preciseAlarm(clock),
    warn: (message, news) => warnings.add(message, news),
    companions,
  };
}

async function measurePlan(plan: Plan, start: Start): Promise<RunRecord> {
  const { dependencies, warnings } = start;
  enter("choosing the instrument");
  // Services, which are started before, are no other work once they idle.
  using instrument = dependencies.instrument ?? (await chooseInstrument(thisHost()));
  const began = { at: dependencies.clock.now(), date: dependencies.now() };
  using budget = withTimeBudget(plan.rounds.timeBudgetMs, { ...contextOf(start), from: began.at });
  const { signal } = budget;
  const context = contextOf(start, signal);
  const { progress } = context;
  enter("probe");
  const found = await probe(plan, context)
    .then(async (probed) => {
      const { identity: server, rows, skipped, coverage } = probed;
      // Base, which is asked next, is no part of how long head took.
      progress({ kind: "probe", server, rows: rows.length, skipped: skipped.length, coverage });
      return { ...probed, ...(await settleProtocols(plan.arms, { context, probed })) };
    })
    .catch((error: unknown) => {
      throw signal.aborted ? interrupted(signal.reason) : error;
    });
  const { arms, rows, skipped } = found;
  const able = { ...plan, arms, rows };
  if (plan.discover) checkFits(able);
  // The record names them already: a warning in it would tell the same twice.
  for (const { benchmark, reason } of skipped)
    progress({ kind: "warning", warning: { code: "other", text: `${benchmark} is skipped: ${reason}` } });
  // Loaded late: the first server starts sooner.
  const { measureRounds } = await import("./run.ts");
  const environment = { ...dependencies.environment, instrument: instrument.chosen };
  return await measureRounds(able, { ...dependencies, environment, context, found, began, warnings, instrument });
}
