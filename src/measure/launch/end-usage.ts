import type { Context } from "../context.ts";
import type { ResourceReader } from "../resources/resources.ts";
import type { RunningArm } from "./running-arm.ts";
import { cpuBetween, readUsage } from "./usage.ts";

/** Reads the resources of arms after all rows. */
export async function readEndUsage(arms: readonly RunningArm[], resources: ResourceReader): Promise<void> {
  for (const [arm, { rssBytes, threads, openFiles }] of await readUsage(arms, resources, "holdings"))
    arm.setMetrics({ steady_rss: rssBytes, threads, open_files: openFiles });
}

/** Idle for less than this says nothing: collectors and compilers finish in the background what a block left them. */
const leastIdleMs = 100;

/** A timer may be early by as much. */
const timerGrainMs = 1;

/**
 * Watches what every arm does while it is asked nothing, for as long as tells. An arm that was called for nothing is not
 * watched: what it does after its first call would not be seen.
 */
export async function waitForIdle(
  arms: readonly RunningArm[],
  { clock, signal, resources, delay }: Pick<Context, "clock" | "signal" | "resources" | "delay">,
): Promise<void> {
  const readable = arms.filter(({ isControl, server, failure, measurements }) => {
    return !isControl && server.pid !== undefined && failure === undefined && measurements.length > 0;
  });
  if (readable.length === 0) return;
  const before = await readUsage(readable, resources, "known");
  if (before.size === 0) return;
  const from = clock.now();
  await delay(leastIdleMs + timerGrainMs, signal);
  const after = await readUsage(readable, resources, "known");
  const ms = clock.now() - from;
  for (const arm of readable) {
    const cpuMs = cpuBetween(arm, before, after);
    if (cpuMs !== undefined && ms >= leastIdleMs) arm.setMetrics({ idle_cpu: cpuMs / ms });
  }
}
