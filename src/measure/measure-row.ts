import { Bench } from "tinybench";
import type { Frame } from "../server/session.ts";
import { ArmRun, type RowContext } from "./arm-run.ts";
import { type RowSet, rowOn } from "./launch-group.ts";
import { type LiveArm, readUsage } from "./live-arm.ts";
import type { LoopResult } from "./loop-result.ts";
import { replyClassifier } from "./outcome.ts";
import type { ScheduledBlock } from "./schedule.ts";
import type { Captures } from "./staging.ts";

export interface MeasureOptions extends RowContext {
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
  const runs = new Map(arms.flatMap((live) => runOf(set, { live, context, captures })));
  for (const run of runs.values()) await run.warmUp();
  const turns = schedule.flatMap(({ arm, requests }) => {
    const run = runs.get(arm);
    return run ? [{ run, requests }] : [];
  });
  const order = await driveBlocks(turns, { name: set.key, arms, context, blocksBefore });
  for (const run of runs.values()) run.finish();
  return order;
}

interface OneArm extends Pick<MeasureOptions, "captures"> {
  readonly live: LiveArm;
  readonly context: RowContext;
}

function runOf(set: RowSet, { live, context, captures }: OneArm): [string, ArmRun][] {
  const row = rowOn(set, live.arm);
  if (!row) return [];
  const classify = replyClassifier(row.expect);
  return [[live.arm.id, new ArmRun(row, { live, classify, context, captures: captures.get(live) ?? new Map() })]];
}

interface Turn {
  readonly run: ArmRun;
  readonly requests: number;
}

interface Drive {
  readonly name: string;
  readonly arms: readonly LiveArm[];
  readonly context: RowContext;
  readonly blocksBefore: number;
}

/**
 * Lets tinybench walk the blocks: one iteration is one block. Frames are made before the timed function, replies are
 * judged and resources read after it. A block of an arm that is out of play is passed over.
 */
async function driveBlocks(turns: readonly Turn[], { name, arms, context, blocksBefore }: Drive): Promise<string[]> {
  const { clock, signal, resources } = context;
  const order: string[] = [];
  if (turns.length === 0) return order;
  const waiting = turns.values();
  let usage = await readUsage(resources, arms);
  let block: { run: ArmRun; frames: Frame[]; result?: LoopResult } | undefined;

  const prepare = (): void => {
    signal.throwIfAborted();
    const { value: turn } = waiting.next();
    block = turn?.run.inPlay ? { run: turn.run, frames: turn.run.encode(turn.requests) } : undefined;
  };
  const timed = async (): Promise<{ overriddenDuration: number }> => {
    if (!block) return { overriddenDuration: 0 };
    block.result = await block.run.send(block.frames);
    return { overriddenDuration: block.result.wallMs };
  };
  const settle = async (): Promise<void> => {
    if (!block?.result) return;
    const { run, frames, result } = block;
    const after = await readUsage(resources, arms);
    run.record(result, { position: blocksBefore + order.length, frames, cpuMs: run.cpuBetween(usage, after) });
    order.push(run.arm);
    usage = after;
    block = undefined;
  };

  const options = { async: true, beforeEach: prepare, afterEach: settle };
  const bench = new Bench({ iterations: turns.length, time: 0, warmup: false, throws: true, now: () => clock.now() });
  await bench.add(name, timed, options).run();
  return order;
}
