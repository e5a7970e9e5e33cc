import { summaryOf } from "../../errors.ts";
import { inFlightOf } from "../../model/load.ts";
import type { Row } from "../../plan/plan.ts";
import type { RecordLaunch } from "../../record/record.ts";
import type { RunContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { type ArmUsage, usageOf } from "../launch/usage.ts";
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

/** Nothing times these calls: in flight together they take a server no longer than it works on them. */
const inFlight = 8;

const stretches = 4;

/** Turns of the rows: one to settle, and one in each stretch. */
const turns = 1 + stretches;

/** Memory is read around the calls of each row in a turn where they are at least so many, … */
const fewestOfTurn = 8;

/** … and where each reading starts a process, where that takes no more than this share of the time of the calls. */
const mostReading = 1 / 4;

export interface Share {
  readonly row: Row;
  readonly amount: number;
}

/** Calls may last this many times longer than they are meant to. */
const patience = 3;

/** The shortest time that an answer is waited for. */
const leastTimeoutMs = 1000;

/** Calls of each row, and what each of them keeps in memory. */
type KeptByRows = NonNullable<RecordLaunch["leakCheckRows"]>;

export type Growth =
  /** `calls`: those over which memory was read; `byRow`: what those of each row keep, where that was read. */
  | { readonly kind: "grown"; readonly calls: number; readonly byRow: ReadonlyMap<RunningArm, KeptByRows | undefined> }
  /** There was no time for all calls. */
  | { readonly kind: "late" }
  /** Arms that did not take them, and what happened. */
  | { readonly kind: "lost"; readonly lost: ReadonlyMap<RunningArm, string> };

interface GrowOptions {
  readonly shares: readonly Share[];
  readonly longestMs: number;
  readonly context: RunContext;
}

interface CheckedArm {
  readonly running: RunningArm;
  readonly calls: Calls[];
}

/**
 * Calls every row on every arm in turns and sets the arms' `memory_growth`: by how much RSS rises per 1,000 calls, without the
 * stretch in which it rises most. Not set on any where one is lost or late, nor on those that cannot be read.
 */
export async function grow(arms: readonly RunningArm[], options: GrowOptions): Promise<Growth> {
  const checked = arms.map((running): CheckedArm => ({ running, calls: [] }));
  try {
    const lost = await openAll(checked, options);
    return lost.size > 0 ? { kind: "lost", lost } : await callInTurns(checked, options);
  } finally {
    for (const { calls } of checked) for (const ofRow of calls) await ofRow[Symbol.asyncDispose]();
  }
}

/** Opens the calls of every row on every arm; gives the arms that refuse, and why. */
async function openAll(
  arms: readonly CheckedArm[],
  { shares, context }: GrowOptions,
): Promise<ReadonlyMap<RunningArm, string>> {
  const lost = new Map<RunningArm, string>();
  for (const { running, calls } of arms) {
    try {
      for (const { row } of shares) calls.push(await openCalls(row, running, { context, captures: new Map() }));
    } catch (error) {
      context.signal.throwIfAborted();
      lost.set(running, summaryOf(error));
    }
  }
  return lost;
}

/** Memory at the end of a turn, and after the calls of each row in it, where that was read. */
interface Readings {
  readonly rows: readonly ArmUsage[];
  readonly end: ArmUsage;
}

async function callInTurns(arms: readonly CheckedArm[], options: GrowOptions): Promise<Growth> {
  const { shares, longestMs, context } = options;
  const { clock, resources } = context;
  const running = arms.map((arm) => arm.running);
  const readings: Readings[] = [];
  let readsRows = false;
  const until = clock.now() + longestMs * patience;
  for (let turn = 1; turn <= turns; turn++) {
    const from = clock.now();
    if (from > until) return { kind: "late" };
    const rows: ArmUsage[] = [];
    for (const place of shares.keys()) {
      const lost = await callRow(arms, { ...options, place, turn });
      if (lost.size > 0) return { kind: "lost", lost };
      // One reading shows all arms: each is done with the row by now.
      if (readsRows) rows.push(await usageOf(running, resources, "again"));
    }
    const callsMs = clock.now() - from;
    readings.push({ rows, end: await usageOf(running, resources, "known") });
    if (turn === 1) readsRows = await isWorthReading(running, { ...options, callsMs });
  }
  const made = (turn: number) => shares.reduce((sum, { amount }) => sum + upTo(turn, amount), 0);
  for (const arm of running) arm.setMetrics({ memory_growth: growthOf(arm, readings, made) });
  const byRow = new Map(running.map((arm) => [arm, keptByRows(arm, readings, shares)]));
  return { kind: "grown", calls: made(turns) - made(1), byRow };
}

/** Tests whether memory can be read around the calls of each row, from the time that those of a turn took. */
async function isWorthReading(
  arms: readonly RunningArm[],
  { shares, context: { clock, resources }, callsMs }: GrowOptions & { readonly callsMs: number },
): Promise<boolean> {
  if (!shares.every(({ amount }) => amount >= turns * fewestOfTurn)) return false;
  if (resources.isCostly !== true) return true;
  const from = clock.now();
  await usageOf(arms, resources, "again");
  return (clock.now() - from) * shares.length <= mostReading * callsMs;
}

/** Computes the growth by row of an arm; undefined unless all rows were read in every stretch. */
function keptByRows(arm: RunningArm, readings: readonly Readings[], shares: readonly Share[]): KeptByRows | undefined {
  const kept = shares.flatMap(({ amount }, place) => {
    const rises = readings.slice(1).flatMap(({ rows }, stretch) => {
      const before = place === 0 ? readings[stretch]?.end : rows[place - 1];
      return riseOf(arm, before, rows[place]) ?? [];
    });
    const calls = amount - upTo(1, amount);
    const bytesPerCall = Math.round((growthWithoutStep(rises) * stretches) / calls);
    return rises.length === stretches ? [{ calls, bytesPerCall }] : [];
  });
  return kept.length === shares.length ? kept : undefined;
}

/** Rise of RSS between two readings; undefined where one of them is missing. */
function riseOf(arm: RunningArm, before: ArmUsage | undefined, after: ArmUsage | undefined): number | undefined {
  const [from, to] = [before?.get(arm), after?.get(arm)];
  return from && to && to.rssBytes - from.rssBytes;
}

/** Per 1,000 calls; undefined where a reading is missing, or no call lies between two. */
function growthOf(arm: RunningArm, readings: readonly Readings[], made: (turn: number) => number): number | undefined {
  const rises = readings.slice(1).flatMap(({ end }, stretch) => {
    const rise = riseOf(arm, readings[stretch]?.end, end);
    const calls = made(stretch + 2) - made(stretch + 1);
    return rise === undefined || calls === 0 ? [] : (rise / calls) * 1000;
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
async function callRow(arms: readonly CheckedArm[], turn: Turn): Promise<ReadonlyMap<RunningArm, string>> {
  const failures = await Promise.all(
    arms.map(async (arm) => {
      const failure = await callArm(arm, turn);
      return failure === undefined ? [] : [[arm.running, failure] as const];
    }),
  );
  return new Map(failures.flat());
}

async function callArm(
  { running, calls }: CheckedArm,
  { shares, place, turn, longestMs, context: { clock, signal } }: Turn,
): Promise<string | undefined> {
  const [share, ofRow] = [shares[place], calls[place]];
  if (!share || !ofRow) return undefined;
  signal.throwIfAborted();
  const { row, amount } = share;
  const length = upTo(turn, amount) - upTo(turn - 1, amount);
  if (length === 0) return undefined;
  const lost = (found: string) => `after the blocks, in more calls of ${row.id}: ${found}`;
  try {
    // A server may have ended the session while the other arm had its blocks, and refusals keep no memory.
    await running.renewToken(signal);
    await ofRow.renew?.();
  } catch (error) {
    signal.throwIfAborted();
    return lost(summaryOf(error));
  }
  const { wire, encode, classify } = ofRow;
  const frames = Array.from({ length }, encode);
  const concurrency = Math.max(inFlightOf(row.load) ?? 0, inFlight);
  const timeoutMs = Math.min(row.load.timeoutMs, Math.max(longestMs, leastTimeoutMs));
  const options = { wire, classify, clock, signal, frames, concurrency, timeoutMs };
  const { disconnected, gaveUp } = await runClosedLoop(options);
  if (disconnected === undefined && !gaveUp) return undefined;
  return lost(disconnected === undefined ? "no answers" : `connection lost: ${disconnected}`);
}
