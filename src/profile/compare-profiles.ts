import type { MadeProfile } from "../record/profile.ts";
import { matchFunctions, type ProfiledFunction, selfTimes } from "./functions.ts";

/** What one function took itself, per call, on both arms. */
export interface FunctionChange extends ProfiledFunction {
  /** Means over the launches of an arm. */
  readonly base: number;
  readonly head: number;
  readonly difference: number;
  /** Of what head takes longer in all; absent where it does not. Above 1 where others became quicker. */
  readonly share?: number;
}

export interface ProfileChange {
  /** Per call and with the time in which nothing was computed, means over the launches. */
  readonly base: number;
  readonly head: number;
  /** All functions, those that take more time on head first. */
  readonly functions: readonly FunctionChange[];
  /** The one that is to blame; absent: none stands out. */
  readonly culprit?: FunctionChange;
}

/** What is left of the time of calls: of a server that is asked one thing at a time, waiting. */
export const waiting = "(waiting)";

/** The least part of what base takes in all: a smaller rise is not what a row regressed by. */
const leastRise = 0.03;

/** The least part of the slow-down: of many that each do a little none is to blame. */
const leastShare = 0.25;

/** Fewer launches of an arm cannot tell a change from how launches differ: any of 6 ways to divide four launches may be the highest. */
const fewestLaunches = 3;

/**
 * Where head takes longer than base, function by function.
 *
 * One stands out when it rose most, by enough, and by more than any function would if the same launches were divided
 * differently into two halves: a permutation test of the largest rise, which holds whatever the functions scatter by and however
 * many there are. Of three launches an arm, unchanged code passes for changed once in 20 times; of four, once in 70.
 */
export function compareProfiles(base: MadeProfile, head: MadeProfile): ProfileChange {
  const matched = matchFunctions(base, head);
  const times = {
    base: withWaiting(base, selfTimes(base, matched.base)),
    head: withWaiting(head, selfTimes(head, matched.head)),
  };
  const ids = [...new Set([...times.base.keys(), ...times.head.keys()])];
  const of = (side: "base" | "head", id: number) =>
    times[side].get(id) ?? new Array<number>((side === "base" ? base : head).launches.length).fill(0);
  const total = (side: "base" | "head") => ids.reduce((sum, id) => sum + mean(of(side, id)), 0);
  const [before, after] = [total("base"), total("head")];
  const rise = after - before;
  const lines = ids.map((id) => {
    const [one, other] = [mean(of("base", id)), mean(of("head", id))];
    const share = rise > 0 ? { share: (other - one) / rise } : {};
    const known = matched.functions[id] ?? { name: waiting };
    return { id, change: { ...known, base: one, head: other, difference: other - one, ...share } };
  });
  const sorted = lines.toSorted((a, b) => b.change.difference - a.change.difference);
  const functions = sorted.map(({ change }) => change);
  const [worst] = functions;
  const stands =
    worst !== undefined &&
    worst.difference >= leastRise * Math.abs(before) &&
    (worst.share ?? 0) >= leastShare &&
    isLargestOfAll(ids.map((id) => ({ base: of("base", id), head: of("head", id) })));
  return { base: before, head: after, functions, ...(stands ? { culprit: worst } : {}) };
}

/** Beside the functions, by -1, the part of the calls' time in which none of them ran; not of memory, which is no time. */
function withWaiting({ kind, launches }: MadeProfile, times: Map<number, number[]>): ReadonlyMap<number, number[]> {
  if (kind !== "time") return times;
  const busy = launches.map((_, launch) => [...times.values()].reduce((sum, self) => sum + (self[launch] ?? 0), 0));
  const idle = launches.map(({ calls, elapsedMs }, launch) => Math.max(0, elapsedMs / calls - (busy[launch] ?? 0)));
  return new Map([...times, [-1, idle]]);
}

interface Launches {
  readonly base: readonly number[];
  readonly head: readonly number[];
}

/** Whether the largest rise of any function is larger than that of every other way to divide the launches. */
function isLargestOfAll(functions: readonly Launches[]): boolean {
  const [first] = functions;
  if (!first || first.base.length < fewestLaunches || first.head.length < fewestLaunches) return false;
  const heads = first.head.length;
  const all = functions.map(({ base, head }) => [...base, ...head]);
  const largest = (chosen: readonly number[]) =>
    Math.max(...all.map((values) => meanOf(values, chosen) - meanOfOthers(values, chosen)));
  const own = Array.from({ length: heads }, (_, place) => first.base.length + place);
  const found = largest(own);
  return choices(first.base.length + heads, heads).every(
    (chosen) => chosen.every((place, index) => place === own[index]) || largest(chosen) < found,
  );
}

/** Every way to choose so many of the first numbers, each in ascending order: 252 of five launches on each arm. */
function choices(count: number, amount: number): number[][] {
  const found: number[][] = [];
  const choose = (chosen: readonly number[], from: number): void => {
    if (chosen.length === amount) found.push([...chosen]);
    else for (let next = from; next < count; next++) choose([...chosen, next], next + 1);
  };
  choose([], 0);
  return found;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function meanOf(values: readonly number[], chosen: readonly number[]): number {
  return mean(chosen.map((place) => values[place] ?? 0));
}

function meanOfOthers(values: readonly number[], chosen: readonly number[]): number {
  return mean(values.filter((_, place) => !chosen.includes(place)));
}
