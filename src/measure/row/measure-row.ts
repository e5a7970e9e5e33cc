import { summaryOf } from "../../errors.ts";
import { freshSessionOf } from "../../model/fresh-session.ts";
import type { Load } from "../../model/load.ts";
import type { Captures } from "../../model/template.ts";
import type { Row } from "../../plan/plan.ts";
import type { RecordSessions } from "../../record/launch.ts";
import type { RecordMeasurement } from "../../record/record.ts";
import { latenciesOf } from "../../record/samples.ts";
import { median } from "../../stats/describe.ts";
import { sizeOf } from "../../stats/pool.ts";
import type { LaunchContext } from "../context.ts";
import { type RowSet, rowOn } from "../launch/launch-group.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import type { RowReadings } from "../launch/usage.ts";
import { enter } from "../phase.ts";
import type { ArmProgress } from "../progress.ts";
import { ArmRun, recordFailedStart } from "./arm-run.ts";
import { rowSeed, type ScheduledBlock, scheduleBlocks } from "./schedule.ts";
import { endsRun, setUp, tearDown } from "./setup-steps.ts";

/** An arm that takes part in a row. */
interface Participant {
  readonly running: RunningArm;
  readonly row: Row;
  /** Captures of the set-up. */
  readonly captures: Captures;
}

interface RowOptions {
  readonly context: LaunchContext;
  /** Rows after which nothing needs the set-up of the launch any more. */
  readonly last: ReadonlySet<Row>;
  readonly readings: RowReadings;
}

/**
 * Measures one row, on each of its variants, on the arms of one launch: set-up, warm-up, the blocks, in which the arms take
 * turns, and tear-down. Every arm gets one measurement: a failed set-up is a failure of the row, a failed tear-down a warning.
 * Only head in round 0 rejects, with the error, for then its configuration does not work.
 */
export async function measureRow(
  set: RowSet,
  arms: readonly RunningArm[],
  { context, last, readings }: RowOptions,
): Promise<void> {
  enter("set-up");
  const participants: Participant[] = [];
  for (const running of arms) {
    const row = rowOn(set, running.arm);
    if (!row || running.failure !== undefined) continue;
    await running.session.renew?.();
    try {
      participants.push({ running, row, captures: await setUp(row, running, context) });
    } catch (error) {
      throwIfFinal(error, { running, row, context });
      recordFailedStart(row, running, { error, context });
    }
  }
  await measureBlocks(set, { participants, context, readings });
  for (const { running, row, captures } of participants)
    if (running.failure === undefined)
      await tearDown(row, running, { context, captures, last: last.has(row) }).catch((error: unknown) => {
        throwIfFinal(error, { running, row, context });
        context.warn(`${running.id}: ${summaryOf(error)}`);
      });
  const progress = participants.flatMap(({ running, row }) => progressOf(running, row));
  context.progress({ kind: "row", round: context.index, row: set.key, arms: progress });
}

interface Blocks extends Pick<RowOptions, "context" | "readings"> {
  readonly participants: readonly Participant[];
}

/** Warm-up on every arm, then the blocks in the order of the schedule. */
async function measureBlocks(set: RowSet, blocks: Blocks): Promise<void> {
  const { participants, context, readings } = blocks;
  const runs = new Map<string, ArmRun>();
  try {
    for (const { running, row, captures } of participants) {
      const run = await ArmRun.open(row, running, { context, captures });
      if (run) runs.set(running.id, run);
    }
    enter("warm-up");
    await warmUp(set, [...runs.values()], context);
    const schedule = scheduleOf(set, blocks);
    const arms = participants.map(({ running }) => running);
    const earlier = context.order[set.key] ?? [];
    const reusable = isPlain(set);
    enter("reading resources");
    const before = await readings.before(arms, { reusable });
    const order: string[] = [];
    for (const { arm, amount } of schedule) {
      const run = runs.get(arm);
      if (!run) continue;
      context.signal.throwIfAborted();
      if (await sendBlock(run, { amount, position: earlier.length + order.length })) order.push(arm);
    }
    enter("reading resources");
    const after = await readings.after(arms, { reusable });
    context.order[set.key] = [...earlier, ...order];
    for (const run of runs.values()) await run.changeHands();
    const sessions = await sessionsLeft([...runs.values()], context);
    // One after another: servers that start together are ready later.
    for (const run of runs.values()) await run.restart();
    enter("requests and replies");
    for (const run of runs.values()) run.finish({ before, after, sessions });
  } finally {
    for (const run of runs.values()) await run[Symbol.asyncDispose]();
  }
}

/** Makes the same number of warm-up calls on every arm. */
async function warmUp({ rows: [row] }: RowSet, runs: readonly ArmRun[], { calls }: LaunchContext): Promise<void> {
  if (!row) return;
  const times = calls?.warmUpsOf(row) ?? row.load.warmup;
  const made: (RecordMeasurement | undefined)[] = [];
  for (const run of runs) made.push(await run.warmUp(times));
  calls?.learnWarmUp(made.filter((one) => one !== undefined));
}

/** Reads what sessions of the row leave with the server of each arm. */
async function sessionsLeft(
  runs: readonly ArmRun[],
  context: LaunchContext,
): Promise<ReadonlyMap<RunningArm, RecordSessions>> {
  const arms = runs.flatMap(({ ofSessions }) => ofSessions ?? []);
  if (arms.length === 0) return new Map();
  const { checkSessions } = await import("../memory/session-check.ts");
  return checkSessions(arms, context);
}

/** Tests whether only warm-up calls come before the blocks, and nothing after them: no steps, and no further servers. */
function isPlain({ rows }: RowSet): boolean {
  return rows.every(({ setup, load, operation }) => {
    if (freshSessionOf(operation)) return false;
    const { steps = [], teardown = [] } = setup ?? {};
    return steps.length + teardown.length === 0 && (load.sessions ?? 1) === 1;
  });
}

/** Schedules the blocks, whose settings are the same on every variant of a row. */
function scheduleOf({ key, rows: [row] }: RowSet, { participants, context }: Blocks): ScheduledBlock[] {
  if (!row) throw new RangeError("a row set has at least one row");
  const calls = context.calls?.of(row);
  const load: Load = calls === undefined ? row.load : { ...row.load, requests: calls };
  const arms = participants.map(({ running }) => running.id);
  return scheduleBlocks(arms, { load, round: context.turn, seed: rowSeed(context.plan.seed, key) });
}

type FailedStep = Pick<Participant, "running" | "row"> & { readonly context: LaunchContext };

function throwIfFinal(error: unknown, { running, row, context }: FailedStep): void {
  context.signal.throwIfAborted();
  if (endsRun(row, running, context)) throw error;
}

/** The latest measurement of an arm in short, if it is of this row. */
function progressOf({ id, measurements }: RunningArm, row: Row): ArmProgress[] {
  const latest = measurements.at(-1);
  if (latest?.row !== row.id) return [];
  const sum = (field: "attempted" | "ok") => latest.blocks.reduce((total, block) => total + block[field], 0);
  const latencies = latenciesOf([latest]);
  const medianMs = sizeOf(latencies) > 0 ? median(latencies) : undefined;
  return [{ arm: id, attempted: sum("attempted"), ok: sum("ok"), medianMs }];
}

/**
 * Sends a block: requests are made before the time that counts, and replies are judged after it. Returns false, and passes it
 * over, where its arm is no longer in play.
 */
async function sendBlock(run: ArmRun, { amount, position }: { amount: number; position: number }): Promise<boolean> {
  enter("requests and replies");
  if (run.inPlay) await run.prepare(amount);
  if (!run.inPlay) return false;
  enter("calls");
  const result = await run.send();
  enter("requests and replies");
  await run.record(result, position);
  return true;
}
