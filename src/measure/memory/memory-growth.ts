import { summaryOf } from "../../errors.ts";
import { inFlightOf } from "../../model/load.ts";
import type { Row } from "../../plan/plan.ts";
import type { Context, RunContext } from "../context.ts";
import type { KeptOfRow, RunningArm } from "../launch/running-arm.ts";
import { runClosedLoop } from "../load/closed-loop.ts";
import type { Look } from "../resources/process-usage.ts";
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

/** Nothing times these calls: in flight together they take a server no longer than it works on them. */
const inFlight = 8;

const stretches = 4;

/** Turns of the rows: one to settle, and one in each stretch. */
const turns = 1 + stretches;

/** Memory is read around the calls of each row in a turn where they are at least so many, … */
const fewestOfTurn = 8;

/** … and where each reading starts a process, where that takes no more than this share of the time of the calls. */
const mostReading = 1 / 4;

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
      lost.set(running, summaryOf(error));
    }
  }
  return lost;
}

/** Calls may last this many times longer than they are meant to. */
const patience = 3;

/** The shortest time that an answer is waited for. */
const leastTimeoutMs = 1000;

export type Growth =
  /** `calls`: those over which memory was read; `byRow`: what those of each row keep, where that was read. */
  | { readonly kind: "grown"; readonly calls: number; readonly byRow: ReadonlyMap<RunningArm, readonly KeptOfRow[]> }
  /** There was no time for all calls. */
  | { readonly kind: "late" }
  /** Arms that did not take them, and what happened. */
  | { readonly kind: "lost"; readonly lost: ReadonlyMap<RunningArm, string> };

interface GrowOptions {
  /** About the longest they are to take. */
  readonly longestMs: number;
  readonly context: Pick<Context, "clock" | "signal" | "resources">;
}

/** Memory of the tree that each arm began with. */
type Rss = ReadonlyMap<RunningArm, number>;

interface Reading {
  readonly calls: number;
  readonly rssBytes: Rss;
}

/**
 * Calls every row on every arm in turns and sets the arms' `memory_growth`: by how much RSS rises per 1,000 calls, without the
 * stretch in which it rises most. Not set on any where one is lost or late, nor on those that cannot be read.
 */
export async function grow(arms: readonly CheckedArm[], options: GrowOptions): Promise<Growth> {
  const { longestMs, context } = options;
  const { clock } = context;
  const shares = arms[0]?.rows ?? [];
  const made = (turn: number) => shares.reduce((sum, { amount }) => sum + upTo(turn, amount), 0);
  const found: Reading[] = [];
  const rises = new Map(arms.map(({ running }) => [running, shares.map((): number[] => [])]));
  let readsRows = false;
  const until = clock.now() + longestMs * patience;
  for (let turn = 1; turn <= turns; turn++) {
    const from = clock.now();
    if (from > until) return { kind: "late" };
    let before = found.at(-1)?.rssBytes;
    for (const place of shares.keys()) {
      const lost = await callRow(arms, { ...options, place, turn });
      if (lost.size > 0) return { kind: "lost", lost };
      if (!readsRows) continue;
      // One reading shows all arms: each is done with the row by now.
      const after = await readRss(arms, context, "again");
      for (const { running } of arms) {
        const [rssBefore, rssAfter] = [before?.get(running), after.get(running)];
        if (rssBefore !== undefined && rssAfter !== undefined) rises.get(running)?.[place]?.push(rssAfter - rssBefore);
      }
      before = after;
    }
    const callsMs = clock.now() - from;
    found.push({ calls: made(turn), rssBytes: await readRss(arms, context) });
    if (turn === 1) readsRows = await isWorthReading(arms, { context, callsMs });
  }
  for (const { running } of arms) {
    const growth = growthOf(running, found);
    if (growth !== undefined) running.setMetrics({ memory_growth: growth });
  }
  const byRow = new Map([...rises].flatMap(([running, ofRows]) => keptByRows(running, ofRows, shares)));
  return { kind: "grown", calls: made(turns) - made(1), byRow };
}

/** Tests whether memory can be read around the calls of each row, from the time that those of a turn took. */
async function isWorthReading(
  arms: readonly CheckedArm[],
  { context, callsMs }: Pick<GrowOptions, "context"> & { readonly callsMs: number },
): Promise<boolean> {
  const shares = arms[0]?.rows ?? [];
  if (!shares.every(({ amount }) => amount >= turns * fewestOfTurn)) return false;
  const { clock, resources } = context;
  if (resources.isCostly !== true) return true;
  const from = clock.now();
  await readRss(arms, context, "again");
  return (clock.now() - from) * shares.length <= mostReading * callsMs;
}

/** Computes the growth by row of a running arm whose rows were all read in every stretch. */
function keptByRows(
  running: RunningArm,
  rises: readonly (readonly number[])[],
  shares: readonly Share[],
): [RunningArm, readonly KeptOfRow[]][] {
  if (rises.some(({ length }) => length !== stretches)) return [];
  const kept = rises.map((ofRow, place): KeptOfRow => {
    const amount = shares[place]?.amount ?? 0;
    const calls = amount - upTo(1, amount);
    return { calls, bytesPerCall: Math.round((growthWithoutStep(ofRow) * stretches) / calls) };
  });
  return [[running, kept]];
}

/** Further servers of a row are gone by now. */
async function readRss(
  arms: readonly CheckedArm[],
  { resources }: Pick<Context, "resources">,
  look: Look = "known",
): Promise<Rss> {
  const pids = arms.flatMap(({ running }) => running.server.pid ?? []);
  const usages = await resources.read(pids, look);
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

/** Counts the calls of a row that are made by the end of a turn, from 1. */
function upTo(turn: number, amount: number): number {
  return Math.floor((amount * turn) / turns);
}

interface Turn extends GrowOptions {
  /** Index of the row. */
  readonly place: number;
  readonly turn: number;
}

/** The calls of a row in one turn, on every arm at the same time; gives the arms that no longer answer, and what happened. */
async function callRow(
  arms: readonly CheckedArm[],
  { place, ...turn }: Turn,
): Promise<ReadonlyMap<RunningArm, string>> {
  const failures = await Promise.all(
    arms.map(async ({ running, rows }) => {
      const row = rows[place];
      const failure = row && (await callArm(row, turn));
      return failure === undefined ? [] : [[running, failure] as const];
    }),
  );
  return new Map(failures.flat());
}

async function callArm(
  { row, amount, calls: { wire, encode, classify } }: CheckedArm["rows"][number],
  { turn, longestMs, context: { clock, signal } }: Omit<Turn, "place">,
): Promise<string | undefined> {
  signal.throwIfAborted();
  const length = upTo(turn, amount) - upTo(turn - 1, amount);
  if (length === 0) return undefined;
  const frames = Array.from({ length }, encode);
  const concurrency = Math.max(inFlightOf(row.load) ?? 0, inFlight);
  const timeoutMs = Math.min(row.load.timeoutMs, Math.max(longestMs, leastTimeoutMs));
  const options = { wire, classify, clock, signal, frames, concurrency, timeoutMs };
  const { disconnected, gaveUp } = await runClosedLoop(options);
  if (disconnected === undefined && !gaveUp) return undefined;
  const found = disconnected === undefined ? "no answers" : `connection lost: ${disconnected}`;
  return `after the blocks, in more calls of ${row.id}: ${found}`;
}
