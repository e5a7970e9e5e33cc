import type { Clock } from "../clock.ts";
import type { Row } from "../config/plan.ts";
import { theilSen } from "../stats/theil-sen.ts";
import type { Calls } from "./calls.ts";
import { runClosedLoop } from "./closed-loop.ts";
import { giveUp, type LiveArm } from "./live-arm.ts";
import type { ResourceReader } from "./resources.ts";

/*
 * Memory that calls take and do not give back shows as a slope of RSS over calls, once the collector has run a few times:
 * until then a byte that is kept cannot be told from one that is garbage. So a round ends with calls that nothing times,
 * the same on every arm at the same time. What is left of a heap that grows by itself is alike in two arms, and goes with
 * the difference.
 */

/** Calls of a launch, timed ones among them, before memory is read. */
export const settling = 1000;

/** Stretches of the calls after that, memory being read at both ends of each. */
const stretches = 20;

export interface GrowthContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly resources: ResourceReader;
}

/** An arm, and the rows that are called on it. */
export interface Soaked {
  readonly live: LiveArm;
  readonly rows: { readonly row: Row; readonly calls: Calls }[];
}

/**
 * Calls every row of every arm in turn, `amount` times after the heap has settled, and sets each arm's `memory_growth`: the
 * Theil–Sen slope of RSS over the calls. Unset where an arm is lost or cannot be read; a lost one gets a `failure`.
 */
export async function grow(
  soaked: readonly Soaked[],
  { amount, clock, signal, resources }: GrowthContext & { readonly amount: number },
): Promise<void> {
  const points = new Map(soaked.map(({ live }) => [live, [] as { x: number; y: number }[]]));
  let sent = 0;
  const read = async (): Promise<void> => {
    const usages = await resources.read(soaked.flatMap(({ live }) => live.server.pid ?? []));
    for (const [live, own] of points) {
      const usage = live.server.pid === undefined ? undefined : usages.get(live.server.pid);
      if (usage) own.push({ x: sent, y: usage.rssBytes });
    }
  };
  const rowCount = soaked[0]?.rows.length ?? 1;
  /** At least as many calls on every arm, as many of each row; false where an arm no longer answers. */
  const call = async (wanted: number): Promise<boolean> => {
    const each = Math.ceil(wanted / rowCount);
    const answered = await Promise.all(soaked.map((one) => callInTurn(one, { each, clock, signal })));
    sent += each * rowCount;
    return answered.every(Boolean);
  };
  const made = Math.min(...soaked.map(({ live }) => timedCalls(live)));
  if (!(await call(Math.max(0, settling - made)))) return;
  await read();
  for (let stretch = 0; stretch < stretches; stretch++) {
    if (!(await call(amount / stretches))) return;
    await read();
  }
  for (const [{ metrics }, own] of points) {
    const slope = theilSen(own);
    if (slope !== undefined && own.length > stretches) metrics.memory_growth = slope * 1000;
  }
}

/** `each` calls of every row, one row after another; false where they are no longer answered. */
async function callInTurn(
  { live, rows }: Soaked,
  { each, clock, signal }: { each: number; clock: Clock; signal: AbortSignal },
): Promise<boolean> {
  for (const { row, calls } of rows) {
    signal.throwIfAborted();
    const { wire, encode, classify } = calls;
    const frames = Array.from({ length: each }, encode);
    const concurrency = row.load.kind === "closed" ? row.load.concurrency : 1;
    const { timeoutMs } = row.load;
    const { disconnected, gaveUp } = await runClosedLoop({
      wire,
      classify,
      clock,
      signal,
      frames,
      concurrency,
      timeoutMs,
    });
    if (disconnected !== undefined)
      giveUp(live, `connection lost after the blocks, in more calls of ${row.id}: ${disconnected}`);
    if (disconnected !== undefined || gaveUp) return false;
  }
  return true;
}

function timedCalls({ measurements }: LiveArm): number {
  return measurements.flatMap(({ blocks }) => blocks).reduce((sum, { attempted }) => sum + attempted, 0);
}
