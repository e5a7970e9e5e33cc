import { mkdir } from "node:fs/promises";
import path from "node:path";
import { family } from "../../../base/host/process-tree.ts";
import { timeLimit } from "../../../base/time-limit.ts";
import type { RunContext } from "../../../measure/context.ts";
import { RunningArm } from "../../../measure/launch/running-arm.ts";
import { cpuBetween, readUsage } from "../../../measure/launch/usage.ts";
import { loadRunner, warmUpLoad } from "../../../measure/load/load-runner.ts";
import type { LoopResult } from "../../../measure/load/loop-result.ts";
import { requireMostOk } from "../../../measure/load/recorder.ts";
import { readList } from "../../../measure/load/request-once.ts";
import { type Calls, openCalls } from "../../../measure/row/calls.ts";
import { setUp, tearDown } from "../../../measure/row/setup-steps.ts";
import { answeredLoad } from "../../../model/load.ts";
import type { Captures } from "../../../model/template.ts";
import { withValues } from "../../../plan/placeholders.ts";
import type { Arm, Row } from "../../../plan/plan.ts";
import type { ProfileKind } from "../../../record/profile.ts";
import type { LaunchProfile } from "../profile/pool.ts";
import { together, totalOf } from "../profile/profile.ts";
import { HookServer } from "./hook-server.ts";
import type { NoProfile, PreparedProfiler, ProcessSamples, Profiler } from "./profiler.ts";

/** Time for which a server is called before it is profiled, in which most of it is compiled, and meanwhile. */
export interface Lengths {
  readonly warmUpMs: number;
  readonly lookMs: number;
}

export interface LaunchOptions {
  readonly kind: ProfileKind;
  readonly profilers: readonly Profiler[];
  readonly lengths: Lengths;
  readonly context: RunContext;
}

export interface SeenLaunch extends LaunchProfile, ProcessSamples {
  /** The profilers that saw something. */
  readonly by: readonly string[];
}

/** Launches an arm once for one row, untimed, and looks into it while it is called. Rejects where it cannot be launched or called. */
export async function profileLaunch(
  row: Row,
  arm: Arm,
  { kind, profilers, lengths, context }: LaunchOptions,
): Promise<SeenLaunch | NoProfile> {
  await using hooks = await HookServer.open();
  const prepared: Ready[] = [];
  try {
    const { clock, signal } = context;
    let { launch } = arm;
    for (const [place, profiler] of profilers.filter(({ kinds }) => kinds.includes(kind)).entries()) {
      const folder = path.join(hooks.folder, String(place));
      await mkdir(folder);
      const made = await profiler.prepare(launch, { kind, folder, hooks, clock, signal });
      prepared.push({ ...made, name: profiler.name });
      launch = made.launch;
    }
    return await lookAt(row, { ...arm, launch }, { kind, prepared, lengths, context });
  } finally {
    for (const one of prepared) await one[Symbol.asyncDispose]();
  }
}

type Ready = PreparedProfiler & Pick<Profiler, "name">;

interface LookOptions extends Omit<LaunchOptions, "profilers"> {
  readonly prepared: readonly Ready[];
}

async function lookAt(row: Row, arm: Arm, { kind, prepared, lengths, context }: LookOptions) {
  const { clock, signal, launch } = context;
  const from = clock.now();
  const server = await launch(withValues(arm.launch, row.setup?.values ?? {}));
  try {
    const session = await server.connect();
    const timeoutMs = arm.launch.startupTimeoutMs;
    // A server may want arguments repeated in headers, and says which in its list.
    const { items: tools } = await readList(session, "tools", { clock, signal, timeoutMs });
    const running = new RunningArm(arm, { server, session, tools });
    const { cpuMs, ...work } =
      kind === "start-up"
        ? { calls: 1, elapsedMs: clock.now() - from, cpuMs: undefined }
        : await call(row, running, { prepared, lengths, context });
    const found: (ProcessSamples & { readonly name: string })[] = [];
    const unable: string[] = [];
    for (const { name, stop } of prepared) {
      const one = await stop();
      if ("unable" in one) unable.push(`${name}: ${one.unable}`);
      else found.push({ ...one, name });
    }
    if (found.length === 0) return { unable: unable.join("; ") };
    const profile = together(found.map((one) => one.profile));
    if (kind === "time" && cpuMs !== undefined && isMostlyUnseen(totalOf(profile), { ...work, cpuMs }))
      return { unable: [...unable, unseen].join("; ") };
    return { ...work, profile, raw: found.flatMap(({ raw }) => raw), by: found.map(({ name }) => name) };
  } finally {
    await server.stop();
  }
}

const unseen =
  "most of the server's CPU time is in processes or threads that cannot be profiled, such as those with an environment of their own";

/** The least part of a processor that a server has to use, and of that the least that has to be seen. */
const leastBusy = 0.25;
const leastSeen = 1 / 3;

/** Tests whether most of the work was in code that cannot be profiled: it would be reported as waiting. */
function isMostlyUnseen(seenMs: number, { elapsedMs, cpuMs }: Record<"elapsedMs" | "cpuMs", number>): boolean {
  return cpuMs > leastBusy * elapsedMs && seenMs < leastSeen * cpuMs;
}

/** Set-up, the calls, and tear-down, without which the set-up of the next launch may fail. */
async function call(row: Row, running: RunningArm, options: Omit<LookOptions, "kind">) {
  const { context } = options;
  const captures = await setUp(row, running, context);
  try {
    return await callProfiled(row, running, { ...options, captures });
  } finally {
    if (!context.signal.aborted) await tearDown(row, running, { context, captures, last: true });
  }
}

/**
 * Warm-up, and the calls under the eyes of the profilers; what they keep is fetched by who stops them. `cpuMs`: CPU time of
 * all processes of the server meanwhile, where that is known.
 */
async function callProfiled(
  row: Row,
  running: RunningArm,
  { prepared, lengths, context, captures }: Omit<LookOptions, "kind"> & { readonly captures: Captures },
) {
  const { clock, signal, delay, alarm, resources } = context;
  await using calls = await openCalls(row, running, { context, captures });
  const options = { ...calls, clock, signal, delay, alarm };
  const first = loadRunner(warmUpLoad({ ...row.load, warmup: Math.max(1, row.load.warmup) }), options);
  first.prepare(Math.max(1, row.load.warmup));
  await first.run();
  // One after the other: at a rate, a server would wait for most of the time.
  const runner = loadRunner(answeredLoad(row.load, { durationMs: lengths.lookMs }), options);
  runner.prepare(lengths.warmUpMs);
  requireAnswered(await runner.run(), { row, ...calls });
  const taken = new Set<number>();
  for (const { start } of prepared)
    for (const pid of await start(processesOf(running).filter((one) => !taken.has(one)))) taken.add(pid);
  runner.prepare(lengths.lookMs);
  const before = await readUsage([running], resources);
  const result = await runner.run();
  const cpuMs = cpuBetween(running, before, await readUsage([running], resources, "known"));
  requireAnswered(result, { row, ...calls });
  return { calls: Math.max(1, result.sent), elapsedMs: result.wallMs, cpuMs };
}

function processesOf({ servers }: RunningArm): number[] {
  return servers.flatMap(({ pid }) => (pid === undefined ? [] : [pid, ...family(pid).map((entry) => entry.pid)]));
}

/** Refuses a look at calls that mostly failed. Throws an Error that says how they ended. */
function requireAnswered(result: LoopResult, { row, classify }: Pick<Calls, "classify"> & { readonly row: Row }): void {
  if (result.gaveUp && result.disconnected === undefined)
    throw new Error(`the server left calls unanswered for ${timeLimit(row.load.timeoutMs)} each`);
  requireMostOk(result, classify);
}
