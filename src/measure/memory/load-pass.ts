import { timeLimit } from "../../base/time-limit.ts";
import { summaryOf } from "../../errors.ts";
import type { Captures } from "../../model/template.ts";
import type { Arm, Row } from "../../plan/plan.ts";
import { mostPoints, type RecordLoadPass } from "../../record/load-pass.ts";
import type { RunContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { readUsage } from "../launch/usage.ts";
import { loadRunner } from "../load/load-runner.ts";
import type { LoopResult } from "../load/loop-result.ts";
import { Recorder } from "../load/recorder.ts";
import { type Calls, openCalls } from "../row/calls.ts";
import { setUp, tearDown } from "../row/setup-steps.ts";
import { launchForRow } from "./launch-for-row.ts";

/*
 * Peak and average memory while a load runs. Reading it costs the machine what a call costs and would show in every timed
 * block; so each row that asks for it has a pass of its own, once per run, on a fresh launch of each arm but the control.
 */

/** Reading /proc takes a millisecond; `ps` is a process of its own. */
const intervalMs = (method: string) => (method === "linux-proc-highwater" ? 20 : 50);

/** Runs the pass of every row that asks for one. What fails is a warning: the rounds are measured by then. */
export async function passLoads(context: RunContext): Promise<RecordLoadPass[]> {
  const passes: RecordLoadPass[] = [];
  const { arms, rows: planned } = context.plan;
  const rows = planned.filter(({ loadPass }) => loadPass);
  if (rows.length > 0 && context.resources.method === "none") {
    context.warn("memory during the load cannot be read on this operating system");
    return passes;
  }
  for (const row of rows) {
    for (const arm of arms.filter(({ side, variant }) => side !== "control" && variant === row.variant)) {
      try {
        const pass = await passLoad(row, arm, context);
        if (pass) passes.push(pass);
      } catch (error) {
        context.signal.throwIfAborted();
        const message = summaryOf(error);
        context.warn(`${arm.id}: memory during the load of ${row.id} is unknown: ${message}`);
      }
    }
  }
  return passes;
}

async function passLoad(row: Row, arm: Arm, context: RunContext): Promise<RecordLoadPass | undefined> {
  const running = await launchForRow(row, arm, context);
  const { server, session } = running;
  try {
    if (server.pid === undefined) return undefined;
    const captures = await setUp(row, running, context);
    const pass = await watch(row, running, { context, captures });
    await tearDown(row, running, { context, captures, last: true });
    await session.close().catch(() => undefined);
    return pass;
  } finally {
    await server.stop();
  }
}

/** Sends what one round sends of the row, without a warm-up, and reads the tree's memory from before to after. */
async function watch(
  row: Row,
  running: RunningArm,
  { context, captures }: { readonly context: RunContext; readonly captures: Captures },
): Promise<RecordLoadPass | undefined> {
  const { clock, resources, delay, signal, alarm } = context;
  await using calls = await openCalls(row, running, { context, captures });
  const runner = loadRunner(row.load, { ...calls, clock, signal, delay, alarm });
  runner.prepare(row.load.requests ?? row.load.durationMs ?? 0);
  const curve = new RssCurve();
  const from = clock.now();
  const read = async (): Promise<number | undefined> => {
    const usage = (await readUsage([running], resources)).get(running);
    if (usage) curve.add(clock.now() - from, usage.rssBytes);
    return usage?.peakRssBytes;
  };
  const before = await read();
  const over = new AbortController();
  const every = intervalMs(resources.method);
  const reading = (async () => {
    while (!over.signal.aborted) {
      await delay(every, AbortSignal.any([over.signal, signal])).catch(() => undefined);
      if (!over.signal.aborted) await read();
    }
  })();
  const result = await runner.run().finally(() => over.abort());
  await reading;
  const after = await read();
  const found = curve.summary();
  requireMostOk(result, { row, ...calls });
  if (!found) return undefined;
  // The kernel's own mark sees what lies between two readings; one that start-up has set says nothing of the load.
  const rose = before !== undefined && after !== undefined && after > before;
  const peakRssBytes = rose ? Math.max(found.peakRssBytes, after) : found.peakRssBytes;
  return { row: row.id, arm: running.id, intervalMs: every, ...found, peakRssBytes };
}

/** Refuses a growth of memory under calls that mostly failed. Throws an Error that says how they ended. */
export function requireMostOk(
  result: LoopResult,
  { row, classify }: Pick<Calls, "classify"> & { readonly row: Row },
): void {
  if (result.disconnected !== undefined) throw new Error(`the connection was lost: ${result.disconnected}`);
  if (result.gaveUp) throw new Error(`the server left calls unanswered for ${timeLimit(row.load.timeoutMs)} each`);
  const recorder = new Recorder(row.id, { classify });
  recorder.addBlock(0, result);
  const { blocks, errors } = recorder.measurement();
  const { ok = 0, attempted = 0 } = blocks[0] ?? {};
  if (ok > attempted / 2) return;
  const [first] = errors;
  throw new Error(`${ok} of ${attempted} calls were ok${first ? ` (${first.kind}: ${first.message})` : ""}`);
}

/** Readings of memory in order of time: mean and peak of all of them, and a curve of bounded length. */
export class RssCurve {
  #readings = 0;
  #sum = 0;
  #peak = 0;
  #end = 0;
  /** Every how many readings one is kept. */
  #stride = 1;
  #points: [number, number][] = [];

  add(atMs: number, rssBytes: number): void {
    if (this.#readings % this.#stride === 0) this.#points.push([Math.round(atMs * 10) / 10, rssBytes]);
    if (this.#points.length >= mostPoints) {
      this.#points = this.#points.filter((_, index) => index % 2 === 0);
      this.#stride *= 2;
    }
    this.#readings++;
    this.#sum += rssBytes;
    this.#peak = Math.max(this.#peak, rssBytes);
    this.#end = rssBytes;
  }

  /** Undefined without a reading. */
  summary(): Omit<RecordLoadPass, "row" | "arm" | "intervalMs"> | undefined {
    if (this.#readings === 0) return undefined;
    return {
      readings: this.#readings,
      meanRssBytes: Math.round(this.#sum / this.#readings),
      peakRssBytes: this.#peak,
      endRssBytes: this.#end,
      curve: this.#points,
    };
  }
}
