import type { RecordLoadMemory } from "../../record/timeline.ts";
import type { Context } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { readUsage } from "../launch/usage.ts";
import { timer } from "../load/alarm.ts";
import type { LoopResult } from "../load/loop-result.ts";
import type { RssReading } from "../load/timeline.ts";
import type { TreeUsage } from "../resources/process-usage.ts";

/** Interval of two readings during the calls: reading takes about 0.1 ms from /proc, and some 20 ms where it starts a process. */
const intervalMs = { usual: 1000, costly: 5000 } as const;
/** The same of a row whose memory is asked for, which is also read before and after each block. */
const closeIntervalMs = { usual: 20, costly: 50 } as const;

type Watching = Pick<Context, "clock" | "resources"> & {
  /** True where the row asks for its memory. */
  readonly isClose?: boolean | undefined;
};

/** Reads the memory of an arm's process tree while the calls of one row are made: of blocks that last, unless the row asks for more. */
export class MemoryWatch {
  readonly #running: RunningArm;
  readonly #context: Watching;
  readonly #intervalMs: number;
  #block: RssReading[] = [];
  #reading: Promise<void> = Promise.resolve();
  #from = 0;
  #to = 0;
  #isOn = false;
  #readAt: number;
  #cancel: (() => void) | undefined;
  readonly #sums = { readings: 0, bytes: 0, peak: 0, end: 0 };

  private constructor(running: RunningArm, context: Watching) {
    this.#running = running;
    this.#context = context;
    const interval = context.isClose ? closeIntervalMs : intervalMs;
    this.#intervalMs = interval[context.resources.isCostly ? "costly" : "usual"];
    this.#readAt = context.clock.now();
  }

  /** Undefined for servers without a process that can be read. */
  static of(running: RunningArm, context: Watching): MemoryWatch | undefined {
    const canRead = running.server.pid !== undefined && context.resources.method !== "none";
    return canRead ? new MemoryWatch(running, context) : undefined;
  }

  /** Before a block, outside of what is timed. */
  async prepare(): Promise<void> {
    this.#block = [];
    this.#from = this.#context.clock.now();
    if (this.#context.isClose) await this.#read();
  }

  begin(): void {
    this.#isOn = true;
    this.#from = this.#context.clock.now();
    this.#wait();
  }

  end(): void {
    this.#isOn = false;
    this.#cancel?.();
    this.#to = this.#context.clock.now();
  }

  /** After a block: its readings at times of the load, in which the pauses of the block do not count. */
  async readings({ wallMs }: Pick<LoopResult, "wallMs">): Promise<readonly RssReading[]> {
    await this.#reading;
    // Blocks shorter than the interval are read at their ends.
    if (this.#context.isClose || this.#context.clock.now() - this.#readAt >= this.#intervalMs) await this.#read();
    const share = wallMs / Math.max(wallMs, this.#to - this.#from, 1e-6);
    return this.#block.map(({ atMs, rssBytes }) => ({ atMs: Math.min(atMs * share, wallMs), rssBytes }));
  }

  /** Summarises a row that asks for its memory. `before`, `after`: around its blocks. */
  summary(before: TreeUsage | undefined, after: TreeUsage | undefined): RecordLoadMemory | undefined {
    const { readings, bytes, peak, end } = this.#sums;
    if (!this.#context.isClose || readings === 0) return undefined;
    // The kernel's own mark sees what lies between two readings; one that was set before says nothing of these calls.
    const rose = before && after && after.peakRssBytes > before.peakRssBytes;
    const peakRssBytes = rose ? Math.max(peak, after.peakRssBytes) : peak;
    return { readings, meanRssBytes: Math.round(bytes / readings), peakRssBytes, endRssBytes: end };
  }

  #wait(): void {
    if (!this.#isOn) return;
    this.#cancel = timer(this.#intervalMs, () => {
      this.#reading = this.#read()
        .catch(() => undefined)
        .then(() => this.#wait());
    });
  }

  async #read(): Promise<void> {
    const { clock, resources } = this.#context;
    this.#readAt = clock.now();
    const atMs = clock.now() - this.#from;
    const { rssBytes } = (await readUsage([this.#running], resources, "known")).get(this.#running) ?? {};
    if (rssBytes === undefined) return;
    this.#block.push({ atMs, rssBytes });
    this.#sums.readings++;
    this.#sums.bytes += rssBytes;
    this.#sums.peak = Math.max(this.#sums.peak, rssBytes);
    this.#sums.end = rssBytes;
  }
}
