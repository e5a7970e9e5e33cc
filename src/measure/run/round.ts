import type { Clock } from "../../host/clock.ts";
import type { Arm, LaunchSpec, Row } from "../../plan/plan.ts";
import type { ServerMetricSpec } from "../../plan/server-metrics.ts";
import type { RecordLaunch, RecordRound } from "../../record/record.ts";
import type { RecordTool } from "../../record/tools.ts";
import type { RunningServer, ServerIdentity } from "../../server/protocol/session.ts";
import { fillIdle, idleCpu } from "../launch/idle-cpu.ts";
import { closeArm, openArm } from "../launch/launch-arm.ts";
import { groupsOfRound, isShared, type LaunchGroup, launchGroups } from "../launch/launch-group.ts";
import { type LiveArm, readUsage } from "../launch/running-arm.ts";
import type { KeptControl } from "../launch/shared-control.ts";
import type { CountTokens } from "../launch/tokenizer.ts";
import type { Alarm } from "../load/alarm.ts";
import type { Soak } from "../memory/leak-check.ts";
import type { Progress } from "../progress.ts";
import type { ResourceReader } from "../resources/resources.ts";
import { measureSets } from "./launch.ts";

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
  readonly soak?: Soak;
  /** Whether calls that look for leaks follow the blocks. */
  readonly soaks?: boolean;
  readonly progress: Progress;
  /** A message is told once; `news` is what makes it another one, if not all of it. */
  readonly warn: (message: string, news?: string) => void;
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
  const groups = launchGroups(context.rows, context.arms);
  const hasShared = groups.some(({ purpose }) => purpose === undefined);
  let { soaks = false } = context;
  for (const group of groupsOfRound(groups, rows)) {
    for (let pass = 0; pass < group.processes; pass++) {
      const turn = index * group.processes + pass;
      const arms = turn % 2 === 0 ? group.arms : group.arms.toReversed();
      const watchesIdle = !group.oneByOne && (group.purpose === undefined || !hasShared);
      const given = { ...context, index, turn, order, complete, watchesIdle, soaks: soaks && isShared(group) };
      for (const together of group.oneByOne ? arms.map((arm) => [arm]) : [arms])
        launches.push(...(await runLaunch({ ...group, arms: together }, given)));
      // Once in a round, however many launches it has.
      if (given.soaks) soaks = false;
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

export interface LaunchContext extends RoundContext {
  /** Number of the round, from 0. */
  readonly index: number;
  /** Counts the launches of this group over the rounds: whose turn it is to lead. */
  readonly turn: number;
  /** False: rows are left out, so that what a launch holds after them is not what it holds after all. */
  readonly complete: boolean;
  /** Whether its arms are seen idle for long enough. */
  readonly watchesIdle: boolean;
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
    if (context.watchesIdle) await fillIdle(live, context);
    await readEndUsage(live, context.resources);
    if (isShared(group)) context.soak?.learn(live);
    if (context.soaks) await context.soak?.run(live, context);
    const closed: RecordLaunch[] = [];
    for (const launch of opened) closed.push(isLive(launch) ? await closeArm(launch, context) : launch);
    for (const { arm, session } of live)
      for (const warning of session.warnings()) context.warn(`${arm.id}: ${warning}`);
    for (const { arm, failure } of closed)
      if (failure) context.warn(`${arm} failed in round ${index + 1}: ${failure}`, `${arm} failed: ${failure}`);
    const { purpose } = group;
    return purpose === undefined ? closed : closed.map((launch) => ({ ...launch, purpose }));
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

async function readEndUsage(live: readonly LiveArm[], resources: ResourceReader): Promise<void> {
  for (const [{ metrics }, { rssBytes, threads, openFiles }] of await readUsage(resources, live, "holdings")) {
    metrics.steady_rss = rssBytes;
    if (threads !== undefined) metrics.threads = threads;
    if (openFiles !== undefined) metrics.open_files = openFiles;
  }
  for (const arm of live) {
    const share = idleCpu(arm);
    if (share !== undefined) arm.metrics.idle_cpu = share;
  }
}

function isLive(launch: LiveArm | RecordLaunch): launch is LiveArm {
  return "session" in launch;
}
