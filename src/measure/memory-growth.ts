import type { Clock } from "../clock.ts";
import type { Row } from "../config/plan.ts";
import { median } from "../stats/describe.ts";
import type { Calls } from "./calls.ts";
import { runClosedLoop } from "./closed-loop.ts";
import { giveUp, type LiveArm } from "./live-arm.ts";
import type { ResourceReader } from "./resources.ts";

/*
 * Memory that calls take and do not give back shows only once the collector has run a few times: until then a byte that is
 * kept cannot be told from one that is garbage. So a round ends with calls that nothing times, the same on every arm at the
 * same time, and the whole rise since the launch is read. A heap takes its size in steps, whose places a leak moves: the
 * slope of any part of the way may miss it, the height at the end does not.
 */

/** Calls that a launch has answered when memory is read at last, timed ones among them. */
export const amounts = { fewest: 4000, most: 6000 };

/** Fewest of them that are made after the timed blocks. */
export const leastMore = 1000;

/** The rise is the median of so many readings … */
const readings = 5;

/** … with so many calls between them, so that it does not depend on when the collector ran last. */
const between = 100;

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
 * Calls every row of every arm in turn, `more` times on each, and sets the arms' `memory_growth`: by how much RSS rose since
 * the launch, per 1,000 calls. Unset where an arm is lost or cannot be read; a lost one gets a `failure`.
 */
export async function grow(
  soaked: readonly Soaked[],
  { more, clock, signal, resources }: GrowthContext & { readonly more: number },
): Promise<void> {
  const rises = new Map(soaked.map(({ live }) => [live, [] as number[]]));
  const rowCount = soaked[0]?.rows.length ?? 1;
  let sent = 0;
  /** At least as many calls on every arm, as many of each row; false where an arm no longer answers. */
  const call = async (wanted: number): Promise<boolean> => {
    const each = Math.ceil(wanted / rowCount);
    const answered = await Promise.all(soaked.map((one) => callInTurn(one, { each, clock, signal })));
    sent += each * rowCount;
    return answered.every(Boolean);
  };
  const read = async (): Promise<void> => {
    const usages = await resources.read(soaked.flatMap(({ live }) => live.server.pid ?? []));
    for (const [{ server, metrics, measurements }, own] of rises) {
      const usage = server.pid === undefined ? undefined : usages.get(server.pid);
      if (!usage || metrics.idle_rss === undefined) continue;
      own.push((usage.rssBytes - metrics.idle_rss) / (timedCalls(measurements) + sent));
    }
  };
  if (!(await call(more - (readings - 1) * between))) return;
  await read();
  for (let reading = 1; reading < readings; reading++) {
    if (!(await call(between))) return;
    await read();
  }
  for (const [{ metrics }, own] of rises) if (own.length === readings) metrics.memory_growth = median(own) * 1000;
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
    if (disconnected === undefined && !gaveUp) continue;
    const found = disconnected === undefined ? "no answers" : `connection lost: ${disconnected}`;
    giveUp(live, `after the blocks, in more calls of ${row.id}: ${found}`);
    return false;
  }
  return true;
}

/** Calls of the timed blocks of a launch. */
export function timedCalls(measurements: LiveArm["measurements"]): number {
  return measurements.flatMap(({ blocks }) => blocks).reduce((sum, { attempted }) => sum + attempted, 0);
}
