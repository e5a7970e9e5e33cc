import type { RecordLaunch, RecordRound } from "../baseline/record.ts";
import type { RecordTool } from "../baseline/record-context.ts";
import type { Clock } from "../clock.ts";
import type { Arm, LaunchSpec, Load, Row } from "../config/plan.ts";
import type { ServerMetricSpec } from "../config/server-metrics.ts";
import type { RunningServer, ServerIdentity, Session } from "../server/session.ts";
import type { Alarm } from "./alarm.ts";
import { withControl } from "./control.ts";
import type { KeptControl } from "./kept-control.ts";
import { groupsOfRound, type LaunchGroup, launchGroups, type RowSet, rowOn } from "./launch-group.ts";
import { giveUp, idleCpu, type LiveArm, liveArm, readUsage } from "./live-arm.ts";
import { measureRow } from "./measure-row.ts";
import { connectionSetup } from "./network.ts";
import { shorten } from "./outcome-tally.ts";
import { endingMetrics, measurePhases } from "./phases.ts";
import { armProgress, type Progress } from "./progress.ts";
import type { ResourceReader } from "./resources.ts";
import { rowSeed, scheduleBlocks } from "./schedule.ts";
import type { Soak } from "./soak.ts";
import { type Captures, launchKey, setUp, tearDown } from "./staging.ts";
import type { CountTokens } from "./tokenizer.ts";

/** Starts a server; `launchServer` of the server module, or a fake with faults. */
export type Launch = (
  spec: LaunchSpec,
  options: { readonly clock: Clock; readonly signal: AbortSignal },
) => Promise<RunningServer>;

export interface RoundContext {
  readonly arms: readonly Arm[];
  /** All rows of the run. */
  readonly rows: readonly Row[];
  /** Those that this round measures; the others are decided. */
  readonly open: readonly Row[];
  readonly seed: number;
  /** Pause after a row that does not have its own. */
  readonly cooldownMs: number;
  readonly launch: Launch;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly resources: ResourceReader;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly alarm?: Alarm;
  /** Outlives the round: whoever makes it stops it. */
  readonly control: KeptControl;
  readonly serverMetrics?: readonly ServerMetricSpec[] | undefined;
  readonly countTokens?: CountTokens | undefined;
  /** Absent: no calls follow the blocks. */
  readonly soak?: Soak;
  readonly progress: Progress;
  readonly warn: (message: string) => void;
  /** Told who answered on an arm. */
  readonly identify: (arm: string, server: ServerIdentity) => void;
  /** Told which tools an arm lists. */
  readonly listed?: (arm: string, tools: readonly RecordTool[]) => void;
}

/**
 * One round: fresh launches of every arm, alive side by side or one after another as the rows ask, every row in turns,
 * and their stop. An arm that fails gets a `failure`, the others go on; only a head that cannot be launched or set up in
 * round 0 rejects, with its error. Every server but the control is stopped when this settles.
 */
export async function runRound(index: number, context: RoundContext): Promise<RecordRound> {
  const rows = context.open.filter((row) => row.rounds === undefined || index < row.rounds);
  const complete = rows.length === context.rows.length;
  // Names of rows come from the server: one may be called `constructor`.
  const order: Record<string, string[]> = Object.create(null);
  const launches: RecordLaunch[] = [];
  for (const group of groupsOfRound(launchGroups(context.rows, context.arms), rows)) {
    for (let pass = 0; pass < group.processes; pass++) {
      const turn = index * group.processes + pass;
      const arms = turn % 2 === 0 ? group.arms : group.arms.toReversed();
      for (const together of group.oneByOne ? arms.map((arm) => [arm]) : [arms])
        launches.push(...(await runLaunch({ ...group, arms: together }, { ...context, index, turn, order, complete })));
    }
  }
  return { index, order, launches: inPlanOrder(launches, context.arms) };
}

/** Launches are led by each arm in turn; what is made of them does not depend on it. */
function inPlanOrder<Launch extends LiveArm | RecordLaunch>(
  launches: readonly Launch[],
  arms: readonly Arm[],
): Launch[] {
  const place = new Map(arms.map(({ id }, index) => [id, index]));
  const placeOf = ({ arm }: LiveArm | RecordLaunch) => place.get(typeof arm === "string" ? arm : arm.id) ?? 0;
  return launches.toSorted((a, b) => placeOf(a) - placeOf(b));
}

interface LaunchContext extends RoundContext {
  /** Of the round, from 0. */
  readonly index: number;
  /** Counts the launches of this group over the rounds: whose turn it is to lead. */
  readonly turn: number;
  /** False: rows are left out, so that what a launch holds after them is not what it holds after all. */
  readonly complete: boolean;
  /** Arms of the blocks so far, by row set; added to. */
  readonly order: Record<string, string[]>;
}

/** One launch of the arms of a group, from start to stop. */
async function runLaunch(group: LaunchGroup, context: LaunchContext): Promise<RecordLaunch[]> {
  const started: RunningServer[] = [];
  const { index } = context;
  try {
    const opened: (LiveArm | RecordLaunch)[] = [];
    for (const arm of group.arms) opened.push(await openArm(arm, { ...context, started }));
    const live = inPlanOrder(opened.filter(isLive), context.arms);
    await measureSets(group, live, context);
    await readEndUsage(live, context.resources);
    if (group.purpose === undefined && !group.oneByOne)
      await context.soak?.run(live, { ...context, rows: sharedRows(context), round: context.turn });
    const closed: RecordLaunch[] = [];
    for (const launch of opened) closed.push(isLive(launch) ? await closeArm(launch, context) : launch);
    for (const { arm, session } of live)
      for (const warning of session.warnings()) context.warn(`${arm.id}: ${warning}`);
    for (const { arm, failure } of closed) if (failure) context.warn(`${arm} failed in round ${index + 1}: ${failure}`);
    const { purpose } = group;
    return purpose === undefined ? closed : closed.map((launch) => ({ ...launch, purpose }));
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

/** Rows of the launches that serve all, whether they are measured in this round or decided. */
function sharedRows({ rows, arms }: LaunchContext): Row[] {
  const shared = launchGroups(rows, arms).filter(({ purpose }) => purpose === undefined);
  return shared.flatMap(({ sets }) => sets.flatMap((set) => set.rows));
}

interface OpenContext extends LaunchContext {
  readonly started: RunningServer[];
}

async function openArm(arm: Arm, context: OpenContext): Promise<LiveArm | RecordLaunch> {
  const { clock, signal, resources, index } = context;
  try {
    const { server, session } =
      arm.side === "control" ? await context.control.open(arm, context) : await start(arm, context);
    context.identify(arm.id, session.identity);
    const { countTokens } = context;
    const options = { clock, signal, timeoutMs: arm.launch.startupTimeoutMs, countTokens };
    const { metrics, tools } =
      arm.side === "control" ? { metrics: {}, tools: [] } : await measurePhases(server, session, options);
    context.listed?.(arm.id, tools);
    const live = liveArm(arm, { server, session, metrics });
    const usage = (await readUsage(resources, [live])).get(live);
    if (usage) live.metrics.idle_rss = usage.rssBytes;
    return live;
  } catch (error) {
    signal.throwIfAborted();
    if (index === 0 && arm.side === "head") throw error;
    const failure = shorten(error instanceof Error ? error.message : String(error));
    return { ...notStopped(arm), failure };
  }
}

async function start(
  arm: Arm,
  { launch, clock, signal, started }: OpenContext,
): Promise<{ server: RunningServer; session: Session }> {
  const server = await launch(arm.launch, { clock, signal });
  started.push(server);
  return { server, session: await server.connect() };
}

async function measureSets(group: LaunchGroup, live: readonly LiveArm[], context: LaunchContext): Promise<void> {
  const { order, index, turn } = context;
  const last = lastOfEach(group);
  for (const [place, set] of group.sets.entries()) {
    const cooldownMs = group.sets[place - 1]?.rows[0]?.cooldownMs ?? context.cooldownMs;
    if (place > 0 && cooldownMs > 0) await context.delay(cooldownMs, context.signal);
    const taking = live.filter(({ failure, arm }) => failure === undefined && rowOn(set, arm));
    const captures = new Map<LiveArm, Captures>();
    for (const one of taking)
      await stage(one, {
        ...context,
        run: async (row) => void captures.set(one, await setUp(row, { ...context, live: one })),
        set,
      });
    const arms = taking.filter((one) => captures.has(one));
    const control = taking.filter(({ arm }) => arm.side === "control");
    const load = loadOf(set);
    const schedule = control.reduce(
      (blocks, { arm }) => withControl(blocks, { arm: arm.id, load }),
      scheduleBlocks(
        arms.map(({ arm }) => arm.id),
        { load, round: turn, seed: rowSeed(context.seed, set.key) },
      ),
    );
    const before = order[set.key] ?? [];
    const measured = await measureRow(set, [...arms, ...control], {
      ...context,
      schedule,
      captures,
      blocksBefore: before.length,
    });
    order[set.key] = [...before, ...measured];
    for (const one of arms) {
      const run = (row: Row) =>
        tearDown(row, { ...context, live: one, captures: captures.get(one) ?? new Map(), last: last.has(row) });
      if (one.failure === undefined) await stage(one, { ...context, run, set });
    }
    const progress = arms.flatMap((arm) => armProgress(arm, rowOn(set, arm.arm)?.id ?? set.key));
    context.progress({ kind: "row", round: index, row: set.key, arms: progress });
  }
}

/** The last row of each launch set-up on each variant: after it, the set-up is undone. */
function lastOfEach({ sets }: LaunchGroup): ReadonlySet<Row> {
  const rows = sets.flatMap((set) =>
    set.rows.map((row) => [JSON.stringify([launchKey(row), row.variant]), row] as const),
  );
  return new Set(new Map(rows).values());
}

/** What decides the blocks is the same on every variant of a row. */
function loadOf({ rows: [row] }: RowSet): Load {
  if (!row) throw new RangeError("a row set has at least one row");
  return row.load;
}

interface Stage extends Pick<LaunchContext, "index" | "signal"> {
  readonly set: RowSet;
  readonly run: (row: Row) => Promise<void>;
}

/** Runs steps on one arm. A head that fails in the first round ends the run: its configuration does not work. */
async function stage(live: LiveArm, { set, run, index, signal }: Stage): Promise<void> {
  const row = rowOn(set, live.arm);
  if (!row || live.arm.side === "control") return;
  try {
    await run(row);
  } catch (error) {
    signal.throwIfAborted();
    if (index === 0 && live.arm.side === "head") throw error;
    giveUp(live, error instanceof Error ? error.message : String(error));
  }
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

async function closeArm(live: LiveArm, { complete, control }: LaunchContext): Promise<RecordLaunch> {
  const { arm, server, session, measurements, failure } = live;
  if (arm.side === "control") {
    if (failure === undefined) return { ...notStopped(arm), measurements };
    await control.stop();
    return { ...notStopped(arm), measurements, failure };
  }
  const metrics = complete ? live.metrics : withoutLoadMetrics(live.metrics);
  await session.close().catch(() => undefined);
  const stopped = await server.stop();
  const { exitCode, killed, orphans } = stopped;
  const ending = failure === undefined ? endingMetrics(stopped, server.pid) : {};
  return {
    arm: arm.id,
    metrics: { ...metrics, ...connectionSetup(session), ...ending },
    exitCode,
    killed,
    orphans,
    measurements,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** What is recorded of a server that was not seen to end: it never started, or goes on. */
function notStopped({ id }: Arm): RecordLaunch {
  return { arm: id, metrics: {}, exitCode: null, killed: false, orphans: 0, measurements: [] };
}

/** Metrics of the server that depend on what it was asked. */
function withoutLoadMetrics({ peak_rss, threads, open_files, ...metrics }: LiveArm["metrics"]): LiveArm["metrics"] {
  return metrics;
}

function isLive(launch: LiveArm | RecordLaunch): launch is LiveArm {
  return "session" in launch;
}
