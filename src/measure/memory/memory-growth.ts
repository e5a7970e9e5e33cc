import type { Clock } from "../../host/clock.ts";
import type { Row } from "../../plan/plan.ts";
import { median } from "../../stats/describe.ts";
import type { LiveArm } from "../launch/running-arm.ts";
import { runClosedLoop } from "../load/closed-loop.ts";
import type { ResourceReader } from "../resources/resources.ts";
import { type Calls, type CallsContext, openCalls } from "../row/calls.ts";

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

/** … with about so many calls between them, so that it does not depend on when the collector ran last. */
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

/** Opens the calls of every row on every arm; those arms that refuse, and why. */
export async function openAll(
  opened: readonly Soaked[],
  chosen: readonly Row[],
  context: Omit<CallsContext, "captures">,
): Promise<ReadonlyMap<LiveArm, string>> {
  const lost = new Map<LiveArm, string>();
  for (const { live, rows } of opened) {
    try {
      for (const row of chosen)
        rows.push({ row, calls: await openCalls(row, live, { ...context, captures: new Map() }) });
    } catch (error) {
      context.signal.throwIfAborted();
      lost.set(live, error instanceof Error ? error.message : String(error));
    }
  }
  return lost;
}

/** So many times longer than they are to take they may last. */
const patience = 3;

/** No answer is waited for less long. */
const leastTimeoutMs = 1000;

/** `late`: there was no time for all calls. `lost`: arms that did not take them, and what happened. */
export type Growth = "grown" | "late" | { readonly lost: ReadonlyMap<LiveArm, string> };

interface Amount {
  /** Calls of an arm. */
  readonly more: number;
  /** About the longest they are to take. */
  readonly longestMs: number;
}

/**
 * Calls every row of every arm in turn, `more` times on each, and sets the arms' `memory_growth`: by how much RSS rose since
 * the launch, per 1,000 calls. Unset on all where one is lost or late, and on those that cannot be read.
 */
export async function grow(
  soaked: readonly Soaked[],
  { more, longestMs, clock, signal, resources }: GrowthContext & Amount,
): Promise<Growth> {
  const rises = new Map(soaked.map(({ live }) => [live, [] as number[]]));
  const rowCount = soaked[0]?.rows.length ?? 1;
  const each = Math.ceil(between / rowCount);
  const stretches = Math.max(readings, Math.round(more / (each * rowCount)));
  const until = clock.now() + longestMs * patience;
  for (let stretch = 1; stretch <= stretches; stretch++) {
    if (clock.now() > until) return "late";
    const answers = await Promise.all(soaked.map((one) => callInTurn(one, { each, longestMs, clock, signal })));
    const lost = new Map(soaked.flatMap(({ live }, index) => (answers[index] ? [[live, answers[index]]] : [])));
    if (lost.size > 0) return { lost };
    if (stretch <= stretches - readings) continue;
    const usages = await resources.read(soaked.flatMap(({ live }) => live.server.pid ?? []));
    for (const [{ server, metrics, measurements }, own] of rises) {
      const usage = server.pid === undefined ? undefined : usages.get(server.pid);
      if (!usage || metrics.idle_rss === undefined) continue;
      own.push((usage.rssBytes - metrics.idle_rss) / (timedCalls(measurements) + stretch * each * rowCount));
    }
  }
  for (const [{ metrics }, own] of rises) if (own.length === readings) metrics.memory_growth = median(own) * 1000;
  return "grown";
}

/** `each` calls of every row, one row after another; what happened where they are no longer answered. */
async function callInTurn(
  { rows }: Soaked,
  { each, longestMs, clock, signal }: { each: number; longestMs: number; clock: Clock; signal: AbortSignal },
): Promise<string | undefined> {
  for (const { row, calls } of rows) {
    signal.throwIfAborted();
    const { wire, encode, classify } = calls;
    const frames = Array.from({ length: each }, encode);
    const concurrency = row.load.kind === "closed" ? row.load.concurrency : 1;
    const timeoutMs = Math.min(row.load.timeoutMs, Math.max(longestMs, leastTimeoutMs));
    const options = { wire, classify, clock, signal, frames, concurrency, timeoutMs };
    const { disconnected, gaveUp } = await runClosedLoop(options);
    if (disconnected === undefined && !gaveUp) continue;
    const found = disconnected === undefined ? "no answers" : `connection lost: ${disconnected}`;
    return `after the blocks, in more calls of ${row.id}: ${found}`;
  }
  return undefined;
}

/** Calls of the timed blocks of a launch. */
export function timedCalls(measurements: LiveArm["measurements"]): number {
  return measurements.flatMap(({ blocks }) => blocks).reduce((sum, { attempted }) => sum + attempted, 0);
}
