import type { Context } from "../context.ts";
import { addUsage, type TreeUsage } from "../resources/process-usage.ts";
import type { ResourceReader } from "../resources/resources.ts";
import type { RunningArm } from "./running-arm.ts";

/** What the processes of each arm used at one moment; arms that cannot be read are left out. */
export type ArmUsage = ReadonlyMap<RunningArm, TreeUsage>;

/** Reads the resources of every arm with a process of its own and keeps the peak of its memory. */
export async function readUsage(
  arms: readonly RunningArm[],
  resources: ResourceReader,
  wanted?: "holdings",
): Promise<ArmUsage> {
  const usages = await resources.read(arms.flatMap(pidsOf), wanted);
  const found = arms.flatMap((arm) => {
    const [usage, ...more] = pidsOf(arm).flatMap((pid) => usages.get(pid) ?? []);
    return usage ? [[arm, more.reduce(addUsage, usage)] as const] : [];
  });
  for (const [arm, { peakRssBytes }] of found)
    arm.setMetrics({ peak_rss: Math.max(arm.metrics.peak_rss ?? 0, peakRssBytes) });
  return new Map(found);
}

function pidsOf({ servers }: RunningArm): number[] {
  return servers.flatMap(({ pid }) => pid ?? []);
}

/** CPU time that an arm used between two readings; undefined where one of them is missing. */
export function cpuBetween(arm: RunningArm, before: ArmUsage, after: ArmUsage): number | undefined {
  const [from, to] = [before.get(arm), after.get(arm)];
  return from && to ? Math.max(0, to.cpuMs - from.cpuMs) : undefined;
}

/** What an arm holds when all rows were measured, and what it did while it was asked nothing. */
export async function readEndUsage(arms: readonly RunningArm[], resources: ResourceReader): Promise<void> {
  for (const [arm, { rssBytes, threads, openFiles }] of await readUsage(arms, resources, "holdings"))
    arm.setMetrics({ steady_rss: rssBytes, threads, open_files: openFiles });
  for (const arm of arms) {
    const { ms, cpuMs } = arm.idle;
    if (arm.measurements.length > 0 && ms >= leastIdleMs) arm.setMetrics({ idle_cpu: cpuMs / ms });
  }
}

/** Idle for less than this says nothing: collectors and compilers finish in the background what a block left them. */
const leastIdleMs = 100;

/** A timer may be early by as much. */
const timerGrainMs = 1;

/** Counts a time in which an arm was asked nothing, between two readings `ms` apart. */
export function addIdle(
  arm: RunningArm,
  { before, after, ms }: { before: ArmUsage; after: ArmUsage; ms: number },
): void {
  const cpuMs = cpuBetween(arm, before, after);
  if (cpuMs !== undefined) arm.addIdle({ ms, cpuMs });
}

/**
 * Waits until every arm was idle for long enough. Where calls are slow, the blocks of other arms are time enough; without
 * the wait a server of quick calls would be seen in some rounds only, and never decided. An arm that was asked nothing is
 * not waited for: what it does after its first call would not be seen.
 */
export async function waitForIdle(
  arms: readonly RunningArm[],
  { clock, signal, resources, delay }: Pick<Context, "clock" | "signal" | "resources" | "delay">,
): Promise<void> {
  const readable = arms.filter(({ isControl, server, failure, measurements }) => {
    return !isControl && server.pid !== undefined && failure === undefined && measurements.length > 0;
  });
  const missing = Math.max(0, ...readable.map(({ idle }) => leastIdleMs - idle.ms));
  if (missing === 0) return;
  const before = await readUsage(readable, resources);
  if (before.size === 0) return;
  const from = clock.now();
  await delay(Math.ceil(missing) + timerGrainMs, signal);
  const after = await readUsage(readable, resources);
  const ms = clock.now() - from;
  for (const arm of readable) addIdle(arm, { before, after, ms });
}
