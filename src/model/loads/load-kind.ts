import { z } from "zod";
import { count, milliseconds, positive, positiveAmount } from "../fields.ts";

/** Fields of every load. It ends after `requests` calls (of a batch: batches) or after `durationMs`: one of the two is there. */
export const everyLoad = {
  requests: positive.optional(),
  durationMs: positiveAmount.optional(),
  /** Calls (of a batch: batches) before the measuring. */
  warmup: count,
  timeoutMs: milliseconds,
  /** Sessions that take the requests in turns; one where absent. Over stdio each is a process of its own. */
  sessions: positive.optional(),
};

/** Length of a load, of which it has one. */
export interface Extent {
  readonly requests?: number | undefined;
  readonly durationMs?: number | undefined;
}

/** Settings of a benchmark that every kind of load takes over. */
export interface LoadSettings {
  readonly common: { readonly warmup: number; readonly timeoutMs: number; readonly sessions?: number | undefined };
  /** Length that the benchmark or the defaults set; empty where neither does. */
  readonly extent: Extent;
  readonly concurrency: number | undefined;
  readonly maxInFlight: number;
  /** Pause before each call in milliseconds; undefined without one. */
  readonly delayMs: number | undefined;
}

export interface LoadProblem {
  readonly key: string;
  readonly message: string;
}

/** Field by which the rows of a benchmark are told apart, and its value in one of them. */
export interface Pace {
  readonly field: "concurrency" | "rate" | "sessions";
  readonly value: number;
}

/** Writes figures for people. */
export interface FigureFormat {
  readonly count: (value: number) => string;
  readonly significant: (value: number) => string;
  readonly plural: (amount: number, noun: string) => string;
}

/** A load of the same calls in which the next is sent once one is answered, without its length. */
export type AnsweredLoad =
  | { readonly kind: "closed"; readonly concurrency: number }
  | { readonly kind: "batch"; readonly size: number; readonly dispatch: Dispatch };

/** Order in which the calls of a batch leave: all at once, one after the other, or so many at once and the next when all are answered. */
export const dispatch = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("burst") }),
  z.strictObject({ kind: z.literal("sequential") }),
  z.strictObject({ kind: z.literal("waves"), size: positive }),
]);
export type Dispatch = z.infer<typeof dispatch>;

/** Everything about one kind of load but how it is sent, which `measure/load/load-runner.ts` says. */
export interface LoadKind<Load> {
  /** Keys of a benchmark that choose the load where that says itself when calls are sent, and the keys that conflict with each. */
  readonly keys: readonly { readonly key: string; readonly conflicts: readonly string[] }[];
  /** Names the load in a few words, such as `10 in flight`. */
  label(load: Load, format: FigureFormat): string;
  /** Requests (of a batch load: batches) of each block of one arm in a round, or milliseconds where the load has a duration. */
  blocks(load: Load): number[];
  /** Shortest time that the load can take on one arm in one launch, however quick the server is. */
  leastMs(load: Load): number;
  /** Shortens the load for a run that only checks a configuration. */
  quick(load: Load): Load;
  answered(load: Load): AnsweredLoad;
  /** Longest time in which the load does not change by itself; absent: all of it. */
  steadyTime?(load: Load): readonly [fromMs: number, toMs: number] | undefined;
  /** Figure that tells rows of this load apart; absent: none does. */
  pace?(load: Load): Pace | undefined;
  /** True where its calls are made at many rates, so that it has no metric but `capacity`. */
  readonly isSearch?: true;
}

const shortestMs = 200;

/** Cuts a load to a tenth, to no fewer requests than `least`. */
export function tenthOf<Load extends Extent & { readonly warmup: number }>(load: Load, least: number): Load {
  const { requests, durationMs = 0 } = load;
  const warmup = Math.ceil(load.warmup / 10);
  if (requests === undefined)
    return { ...load, warmup, durationMs: Math.max(durationMs / 10, Math.min(durationMs, shortestMs)) };
  return { ...load, warmup, requests: Math.max(Math.ceil(requests / 10), Math.min(requests, least)) };
}

/** Adds up the time of a load whose calls take none: its duration, or its pauses. */
export function pausedMs({
  requests = 0,
  durationMs,
  warmup,
  delayMs = 0,
}: Extent & { readonly warmup: number; readonly delayMs?: number | undefined }): number {
  return warmup * delayMs + (durationMs ?? requests * delayMs);
}

const preferredBlocks = [4, 2, 1];

/** The shortest block of a load with a duration: in less time a server that falls behind would catch up before it shows. */
export const shortestBlockMs = 1000;

/** A load that lasts so long is to show what changes while it lasts: a pause would give the server time to recover. */
const sustainedMs = 60_000;

/** Requests of one block at most, about: its replies are kept in memory until they are judged. */
const mostRequests = 10_000;

/**
 * Divides a load into four blocks, fewer where one would be too short, or eight, twelve … where one would have too many requests.
 * Each but the last keeps all connections busy to its end: a wave of few requests takes as long as a full one.
 */
export function fairBlocks(
  { requests, durationMs }: Extent,
  { fewest, wave = 1 }: { readonly fewest: number; readonly wave?: number },
): number[] {
  if (durationMs !== undefined && durationMs >= sustainedMs) return [durationMs];
  const amount = requests ?? durationMs ?? 0;
  const least = durationMs === undefined ? fewest : shortestBlockMs;
  const most = 4 * Math.max(mostRequests, least);
  const fair = preferredBlocks.find((blocks) => Math.floor(amount / blocks) >= least) ?? 1;
  const number = (requests ?? 0) > most ? 4 * Math.ceil(amount / most) : fair;
  const unit = requests === undefined ? 1 : wave;
  const waves = Math.floor(amount / unit);
  const sizes = Array.from({ length: number }, (_, index) => share(waves, { count: number, index }) * unit);
  return sizes.with(-1, (sizes.at(-1) ?? 0) + (amount % unit));
}

/** Deals a whole number out in `count` parts, those at the front larger by one where it does not divide. */
function share(whole: number, { count, index }: { readonly count: number; readonly index: number }): number {
  return Math.floor(whole / count) + (index < whole % count ? 1 : 0);
}
