import type { Clock } from "../../host/clock.ts";
import type { TreeUsage } from "../resources/process-usage.ts";
import type { ResourceReader } from "../resources/resources.ts";
import { type LiveArm, readUsage } from "./running-arm.ts";

/** Less than this says nothing: collectors and compilers finish in the background what a block left them. */
const leastIdleMs = 100;

/** A timer may be early by as much. */
const timerGrainMs = 1;

interface Spell {
  readonly before: ReadonlyMap<LiveArm, TreeUsage>;
  readonly after: ReadonlyMap<LiveArm, TreeUsage>;
  readonly ms: number;
}

/** Counts a time in which an arm was asked nothing. */
export function addIdle(live: LiveArm, { before, after, ms }: Spell): void {
  const [from, to] = [before.get(live), after.get(live)];
  if (!from || !to) return;
  live.idle.cpuMs += Math.max(0, to.cpuMs - from.cpuMs);
  live.idle.ms += ms;
}

interface WaitContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly resources: ResourceReader;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Waits until every arm was idle for long enough. Blocks of other arms are that where calls are slow; without the wait a
 * server of quick calls would be seen in some rounds only, and never decided. An arm that was asked nothing is not waited
 * for: what it does after its first call would not be seen.
 */
export async function fillIdle(
  arms: readonly LiveArm[],
  { clock, signal, resources, delay }: WaitContext,
): Promise<void> {
  const readable = arms.filter(({ arm, server, failure, measurements }) => {
    return arm.side !== "control" && server.pid !== undefined && failure === undefined && measurements.length > 0;
  });
  const missing = Math.max(0, ...readable.map(({ idle }) => leastIdleMs - idle.ms));
  if (missing === 0) return;
  const before = await readUsage(resources, readable);
  if (before.size === 0) return;
  const from = clock.now();
  await delay(Math.ceil(missing) + timerGrainMs, signal);
  const after = await readUsage(resources, readable);
  const ms = clock.now() - from;
  for (const live of readable) addIdle(live, { before, after, ms });
}

/** Share of one core that an arm used while it was asked nothing; undefined where that was too short, or cannot be read. */
export function idleCpu({ idle, measurements }: LiveArm): number | undefined {
  return measurements.length > 0 && idle.ms >= leastIdleMs ? idle.cpuMs / idle.ms : undefined;
}
