import type { RecordLaunch, RecordRound } from "../baseline/record.ts";
import type { Clock } from "../clock.ts";
import type { Arm, LaunchSpec, Row } from "../config/plan.ts";
import type { RunningServer, ServerIdentity } from "../server/session.ts";
import type { Alarm } from "./alarm.ts";
import { withControl } from "./control.ts";
import { idleCpu, type LiveArm, readUsage } from "./live-arm.ts";
import { measureRow } from "./measure-row.ts";
import { shorten } from "./outcome-tally.ts";
import { measurePhases } from "./phases.ts";
import { armProgress, type Progress } from "./progress.ts";
import type { ResourceReader } from "./resources.ts";
import { rowSeed, scheduleBlocks } from "./schedule.ts";

/** Starts a server; `launchServer` of the server module, or a fake with faults. */
export type Launch = (
  spec: LaunchSpec,
  options: { readonly clock: Clock; readonly signal: AbortSignal },
) => Promise<RunningServer>;

export interface RoundContext {
  readonly arms: readonly Arm[];
  readonly rows: readonly Row[];
  /** False: rows of the plan are left out, so that what a launch holds after them is not what it holds after all. */
  readonly complete: boolean;
  readonly seed: number;
  /** Pause after a row that does not have its own. */
  readonly cooldownMs: number;
  readonly launch: Launch;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly resources: ResourceReader;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly alarm?: Alarm;
  readonly progress: Progress;
  readonly warn: (message: string) => void;
  /** Told who answered on an arm. */
  readonly identify: (arm: string, server: ServerIdentity) => void;
}

/**
 * One round: a fresh launch of every arm, all of them alive side by side, every row in turns, and their stop. An arm
 * that fails gets a `failure`, the others go on; only a head that cannot be launched in round 0 rejects, with its error.
 * Every server is stopped when this settles.
 */
export async function runRound(index: number, context: RoundContext): Promise<RecordRound> {
  const started: RunningServer[] = [];
  try {
    const launches = new Map<string, LiveArm | RecordLaunch>();
    for (const arm of index % 2 === 0 ? context.arms : context.arms.toReversed())
      launches.set(arm.id, await openArm(arm, { ...context, index, started }));
    const opened = context.arms.flatMap(({ id }) => launches.get(id) ?? []);
    const live = opened.filter(isLive);
    const order = await measureRows(index, live, context);
    await readEndUsage(live, context.resources);
    const closed: RecordLaunch[] = [];
    for (const launch of opened) closed.push(isLive(launch) ? await closeArm(launch, context) : launch);
    for (const { arm, session } of live)
      for (const warning of session.warnings()) context.warn(`${arm.id}: ${warning}`);
    for (const { arm, failure } of closed) if (failure) context.warn(`${arm} failed in round ${index + 1}: ${failure}`);
    return { index, order, launches: closed };
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

interface OpenContext extends RoundContext {
  readonly index: number;
  readonly started: RunningServer[];
}

async function openArm(arm: Arm, context: OpenContext): Promise<LiveArm | RecordLaunch> {
  const { clock, signal, launch, resources, index, started } = context;
  try {
    const server = await launch(arm.launch, { clock, signal });
    started.push(server);
    const session = await server.connect();
    context.identify(arm.id, session.identity);
    const options = { clock, signal, timeoutMs: arm.launch.startupTimeoutMs };
    const metrics = await measurePhases(server, session, options);
    const live: LiveArm = {
      arm,
      server,
      session,
      metrics,
      measurements: [],
      idle: { cpuMs: 0, ms: 0 },
      companions: [],
    };
    const usage = (await readUsage(resources, [live])).get(live);
    if (usage) live.metrics.idle_rss = usage.rssBytes;
    return live;
  } catch (error) {
    signal.throwIfAborted();
    if (index === 0 && arm.side === "head") throw error;
    const failure = shorten(error instanceof Error ? error.message : String(error));
    return { arm: arm.id, metrics: {}, exitCode: null, killed: false, orphans: 0, measurements: [], failure };
  }
}

async function measureRows(
  index: number,
  live: readonly LiveArm[],
  context: RoundContext,
): Promise<Record<string, string[]>> {
  const order: Record<string, string[]> = {};
  for (const [place, row] of context.rows.entries()) {
    const cooldownMs = context.rows[place - 1]?.cooldownMs ?? context.cooldownMs;
    if (place > 0 && cooldownMs > 0) await context.delay(cooldownMs, context.signal);
    const working = live.filter(({ failure }) => failure === undefined);
    const arms = working.filter(({ arm }) => arm.side !== "control");
    const control = row.controlUnits === undefined ? [] : working.filter(({ arm }) => arm.side === "control");
    const options = { load: row.load, round: index, seed: rowSeed(context.seed, row.id) };
    const schedule = control.reduce(
      (blocks, { arm }) => withControl(blocks, { arm: arm.id, load: row.load }),
      scheduleBlocks(
        arms.map(({ arm }) => arm.id),
        options,
      ),
    );
    order[row.id] = await measureRow(row, [...arms, ...control], { ...context, schedule });
    context.progress({ kind: "row", round: index, row: row.id, arms: arms.flatMap((arm) => armProgress(arm, row.id)) });
  }
  return order;
}

async function readEndUsage(live: readonly LiveArm[], resources: ResourceReader): Promise<void> {
  for (const [{ metrics }, { threads, openFiles }] of await readUsage(resources, live)) {
    if (threads !== undefined) metrics.threads = threads;
    if (openFiles !== undefined) metrics.open_files = openFiles;
  }
  for (const arm of live) {
    const share = idleCpu(arm);
    if (share !== undefined) arm.metrics.idle_cpu = share;
  }
}

async function closeArm(live: LiveArm, { complete }: RoundContext): Promise<RecordLaunch> {
  const { arm, server, session, measurements, failure } = live;
  const metrics = complete ? live.metrics : withoutLoadMetrics(live.metrics);
  await session.close().catch(() => undefined);
  const { shutdownMs, exitCode, killed, orphans } = await server.stop();
  const shutdown = shutdownMs === undefined || failure !== undefined ? {} : { shutdown: shutdownMs };
  return {
    arm: arm.id,
    metrics: { ...metrics, ...shutdown },
    exitCode,
    killed,
    orphans,
    measurements,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Metrics of the server that depend on what it was asked. */
function withoutLoadMetrics({ peak_rss, threads, open_files, ...metrics }: LiveArm["metrics"]): LiveArm["metrics"] {
  return metrics;
}

function isLive(launch: LiveArm | RecordLaunch): launch is LiveArm {
  return "session" in launch;
}
