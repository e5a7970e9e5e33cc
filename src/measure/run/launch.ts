import type { Row } from "../../plan/plan.ts";
import type { Load } from "../../plan/workload.ts";
import { type LaunchGroup, type RowSet, rowOn } from "../launch/launch-group.ts";
import { giveUp, type LiveArm } from "../launch/running-arm.ts";
import { armProgress } from "../progress.ts";
import { withControl } from "../row/control.ts";
import { measureRow } from "../row/measure-row.ts";
import { rowSeed, scheduleBlocks } from "../row/schedule.ts";
import { type Captures, launchKey, setUp, tearDown } from "../row/staging.ts";
import type { LaunchContext } from "./round.ts";

/** Every row set of a group on the arms that live, one after another: its set-up, its blocks in turns, its end. */
export async function measureSets(group: LaunchGroup, live: readonly LiveArm[], context: LaunchContext): Promise<void> {
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
