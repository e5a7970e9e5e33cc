import type { Row } from "../../plan/plan.ts";
import { median } from "../../stats/describe.ts";
import type { Context, RunContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { runClosedLoop } from "../load/closed-loop.ts";
import { type Calls, openCalls } from "../row/calls.ts";

/*
 * Memory that calls take and do not give back shows only once the collector has run a few times: until then a byte that is
 * kept cannot be told from one that is garbage. So a round ends with calls that nothing times, the same on every arm at the
 * same time, and the whole rise since the launch is read. A heap takes its size in steps, whose places a leak moves: the
 * slope of any part of the way may miss it, the height at the end does not.
 */

/** Calls that a launch has answered when memory is read at last, timed ones among them. */
export const mostCalls = 6000;

/** Fewest of them that are made after the timed blocks. */
export const leastMore = 1000;

/** Nothing times these calls: in flight together they take a server no longer than it works on them. */
const inFlight = 8;

/** The rise is the median of this many readings … */
const readings = 5;

/** … with about this many calls between them, so that it does not depend on when the collector ran last. */
const between = 100;

/** A row to call, and how often. */
export interface Share {
  readonly row: Row;
  readonly amount: number;
}

/** An arm, and the rows that are called on it. */
export interface CheckedArm {
  readonly running: RunningArm;
  readonly rows: (Share & { readonly calls: Calls })[];
}

/** Opens the calls of every row on every arm; gives the arms that refuse, and why. */
export async function openAll(
  arms: readonly CheckedArm[],
  shares: readonly Share[],
  context: RunContext,
): Promise<ReadonlyMap<RunningArm, string>> {
  const lost = new Map<RunningArm, string>();
  for (const { running, rows } of arms) {
    try {
      for (const { row, amount } of shares)
        rows.push({ row, amount, calls: await openCalls(row, running, { context, captures: new Map() }) });
    } catch (error) {
      context.signal.throwIfAborted();
      lost.set(running, error instanceof Error ? error.message : String(error));
    }
  }
  return lost;
}

/** Calls may last this many times longer than they are meant to. */
const patience = 3;

/** The shortest time that an answer is waited for. */
const leastTimeoutMs = 1000;

/** `late`: there was no time for all calls. `lost`: arms that did not take them, and what happened. */
export type Growth = "grown" | "late" | { readonly lost: ReadonlyMap<RunningArm, string> };

interface GrowOptions {
  /** About the longest they are to take. */
  readonly longestMs: number;
  readonly context: Pick<Context, "clock" | "signal" | "resources">;
}

/**
 * Calls every row of every arm in turn and sets the arms' `memory_growth`: by how much RSS rose since the launch, per 1,000
 * calls. Not set on any where one is lost or late, nor on those that cannot be read.
 */
export async function grow(arms: readonly CheckedArm[], { longestMs, context }: GrowOptions): Promise<Growth> {
  const { clock, resources } = context;
  const rises = new Map(arms.map(({ running }) => [running, [] as number[]]));
  const shares = arms[0]?.rows ?? [];
  const made = (turn: number) => shares.reduce((sum, { amount }) => sum + upTo(turn, { amount, turns }), 0);
  const turns = Math.max(readings, Math.round(shares.reduce((sum, { amount }) => sum + amount, 0) / between));
  const until = clock.now() + longestMs * patience;
  for (let turn = 1; turn <= turns; turn++) {
    if (clock.now() > until) return "late";
    const failures = await Promise.all(arms.map((arm) => callInTurn(arm, { turn, turns, longestMs, context })));
    const lost = new Map(arms.flatMap(({ running }, index) => (failures[index] ? [[running, failures[index]]] : [])));
    if (lost.size > 0) return { lost };
    if (turn <= turns - readings) continue;
    const usages = await resources.read(
      arms.flatMap(({ running }) => running.server.pid ?? []),
      "known",
    );
    for (const [{ server, metrics, measurements }, own] of rises) {
      const usage = server.pid === undefined ? undefined : usages.get(server.pid);
      if (!usage || metrics.idle_rss === undefined) continue;
      own.push((usage.rssBytes - metrics.idle_rss) / (timedCalls(measurements) + made(turn)));
    }
  }
  for (const [running, own] of rises)
    if (own.length === readings) running.setMetrics({ memory_growth: median(own) * 1000 });
  return "grown";
}

/** How many calls of a row are made by the end of a turn, from 1. */
function upTo(turn: number, { amount, turns }: { readonly amount: number; readonly turns: number }): number {
  return Math.floor((amount * turn) / turns);
}

interface Turn extends Pick<GrowOptions, "longestMs" | "context"> {
  readonly turn: number;
  readonly turns: number;
}

/** The calls of one turn, one row after another; what happened where they are no longer answered. */
async function callInTurn(
  { rows }: CheckedArm,
  { turn, turns, longestMs, context }: Turn,
): Promise<string | undefined> {
  const { clock, signal } = context;
  for (const { row, amount, calls } of rows) {
    signal.throwIfAborted();
    const { wire, encode, classify } = calls;
    const length = upTo(turn, { amount, turns }) - upTo(turn - 1, { amount, turns });
    if (length === 0) continue;
    const frames = Array.from({ length }, encode);
    const concurrency = row.load.kind === "closed" ? Math.max(row.load.concurrency, inFlight) : inFlight;
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
export function timedCalls(measurements: RunningArm["measurements"]): number {
  return measurements.flatMap(({ blocks }) => blocks).reduce((sum, { attempted }) => sum + attempted, 0);
}
