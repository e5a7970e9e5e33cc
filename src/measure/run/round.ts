import type { RecordLaunch, RecordRound } from "../../record/record.ts";
import type { LaunchContext, RoundContext } from "../context.ts";
import { groupsOfRound, isShared, launchGroups } from "../launch/launch-group.ts";
import type { LeakCheck } from "../memory/leak-check.ts";
import { runLaunch } from "./run-launch.ts";
import { isBudgetSpent } from "./time-budget.ts";

const none = () => 0;

/**
 * One round: fresh launches of every arm, alive side by side or one after another as the rows ask, every row in turns,
 * and their stop. An arm that fails gets a `failure`, the others go on; only a head that cannot be launched or set up in
 * round 0 rejects, with its error. Where the time budget ends, so does the round, with the rows that every arm has finished.
 * Every server but the control is stopped when this settles.
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
      const launch: Omit<LaunchContext, "readings"> = {
        ...context,
        turn,
        order,
        watchesIdle,
        leakCheckMs: isShared(group) ? leakCheckMs : none,
      };
      const made: RecordLaunch[] = [];
      for (const together of group.oneByOne ? arms.map((arm) => [arm]) : [arms])
        if (!isOver()) made.push(...(await runLaunch({ ...group, arms: together }, launch, leakCheck)));
      // An arm that was measured alone is beside nothing.
      if (!isOver() || !group.oneByOne) launches.push(...made);
      if (isShared(group)) leakCheckMs = none;
    }
  }
  const place = new Map(plan.arms.map(({ id }, at) => [id, at]));
  return { index, order, launches: launches.toSorted((a, b) => (place.get(a.arm) ?? 0) - (place.get(b.arm) ?? 0)) };
}
