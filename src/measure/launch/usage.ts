import type { Context } from "../context.ts";
import { type Look, sumUsage, type TreeUsage } from "../resources/process-usage.ts";
import type { ResourceReader } from "../resources/resources.ts";
import type { RunningArm } from "./running-arm.ts";

/** Resources of the processes of each arm at one moment; arms that cannot be read are left out. */
export type ArmUsage = ReadonlyMap<RunningArm, TreeUsage>;

/** Reads the resources of every arm with a process of its own. */
export async function usageOf(
  arms: readonly RunningArm[],
  resources: ResourceReader,
  look: Look = "full",
): Promise<ArmUsage> {
  const usages = await resources.read(arms.flatMap(pidsOf), look);
  return new Map(
    arms.flatMap((arm) => {
      const usage = sumUsage(pidsOf(arm).flatMap((pid) => usages.get(pid) ?? []));
      return usage ? [[arm, usage] as const] : [];
    }),
  );
}

/** Reads the same and keeps the peak of each arm's memory. */
export async function readUsage(...about: Parameters<typeof usageOf>): Promise<ArmUsage> {
  const usages = await usageOf(...about);
  for (const [arm, { peakRssBytes }] of usages)
    arm.setMetrics({ peak_rss: Math.max(arm.metrics.peak_rss ?? 0, peakRssBytes) });
  return usages;
}

function pidsOf({ servers }: RunningArm): number[] {
  return servers.flatMap(({ pid }) => pid ?? []);
}

type ReadingContext = Pick<Context, "resources" | "delay" | "signal">;

/** Looks at servers that work for nobody, at most. */
const settling = { looks: 50, everyMs: 2 };

/**
 * Reads the resources of the arms of a launch before and after their rows. An arm works in its own blocks only, so one
 * reading before the blocks of a row and one after them tell what its calls cost, with what it does behind its replies.
 */
export class RowReadings {
  readonly #arms: readonly RunningArm[];
  readonly #context: ReadingContext;
  #last: ArmUsage | undefined;
  #areRestless = false;

  constructor(arms: readonly RunningArm[], context: ReadingContext) {
    this.#arms = arms;
    this.#context = context;
  }

  /**
   * Before the blocks of a row on some of the arms. `reusable`: nothing but warm-up calls came since the row before. Where a
   * reading is costly, the one after the row before then counts, with those calls: `countsWarmUp`.
   */
  async before(
    arms: readonly RunningArm[],
    { reusable }: { readonly reusable: boolean },
  ): Promise<{ readonly usage: ArmUsage; readonly countsWarmUp: boolean }> {
    if (this.#last && reusable && this.#context.resources.isCostly) return { usage: this.#last, countsWarmUp: true };
    await this.#settle(arms);
    return { usage: await this.#read(arms), countsWarmUp: false };
  }

  /** Waits until no server works for its warm-up any more, which counts as calls; once for those that never rest. */
  async #settle(arms: readonly RunningArm[]): Promise<void> {
    const { resources, delay, signal } = this.#context;
    const pids = arms.flatMap(pidsOf);
    if (!resources.areAtWork || pids.length === 0 || this.#areRestless) return;
    for (let look = 0; look < settling.looks; look++) {
      await delay(settling.everyMs, signal);
      if (!resources.areAtWork(pids)) return;
    }
    this.#areRestless = true;
  }

  /** After the blocks. `reusable`: neither calls nor the end of further servers of the row come after them. */
  async after(arms: readonly RunningArm[], { reusable }: { readonly reusable: boolean }): Promise<ArmUsage> {
    const usage = await this.#read(arms);
    this.#last = reusable ? usage : undefined;
    return usage;
  }

  #read(arms: readonly RunningArm[]): Promise<ArmUsage> {
    const { resources } = this.#context;
    // One list of all processes shows every arm; elsewhere only those of the row are worth a look.
    return readUsage(resources.isCostly ? this.#arms : arms, resources, "known");
  }
}

/** CPU time that an arm used between two readings; undefined where one of them is missing. */
export function cpuBetween(arm: RunningArm, before: ArmUsage, after: ArmUsage): number | undefined {
  const [from, to] = [before.get(arm), after.get(arm)];
  return from && to ? Math.max(0, to.cpuMs - from.cpuMs) : undefined;
}

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
  const readable = arms.filter(
    ({ server, failure, measurements }) => server.pid !== undefined && failure === undefined && measurements.length > 0,
  );
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
