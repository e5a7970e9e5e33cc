import { Bench } from "tinybench";
import { addIdle } from "../launch/idle-cpu.ts";
import { type RowSet, rowOn } from "../launch/launch-group.ts";
import { type LiveArm, readUsage } from "../launch/running-arm.ts";
import type { LoopResult } from "../load/loop-result.ts";
import { ArmRun, type RowContext } from "./arm-run.ts";
import { controlRow } from "./control.ts";
import type { ScheduledBlock } from "./schedule.ts";
import type { Captures } from "./staging.ts";

export interface MeasureOptions extends Omit<RowContext, "captures"> {
  readonly schedule: readonly ScheduledBlock[];
  /** Of the set-up, by arm. */
  readonly captures: ReadonlyMap<LiveArm, Captures>;
  /** Blocks of this set that earlier launches of the round have measured. */
  readonly blocksBefore: number;
}

/**
 * Measures one row, on each of its variants, on the arms of one launch: warm-up on every arm, then the blocks in the
 * order of the schedule. Adds one measurement to every arm that took part and returns the arms of the blocks in the order
 * they ran.
 */
export async function measureRow(
  set: RowSet,
  arms: readonly LiveArm[],
  { schedule, captures, blocksBefore, ...context }: MeasureOptions,
): Promise<string[]> {
  const runs = new Map<string, ArmRun>();
  try {
    for (const live of arms) {
      const row = rowOn(set, live.arm);
      const own = { ...context, captures: captures.get(live) ?? new Map() };
      const run = row && (await ArmRun.open(live.arm.side === "control" ? controlRow(row) : row, live, own));
      if (run) runs.set(live.arm.id, run);
    }
    for (const run of runs.values()) await run.warmUp();
    const turns = schedule.flatMap(({ arm, amount }) => {
      const run = runs.get(arm);
      return run ? [{ run, amount }] : [];
    });
    const order = await driveBlocks(turns, { name: set.key, arms, context, blocksBefore });
    for (const run of runs.values()) run.finish();
    return order;
  } finally {
    for (const run of runs.values()) await run[Symbol.asyncDispose]();
  }
}

interface Turn {
  readonly run: ArmRun;
  readonly amount: number;
}

interface Drive {
  readonly name: string;
  readonly arms: readonly LiveArm[];
  readonly context: Pick<RowContext, "clock" | "signal" | "resources">;
  readonly blocksBefore: number;
}

/**
 * Lets tinybench walk the blocks: one iteration is one block. Requests are made before the timed function, replies are
 * judged and resources read after it. A block of an arm that is out of play is passed over.
 */
async function driveBlocks(turns: readonly Turn[], { name, arms, context, blocksBefore }: Drive): Promise<string[]> {
  const { clock, signal, resources } = context;
  const order: string[] = [];
  if (turns.length === 0) return order;
  const waiting = turns.values();
  let usage = await readUsage(resources, arms);
  let readAt = clock.now();
  let block: { run: ArmRun; result?: LoopResult } | undefined;

  const prepare = async (): Promise<void> => {
    signal.throwIfAborted();
    const { value: turn } = waiting.next();
    block = turn?.run.inPlay ? { run: turn.run } : undefined;
    if (turn && block) await turn.run.prepare(turn.amount);
  };
  const timed = async (): Promise<{ overriddenDuration: number }> => {
    if (!block) return { overriddenDuration: 0 };
    block.result = await block.run.send();
    return { overriddenDuration: block.result.wallMs };
  };
  const settle = async (): Promise<void> => {
    if (!block?.result) return;
    const { run, result } = block;
    const after = await readUsage(resources, arms);
    await run.record(result, { position: blocksBefore + order.length, cpuMs: run.cpuBetween(usage, after) });
    const now = clock.now();
    for (const live of arms) if (live.arm.id !== run.arm) addIdle(live, { before: usage, after, ms: now - readAt });
    readAt = now;
    order.push(run.arm);
    usage = after;
    block = undefined;
  };

  const options = { async: true, beforeEach: prepare, afterEach: settle };
  const bench = new Bench({ iterations: turns.length, time: 0, warmup: false, throws: true, now: () => clock.now() });
  await bench.add(name, timed, options).run();
  return order;
}
