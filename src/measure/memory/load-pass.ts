import { withValues } from "../../plan/placeholders.ts";
import type { Arm, Row } from "../../plan/plan.ts";
import type { RecordLoadPass } from "../../record/load-pass.ts";
import { type LiveArm, liveArm, readUsage } from "../launch/running-arm.ts";
import { preciseAlarm } from "../load/alarm.ts";
import { loadRunner } from "../load/load-runner.ts";
import type { LoopResult } from "../load/loop-result.ts";
import { Recorder } from "../load/recorder.ts";
import { listPages } from "../load/request.ts";
import { type Calls, openCalls } from "../row/calls.ts";
import { setUp, tearDown } from "../row/staging.ts";
import type { RoundContext } from "../run/round.ts";
import { RssCurve } from "./rss-curve.ts";

/*
 * Peak and average memory while a load runs. Reading it costs the machine what a call costs and would show in every timed
 * block; so each row that asks for it has a pass of its own, once per run, on a fresh launch of each arm but the control.
 */

/** Reading /proc takes a millisecond; `ps` is a process of its own. */
const intervalMs = (method: string) => (method.startsWith("linux") ? 20 : 50);

export type LoadPassContext = Pick<
  RoundContext,
  "arms" | "rows" | "seed" | "launch" | "clock" | "signal" | "resources" | "delay" | "alarm" | "warn"
>;

/** Runs the pass of every row that asks for one. What fails is a warning: the rounds are measured by then. */
export async function passLoads(context: LoadPassContext): Promise<RecordLoadPass[]> {
  const passes: RecordLoadPass[] = [];
  const rows = context.rows.filter(({ loadPass }) => loadPass);
  if (rows.length > 0 && context.resources.method === "none") {
    context.warn("memory during the load cannot be read on this operating system");
    return passes;
  }
  for (const row of rows) {
    for (const arm of context.arms.filter(({ side, variant }) => side !== "control" && variant === row.variant)) {
      try {
        const pass = await passLoad(row, arm, context);
        if (pass) passes.push(pass);
      } catch (error) {
        context.signal.throwIfAborted();
        const message = error instanceof Error ? error.message : String(error);
        context.warn(`${arm.id}: memory during the load of ${row.id} is not known: ${message}`);
      }
    }
  }
  return passes;
}

async function passLoad(row: Row, arm: Arm, context: LoadPassContext): Promise<RecordLoadPass | undefined> {
  const { clock, signal, launch } = context;
  const server = await launch(withValues(arm.launch, row.staging?.values ?? {}), { clock, signal });
  try {
    if (server.pid === undefined) return undefined;
    const session = await server.connect();
    // A server may want arguments repeated in headers, and says which in its list.
    if (session.capabilities.has("tools"))
      await listPages(session.wire, "tools/list", { clock, signal, timeoutMs: arm.launch.startupTimeoutMs });
    const live = liveArm(arm, { server, session });
    const captures = await setUp(row, { ...context, live });
    const pass = await watch(row, live, { ...context, captures });
    await tearDown(row, { ...context, live, captures, last: true });
    await session.close().catch(() => undefined);
    return pass;
  } finally {
    await server.stop();
  }
}

type Watching = LoadPassContext & Pick<Parameters<typeof openCalls>[2], "captures">;

/** Sends what one round sends of the row, without a warm-up, and reads the tree's memory from before to after. */
async function watch(row: Row, live: LiveArm, context: Watching): Promise<RecordLoadPass | undefined> {
  const { clock, resources, delay, signal, alarm = preciseAlarm(clock) } = context;
  await using calls = await openCalls(row, live, context);
  const runner = loadRunner(row.load, { ...calls, clock, signal, delay, alarm });
  runner.prepare(row.load.requests ?? row.load.durationMs ?? 0);
  const curve = new RssCurve();
  const from = clock.now();
  const read = async (): Promise<number | undefined> => {
    const usage = (await readUsage(resources, [live])).get(live);
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
  return { row: row.id, arm: live.arm.id, intervalMs: every, ...found, peakRssBytes };
}

/** What a server holds that refuses the calls says nothing of the load. Throws an Error that says how they ended. */
function requireMostOk(result: LoopResult, { row, classify }: Pick<Calls, "classify"> & { readonly row: Row }): void {
  if (result.disconnected !== undefined) throw new Error(`the connection was lost: ${result.disconnected}`);
  if (result.gaveUp) throw new Error(`the server left calls unanswered for ${row.load.timeoutMs} ms each`);
  const recorder = new Recorder(row.id, { classify });
  recorder.addBlock(0, result);
  const { blocks, errors } = recorder.measurement();
  const { ok = 0, attempted = 0 } = blocks[0] ?? {};
  if (ok > attempted / 2) return;
  const [first] = errors;
  throw new Error(`${ok} of ${attempted} calls were ok${first ? ` (${first.kind}: ${first.message})` : ""}`);
}
