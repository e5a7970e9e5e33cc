import { combinations } from "simple-statistics";
import type { MadeProfile, ProfileFrame } from "../../../record/profile.ts";
import { median } from "../../../stats/describe.ts";
import { matchFunctions, type Side, selfTimes } from "./functions.ts";
import { asTold } from "./own-code.ts";

/** Time per call of one function and the libraries that it calls, on both arms: means over their launches. */
export interface FunctionChange extends ProfileFrame {
  readonly base: number;
  readonly head: number;
  readonly difference: number;
  /** Share of head's additional work; absent without any, and for waiting. Above 1 where other functions became quicker. */
  readonly share?: number;
}

export interface ProfileChange {
  /** Time of all functions together, per call. */
  readonly base: number;
  readonly head: number;
  /** Those that take more on head first. */
  readonly functions: readonly FunctionChange[];
  /** Time of calls in which no function ran; absent for other kinds. */
  readonly waiting?: FunctionChange | undefined;
  /** Cause: a function, or `waiting`; absent: none stands out. */
  readonly culprit?: FunctionChange | undefined;
  /** The function that most of the slow-down is in, where launches are too few, or differ too much, for it to stand out. */
  readonly suspect?: FunctionChange | undefined;
  /** True where there were launches enough for a cause to stand out. */
  readonly canTell: boolean;
  /**
   * True where further launches would name the same function: those of the arms lie further apart than those of either, as
   * measured or as if the machine had been as fast in all. Waiting is never clear, since other work on the machine makes calls
   * wait.
   */
  readonly isClear: boolean;
}

/** Name of the rest of the time of calls: waiting for a file, a network, a timer, or a core of the machine. */
const waitingName = "(waiting)";

/** The least part of what base computes in all: a smaller rise is not what a row regressed by. */
const leastRise = 0.02;

/** The least part of the time of a call, most of which may be waiting. */
const leastOfCall = 0.015;

/** The same of waiting: it scatters with all that the machine does. */
const leastWait = 0.1;

/** The least part of the slow-down: of many that each do a little none is to blame. */
const leastShare = 0.25;

/** The same where chance is not ruled out. */
const leastOfSuspect = 0.5;

/** Fewest launches of each arm: there are 20 ways to divide six. */
export const fewestLaunches = 3;

/** Functions of the server that tell how fast the machine was: the least part that each takes of all, and how many are needed. */
const leastOfPace = 0.05;
const fewestOfPace = 4;

/** Work of the runtime that no function calls for itself: it is shown, and blamed for nothing. */
const runtime = /^\((?:garbage collection|native code)\)$/;

/** Probability of blaming a function although nothing changed. */
const byChance = 0.05;

/**
 * Compares the functions of head and base. One stands out when it rose most, by enough, and by more than any function
 * would if the same launches were divided differently into two arms: a permutation test of the largest rise, which
 * holds whatever the noise of the functions and however many there are. The runtime's work for all of them is not
 * blamed. That is decided on launches as if the machine had been as fast in all of them.
 */
export function compareProfiles(wholeBase: MadeProfile, wholeHead: MadeProfile): ProfileChange {
  const [base, head] = [asTold(wholeBase), asTold(wholeHead)];
  const matched = matchFunctions(base, head);
  const [before, after] = [selfTimes(base, matched.base), selfTimes(head, matched.head)];
  const functions = [...new Set([...before.keys(), ...after.keys()])].map((id): Line => {
    const [one, other] = [before.get(id) ?? base.launches.map(() => 0), after.get(id) ?? head.launches.map(() => 0)];
    return { ...(matched.functions[id] ?? { name: "" }), launches: { base: one, head: other } };
  });
  const total = (side: Side) => functions.reduce((sum, { launches }) => sum + mean(launches[side]), 0);
  const totals = { base: total("base"), head: total("head") };
  const idle = { base: idleTimes(base, before), head: idleTimes(head, after) };
  const isTime = base.kind === "time" && head.kind === "time";
  const waits = isTime ? { name: waitingName, launches: idle } : undefined;
  const isWaitingLonger = waits !== undefined && waitsLonger(waits, totals);
  const rise = totals.head - totals.base;
  const changes = functions.map((line) => changeOf(line, rise)).sort((a, b) => b.difference - a.difference);
  const waiting = waits && changeOf(waits, 0);
  const steady = wholeHead.kind === "memory" ? functions : steadied(functions);
  const rises = steady.map(riseOf);
  const own = steady.filter(({ name }) => !runtime.test(name));
  const largest = Math.max(0, ...own.map(riseOf));
  const place = rises.indexOf(largest);
  const worst = functions[place];
  const least = Math.max(leastRise * Math.abs(totals.base), leastOfCall * (totals.base + (waiting?.base ?? 0)));
  const allRises = rises.reduce((sum, one) => sum + one, 0);
  const isLarge = largest >= least && largest >= leastShare * allRises;
  const isWorse = isLarge && isBeyondChance(own.map(({ launches }) => launches));
  const blamed = [
    ...(isWorse && worst ? [{ change: changeOf(worst, rise), lines: [worst, steady[place]] }] : []),
    ...(isWaitingLonger && waiting ? [{ change: waiting, lines: [] }] : []),
  ];
  const [first] = blamed.sort((a, b) => b.change.difference - a.change.difference);
  const culprit = first?.change;
  const canTell = [base, head].every(({ launches }) => launches.length >= fewestLaunches);
  const isSuspect = !culprit && isLarge && largest >= leastOfSuspect * allRises;
  return {
    ...totals,
    canTell,
    isClear: first?.lines.some((line) => line && liesApart(line)) ?? false,
    functions: changes,
    waiting,
    culprit,
    suspect: isSuspect && worst ? changeOf(worst, rise) : undefined,
  };
}

/**
 * The launches as if the machine had been as fast in all of them: where it has others to do, it is slower for all functions
 * alike. How fast it was tells the median of what each large function took beside its mean over all launches.
 */
function steadied(lines: readonly Line[]): readonly Line[] {
  const means = new Map(lines.map((line) => [line, mean([...line.launches.base, ...line.launches.head])]));
  const total = [...means.values()].reduce((sum, value) => sum + value, 0);
  const large = lines.filter((line) => !runtime.test(line.name) && (means.get(line) ?? 0) > leastOfPace * total);
  if (large.length < fewestOfPace) return lines;
  const evenOn = (side: Side) => {
    const pace = (launch: number) =>
      median(large.map((line) => (line.launches[side][launch] ?? 0) / (means.get(line) ?? 1)));
    const paces = large[0]?.launches[side].map((_, launch) => pace(launch)) ?? [];
    return ({ launches }: Line) => launches[side].map((value, launch) => value / (paces[launch] || 1));
  };
  const [base, head] = [evenOn("base"), evenOn("head")];
  return lines.map((line) => ({ ...line, launches: { base: base(line), head: head(line) } }));
}

/** Per call, launch by launch. */
type Launches = Readonly<Record<Side, readonly number[]>>;

interface Line extends ProfileFrame {
  readonly launches: Launches;
}

function changeOf({ launches, ...known }: Line, rise: number): FunctionChange {
  const [base, head] = [mean(launches.base), mean(launches.head)];
  return { ...known, base, head, difference: head - base, ...(rise > 0 ? { share: (head - base) / rise } : {}) };
}

function riseOf({ launches }: Pick<Line, "launches">): number {
  return mean(launches.head) - mean(launches.base);
}

function liesApart({ launches: { base, head } }: Line): boolean {
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  return Math.min(...head) - Math.max(...base) > Math.max(spread(base), spread(head));
}

/** Tests whether calls wait longer, as if head computed as much as base: without a core to spare, who computes more waits more. */
function waitsLonger({ launches: { base, head } }: Line, work: Readonly<Record<Side, number>>): boolean {
  const moreWork = work.base > 0 ? Math.max(1, work.head / work.base) : 1;
  const launches = { base, head: head.map((value) => value / moreWork) };
  return riseOf({ launches }) >= leastWait * (work.base + mean(base)) && isBeyondChance([launches]);
}

/** Time of the calls of each launch in which nothing was computed, per call. */
function idleTimes({ launches }: MadeProfile, times: ReadonlyMap<number, readonly number[]>): number[] {
  return launches.map(({ calls, elapsedMs }, launch) => {
    const busy = [...times.values()].reduce((sum, self) => sum + (self[launch] ?? 0), 0);
    return Math.max(0, elapsedMs / calls - busy);
  });
}

/** Tests whether few other ways to divide the launches have a rise of any of them as large as the largest one there is. */
function isBeyondChance(lines: readonly Launches[]): boolean {
  const [first] = lines;
  if (!first) return false;
  const [bases, heads] = [first.base.length, first.head.length];
  const all = lines.map(({ base, head }) => [...base, ...head]);
  const places = Array.from({ length: bases + heads }, (_, place) => place);
  const largest = (chosen: readonly number[]) => {
    const divisors = places.map((place) => (chosen.includes(place) ? heads : -bases));
    const riseIn = (values: readonly number[]) =>
      values.reduce((rise, value, place) => rise + value / (divisors[place] ?? 1), 0);
    return Math.max(...all.map(riseIn));
  };
  // 3,432 of seven on each arm, the launches of head first: they are the last of all.
  const [own = 0, ...others] = combinations(places.toReversed(), heads).map(largest);
  const asLarge = others.filter((other) => other >= own).length;
  return (1 + asLarge) / (1 + others.length) <= byChance;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
