import { Bench } from "tinybench";
import type { RunContext } from "../context.ts";
import type { ArmRun } from "./arm-run.ts";

/** One block of the schedule, and the run it is a part of. */
interface Turn {
  readonly run: ArmRun;
  readonly amount: number;
}

interface BlockOptions {
  readonly name: string;
  readonly context: Pick<RunContext, "clock" | "signal">;
  /** Blocks of the same row that earlier launches of the round have measured. */
  readonly blocksBefore: number;
}

/**
 * Runs blocks one after another and returns the arms in the order they ran. tinybench iterates: one iteration is one block,
 * and its duration the time of the load alone. Requests are made before that time, and after it replies are judged. A block
 * of an arm that is no longer in play is passed over.
 */
export async function runBlocks(turns: readonly Turn[], options: BlockOptions): Promise<string[]> {
  const { name, context, blocksBefore } = options;
  const { clock, signal } = context;
  const order: string[] = [];
  if (turns.length === 0) return order;

  const runBlock = async ({ run, amount }: Turn): Promise<number> => {
    signal.throwIfAborted();
    if (!run.inPlay) return 0;
    await run.prepare(amount);
    if (!run.inPlay) return 0;
    const result = await run.send();
    await run.record(result, blocksBefore + order.length);
    order.push(run.arm);
    return result.wallMs;
  };

  const waiting = turns.values();
  const iterate = async () => {
    const { value: turn } = waiting.next();
    return { overriddenDuration: turn ? await runBlock(turn) : 0 };
  };
  const bench = new Bench({ iterations: turns.length, time: 0, warmup: false, throws: true, now: () => clock.now() });
  await bench.add(name, iterate, { async: true }).run();
  return order;
}
