import type { Row } from "../../plan/plan.ts";
import type { RecordLaunch, RecordRound } from "../../record/record.ts";
import type { RunningServer } from "../../server/protocol/session.ts";
import type { LaunchContext, RoundContext } from "../context.ts";
import { closeArm, cutShort, openArm } from "../launch/launch-arm.ts";
import { groupsOfRound, isShared, type LaunchGroup, launchGroups } from "../launch/launch-group.ts";
import { RunningArm } from "../launch/running-arm.ts";
import { RowReadings, readEndUsage, waitForIdle } from "../launch/usage.ts";
import type { LeakCheck } from "../memory/leak-check.ts";
import { enter } from "../phase.ts";
import { measureRow } from "../row/measure-row.ts";
import { launchKey } from "../row/setup-steps.ts";
import { isBudgetSpent } from "./time-budget.ts";

const none = () => 0;

/**
 * One round: fresh launches of every arm, alive side by side or one after another as the rows ask, every row in turns,
 * and their stop. An arm that fails gets a `failure`, the others go on; only a head that cannot be launched or set up in
 * round 0 rejects, with its error. Where the time budget ends, so does the round, with the rows that every arm has finished.
 * Every server is stopped when this settles.
 */
export async function runRound(context: RoundContext, leakCheck: LeakCheck): Promise<RecordRound> {
  const { index, plan, rows } = context;
  // Names of rows come from the server: one may be called `constructor`.
  const order: Record<string, string[]> = Object.create(null);
  const launches: RecordLaunch[] = [];
  const groups = launchGroups(plan.rows, plan.arms);
  const hasShared = groups.some(({ purpose }) => purpose === undefined);
  // Once in a round, however many launches it has.
  let { leakCheckMs } = context;
  const isOver = () => isBudgetSpent(context.signal);
  for (const group of groupsOfRound(groups, rows)) {
    for (let pass = 0; pass < group.processes; pass++) {
      const turn = index * group.processes + pass;
      const arms = turn % 2 === 0 ? group.arms : group.arms.toReversed();
      const watchesIdle = context.asksIdle && !group.oneByOne && (group.purpose === undefined || !hasShared);
      const launch = { ...context, turn, order, watchesIdle, leakCheckMs: isShared(group) ? leakCheckMs : none };
      const made: RecordLaunch[] = [];
      for (const together of group.oneByOne ? arms.map((arm) => [arm]) : [arms])
        if (!isOver()) made.push(...(await runLaunch({ ...group, arms: together }, launch, leakCheck)));
      // An arm that was measured alone is beside nothing.
      if (!isOver() || !group.oneByOne) launches.push(...made);
      if (isShared(group)) leakCheckMs = none;
    }
  }
  return { index, order, launches: plan.arms.flatMap(({ id }) => launches.filter(({ arm }) => arm === id)) };
}

/**
 * One launch of the arms of a group: start, row sets, what they hold at the end, and stop. If the time budget ends before,
 * only finished rows are kept. Every server is stopped when this settles.
 */
async function runLaunch(group: LaunchGroup, context: LaunchContext, leakCheck: LeakCheck): Promise<RecordLaunch[]> {
  const started: RunningServer[] = [];
  const opened: (RunningArm | RecordLaunch)[] = [];
  try {
    enter("launch");
    await onEach(group.arms, { inTurns: context.startsInTurns }, async (arm) => {
      opened.push(await openArm(arm, { context, started }));
    });
    context.programs.check();
    // Each arm leads in turn; what is made of the arms does not depend on it.
    const able = opened.filter(isRunning);
    const running = context.plan.arms.flatMap(({ id }) => able.filter((one) => one.id === id));
    await measureRows(group, running, context);
    enter("watching idle servers");
    if (context.watchesIdle) await waitForIdle(running, context);
    enter("reading resources");
    await readEndUsage(running, context.resources);
    enter("leak check");
    if (isShared(group)) leakCheck.learn(running);
    await leakCheck.run(running, context, { longestMs: context.leakCheckMs(), suspect: context.suspect });
    enter("stop");
    const close = async (one: RunningArm | RecordLaunch) => (isRunning(one) ? closeArm(one, context) : one);
    const launches = await onEach(opened, { inTurns: context.asksLaunch }, close);
    tellWarnings(running, launches, context);
    return launches.map((launch) => ({ ...launch, purpose: group.purpose }));
  } catch (error) {
    if (!isBudgetSpent(context.signal)) throw error;
    const launches = opened.map((one) => (isRunning(one) ? cutShort(one) : one));
    return launches.map((launch) => ({ ...launch, purpose: group.purpose }));
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

/** One after another, or all at once. Rejects only when none is under way any more. */
async function onEach<From, To>(
  all: readonly From[],
  { inTurns }: { readonly inTurns: boolean },
  act: (one: From) => Promise<To>,
): Promise<To[]> {
  const done: To[] = [];
  if (inTurns) for (const one of all) done.push(await act(one));
  else
    for (const ended of await Promise.allSettled(all.map(act))) {
      if (ended.status === "rejected") throw ended.reason;
      done.push(ended.value);
    }
  return done;
}

function isRunning(one: RunningArm | RecordLaunch): one is RunningArm {
  return one instanceof RunningArm;
}

async function measureRows(group: LaunchGroup, running: readonly RunningArm[], context: LaunchContext): Promise<void> {
  const { plan, delay, signal } = context;
  const last = lastOfEach(group);
  const readings = new RowReadings(running, context);
  for (const [place, set] of group.sets.entries()) {
    const cooldownMs = group.sets[place - 1]?.rows[0]?.cooldownMs ?? plan.cooldownMs;
    if (place > 0 && cooldownMs > 0) await delay(cooldownMs, signal);
    await measureRow(set, running, { context, last, readings });
  }
}

/** The last row of each launch set-up on each variant: after it, the set-up is undone. */
function lastOfEach({ sets }: LaunchGroup): ReadonlySet<Row> {
  const rows = sets.flatMap((set) =>
    set.rows.map((row) => [JSON.stringify([launchKey(row), row.variant]), row] as const),
  );
  return new Set(new Map(rows).values());
}

function tellWarnings(
  running: readonly RunningArm[],
  launches: readonly RecordLaunch[],
  { warn, index }: RoundContext,
): void {
  for (const { id, session, server } of running) {
    for (const warning of session.warnings()) warn(`${id}: ${warning}`);
    if (server.unread) warn(`${id}: memory, CPU time and processes are not measured: ${server.unread}`);
  }
  for (const { arm, failure } of launches)
    if (failure) warn(`${arm} failed in round ${index + 1}: ${failure}`, `${arm} failed: ${failure}`);
}
