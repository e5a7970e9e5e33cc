import type { Row } from "../../plan/plan.ts";
import type { Context, RunContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { runClosedLoop } from "../load/closed-loop.ts";
import { type Calls, openCalls } from "../row/calls.ts";

/*
 * Memory that calls take and do not give back shows only once the collector has run a few times. So a round ends with calls
 * that nothing times, the same on every arm at the same time. The first of them fill what a server keeps for calls in flight;
 * by what memory rises after them is read in four stretches, and the one in which it rises most is left out: a heap or a
 * cache that grows once grows in one of them, a leak in all.
 */

/** Calls after which a heap has found its size: so many are made, less the timed ones of the launch, … */
export const mostCalls = 3000;
/** … but no fewer than these, where there is time. */
export const fewestCalls = 1200;

/** So much of them comes before memory is read first. */
const settlingShare = 1 / 6;

/** Nothing times these calls: in flight together they take a server no longer than it works on them. */
const inFlight = 8;

/** The rows take turns of about this many calls. */
const callsPerTurn = 100;

const stretches = 4;

/** Fewest turns: one to settle, and one in each stretch. */
const fewestTurns = 1 + stretches;

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

export type Growth =
  /** `calls`: those over which memory was read. */
  | { readonly kind: "grown"; readonly calls: number }
  /** There was no time for all calls. */
  | { readonly kind: "late" }
  /** Arms that did not take them, and what happened. */
  | { readonly kind: "lost"; readonly lost: ReadonlyMap<RunningArm, string> };

interface GrowOptions {
  /** About the longest they are to take. */
  readonly longestMs: number;
  readonly context: Pick<Context, "clock" | "signal" | "resources">;
}

interface Reading {
  readonly calls: number;
  readonly rssBytes: ReadonlyMap<RunningArm, number>;
}

/**
 * Calls every row of every arm in turn and sets the arms' `memory_growth`: by how much RSS rises per 1,000 calls, without the
 * stretch in which it rises most. Not set on any where one is lost or late, nor on those that cannot be read.
 */
export async function grow(arms: readonly CheckedArm[], { longestMs, context }: GrowOptions): Promise<Growth> {
  const { clock } = context;
  const shares = arms[0]?.rows ?? [];
  const turns = Math.max(fewestTurns, Math.round(sumOf(shares) / callsPerTurn));
  const made = (turn: number) => shares.reduce((sum, { amount }) => sum + upTo(turn, { amount, turns }), 0);
  const settled = Math.round(turns * settlingShare);
  const looks = Array.from({ length: stretches + 1 }, (_, look) =>
    Math.round(settled + ((turns - settled) * look) / stretches),
  );
  const found: Reading[] = [];
  const until = clock.now() + longestMs * patience;
  for (let turn = 1; turn <= turns; turn++) {
    if (clock.now() > until) return { kind: "late" };
    const failures = await Promise.all(arms.map((arm) => callInTurn(arm, { turn, turns, longestMs, context })));
    const lost = new Map(arms.flatMap(({ running }, index) => (failures[index] ? [[running, failures[index]]] : [])));
    if (lost.size > 0) return { kind: "lost", lost };
    if (looks.includes(turn)) found.push({ calls: made(turn), rssBytes: await readRss(arms, context) });
  }
  for (const { running } of arms) {
    const growth = growthOf(running, found);
    if (growth !== undefined) running.setMetrics({ memory_growth: growth });
  }
  return { kind: "grown", calls: made(turns) - made(settled) };
}

function sumOf(shares: readonly Share[]): number {
  return shares.reduce((sum, { amount }) => sum + amount, 0);
}

/** Memory of the tree that each arm began with; further servers of a row are gone by now. */
async function readRss(
  arms: readonly CheckedArm[],
  { resources }: Pick<Context, "resources">,
): Promise<ReadonlyMap<RunningArm, number>> {
  const pids = arms.flatMap(({ running }) => running.server.pid ?? []);
  const usages = await resources.read(pids, "known");
  return new Map(
    arms.flatMap(({ running }) => {
      const usage = running.server.pid === undefined ? undefined : usages.get(running.server.pid);
      return usage ? [[running, usage.rssBytes] as const] : [];
    }),
  );
}

/** Per 1,000 calls; undefined where a reading is missing, or no call lies between two. */
function growthOf(running: RunningArm, readings: readonly Reading[]): number | undefined {
  const rises = readings.slice(1).flatMap((reading, index) => {
    const before = readings[index];
    const [from, to] = [before?.rssBytes.get(running), reading.rssBytes.get(running)];
    const calls = reading.calls - (before?.calls ?? 0);
    return from === undefined || to === undefined || calls === 0 ? [] : ((to - from) / calls) * 1000;
  });
  return rises.length === stretches ? growthWithoutStep(rises) : undefined;
}

/** The mean of the rises but the largest. */
export function growthWithoutStep(rises: readonly number[]): number {
  const steady = rises.toSorted((a, b) => a - b).slice(0, -1);
  return steady.reduce((sum, rise) => sum + rise, 0) / steady.length;
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
