import type { RunContext } from "../context.ts";
import { enter } from "../phase.ts";
import type { ArmRun } from "./arm-run.ts";

/** One block of the schedule, and the run it is a part of. */
interface Turn {
  readonly run: ArmRun;
  readonly amount: number;
}

interface BlockOptions extends Pick<RunContext, "signal"> {
  /** Blocks of the same row that earlier launches of the round have measured. */
  readonly blocksBefore: number;
}

/**
 * Runs blocks one after another and returns the arms in the order they ran. Requests are made before the time that counts, and
 * replies are judged after it. A block of an arm that is no longer in play is passed over.
 */
export async function runBlocks(turns: readonly Turn[], { signal, blocksBefore }: BlockOptions): Promise<string[]> {
  const order: string[] = [];
  for (const { run, amount } of turns) {
    signal.throwIfAborted();
    enter("requests and replies");
    if (run.inPlay) await run.prepare(amount);
    if (!run.inPlay) continue;
    enter(run.isControl ? "control" : "calls");
    const result = await run.send();
    enter("requests and replies");
    await run.record(result, blocksBefore + order.length);
    order.push(run.arm);
  }
  return order;
}
