import { z } from "zod";
import { field, hasOneOf, positive } from "./fields.ts";
import { batch, batchField, batchLoad, batchProblems, makeBatch } from "./loads/batch-load.ts";
import { closed, closedLoad, makeClosed } from "./loads/closed-load.ts";
import type { Extent, FigureFormat, LoadKind, LoadProblem, LoadSettings, Pace } from "./loads/load-kind.ts";
import { makeAtRate, makeInStages, open, openLoad, stagesField } from "./loads/open-load.ts";
import { capacityField, makeSearch, search, searchLoad } from "./loads/search-load.ts";
import { duration, positiveDuration, rate } from "./quantity.ts";

/** Schedule of requests, per arm and round. A new kind has a module in `loads`, and a runner in `measure/load`. */
export const load = z
  .discriminatedUnion("kind", [closedLoad, openLoad, batchLoad, searchLoad])
  .refine(hasOneOf("requests", "durationMs"), "has either `requests` or `durationMs`");

export type Load = z.infer<typeof load>;

const kinds: { readonly [Kind in Load["kind"]]: LoadKind<Extract<Load, { kind: Kind }>> } = {
  closed,
  open,
  batch,
  search,
};

/** Returns the kind of a load, which takes that load only. */
function kindOf({ kind }: { readonly kind: Load["kind"] }): LoadKind<Load> {
  return kinds[kind] as LoadKind<Load>;
}

/** Number of calls in flight; undefined of a load that does not say. */
export function inFlightOf(one: Load): number | undefined {
  return "concurrency" in one ? one.concurrency : undefined;
}

/** Calls per second of a load whose calls leave by the clock; undefined of any other. */
export function rateOf(one: Load): number | undefined {
  return "ratePerSecond" in one ? one.ratePerSecond : undefined;
}

/** Calls that are timed together as one operation; undefined where each is timed by itself. */
export function batchSizeOf(one: Load): number | undefined {
  return "size" in one ? one.size : undefined;
}

/** Pause before each call in milliseconds. */
export function pauseOf(one: Load): number {
  return ("delayMs" in one ? one.delayMs : undefined) ?? 0;
}

/** Tests for a search, which has no metric but `capacity`. */
export function isSearch(one: { readonly kind: Load["kind"] }): boolean {
  return kindOf(one).isSearch === true;
}

/** Names a load in a few words: `10 in flight`, `50/s`, `bursts of 20`. */
export function loadLabel(one: Load, format: FigureFormat): string {
  return kindOf(one).label(one, format);
}

export function blocksOf(one: Load): number[] {
  return kindOf(one).blocks(one);
}

/** Returns the shortest time that a load can take on one arm in one launch, however quick the server is. */
export function leastMsOf(one: Load): number {
  return kindOf(one).leastMs(one);
}

/** Returns the longest time in which a load does not change by itself, from its start. */
export function steadyTimeOf(one: Load): readonly [fromMs: number, toMs: number] {
  return kindOf(one).steadyTime?.(one) ?? [0, Number.POSITIVE_INFINITY];
}

export function quickLoad(one: Load): Load {
  return kindOf(one).quick(one);
}

/** Returns the figure that rows of this load are told apart by; undefined without one. */
export function paceOf(one: Load): Pace | undefined {
  return kindOf(one).pace?.(one);
}

/** Returns a load of the same calls in which the next is sent once one is answered, of another length and without a warm-up. */
export function answeredLoad(one: Load, length: Extent & { readonly delayMs?: number | undefined }): Load {
  return { ...kindOf(one).answered(one), warmup: 0, timeoutMs: one.timeoutMs, ...length };
}

/** One value, or several: a row for each. */
function sweep<Value extends z.ZodType>(value: Value, what: string) {
  return z.union([value, z.array(value).min(1, "lists no value")], what);
}

/** Number and length of calls, per benchmark or for all of them. */
export const commonLoadFields = {
  concurrency: field(
    "Calls in flight at a time; of a list, each is a row of its own",
    sweep(positive.max(10_000), "a whole number, or a list of them").optional(),
    [1, 10, 50],
  ),
  requests: field(
    "Calls per launch; p95 takes 200, p99 1000 (default: 100, of slow calls 20 to 100)",
    positive.max(1_000_000).optional(),
    200,
  ),
  duration: field("Time to call per launch, instead of a number of `requests`", positiveDuration.optional(), "30s"),
  warmup: field("Untimed calls before the timed ones (default: 10)", z.int().nonnegative().max(100_000).optional(), 10),
  timeout: field("Time limit of a call, after which it is an error (default: 30s)", positiveDuration.optional(), "30s"),
};

/** Fields of a single benchmark only. */
export const loadFields = {
  ...commonLoadFields,
  rate: field(
    "An open loop: calls are sent on a schedule, and latency counts from when a call was due",
    sweep(rate, "a rate such as 50/s, or a list of them").optional(),
    "50/s",
  ),
  capacity: capacityField,
  stages: stagesField,
  max_in_flight: field(
    "With `rate`, `capacity` or `stages`: a call that is due while so many are unanswered is dropped, an error (default: 1000)",
    positive.max(100_000).optional(),
    1000,
  ),
  sessions: field(
    "Sessions that share the calls, at most 1000; over stdio each is a process of its own",
    sweep(positive.max(1000), "a whole number, or a list of them").optional(),
    [1, 8],
  ),
  delay: field("A pause before each call, not part of its latency", duration.optional(), "120ms"),
  cooldown: field("A pause after the load of this benchmark", duration.optional(), "5s"),
  batch: batchField,
  items: field("Items per call, for figures per item", z.number().positive().optional(), 20),
};

type Fields = { readonly [Key in keyof typeof loadFields]?: z.output<(typeof loadFields)[Key]> | undefined };

const sweepable = ["concurrency", "rate", "sessions"] as const;
export type Swept = (typeof sweepable)[number];

/** Returns the key of a load that lists several values; undefined without one. */
export function sweptKey(fields: Pick<Fields, Swept>): Swept | undefined {
  return sweepable.find((key) => Array.isArray(fields[key]));
}

const loadKeys = Object.values(kinds).flatMap(({ keys }) => keys);

/** Finds conflicts in the load of a benchmark, each with its key. */
export function loadProblems(fields: Fields): LoadProblem[] {
  const { concurrency, sessions, batch: group, delay: pause = 0 } = fields;
  const has = (key: string) => fields[key as keyof Fields] !== undefined;
  const problems: LoadProblem[] = [];
  const complain = (key: string, message: string) => problems.push({ key, message });
  if (has("duration") && has("requests"))
    complain("duration", "a benchmark ends after `requests` or after a `duration`; write one of them");
  const lists = sweepable.filter((key) => Array.isArray(fields[key]));
  for (const key of lists) {
    const values = [fields[key] ?? []].flat();
    if (new Set(values).size < values.length) complain(key, "lists a value twice");
  }
  if (lists[1]) complain(lists[1], `only one of ${lists.map((key) => `\`${key}\``).join(" and ")} can be a list`);
  for (const { key, conflicts } of loadKeys.filter((one) => has(one.key)))
    for (const other of conflicts.filter(has)) {
      const decides = key === "stages" ? "decide" : "decides";
      complain(other, `\`${other}\` conflicts with \`${key}\`, which alone ${decides} when requests are sent`);
    }
  if (has("max_in_flight") && !loadKeys.some(({ key }) => has(key)))
    complain("max_in_flight", "`max_in_flight` goes with `rate`; without one, write `concurrency`");
  if (group) problems.push(...batchProblems(group, has("concurrency")));
  if (pause > 0 && has("concurrency") && concurrency !== 1)
    complain("delay", "a pause between requests works with one request in flight; remove `concurrency`");
  if (pause > 0 && !group && !has("concurrency") && [sessions ?? 1].flat().some((number) => number > 1))
    complain(
      "delay",
      "a pause between requests works with one request in flight, and several sessions have one each; write `concurrency: 1` or remove `sessions`",
    );
  return problems;
}

/** Fields of a benchmark with a load, lists replaced by one of their values. */
export type LoadConfig = Omit<Fields, Swept> & { readonly [Key in Swept]?: number | undefined };

type Defaults = Pick<Fields, "requests" | "duration" | "warmup" | "timeout">;

/** Warm-up calls where the configuration asks for no other number. */
export const usualWarmUp = 10;

const standard = { warmup: usualWarmUp, timeout: 30_000, maxInFlight: 1_000 };

/** Makes the load of a row; its own settings come before the defaults. */
export function makeLoad(own: LoadConfig, defaults: Defaults): Load {
  const { sessions, delay: delayMs } = own;
  const settings: LoadSettings = {
    common: {
      warmup: own.warmup ?? defaults.warmup ?? standard.warmup,
      timeoutMs: own.timeout ?? defaults.timeout ?? standard.timeout,
      ...(sessions === undefined ? {} : { sessions }),
    },
    extent: extentOf(own) ?? extentOf(defaults) ?? {},
    concurrency: own.concurrency,
    maxInFlight: own.max_in_flight ?? standard.maxInFlight,
    // A pause of zero is no pause.
    delayMs: delayMs || undefined,
  };
  if (own.capacity) return makeSearch(own.capacity, settings);
  if (own.stages) return makeInStages(own.stages, settings);
  if (own.rate !== undefined) return makeAtRate(own.rate, settings);
  return own.batch ? makeBatch(own.batch, settings) : makeClosed(settings);
}

/** Tests whether these settings, of a benchmark or the defaults, say how long a launch calls. */
export function saysHowLong(settings: Defaults): boolean {
  return extentOf(settings) !== undefined;
}

/** Returns the length of a load, of which at most one is left over where the other is set. */
function extentOf({ requests, duration: ms }: Defaults): Extent | undefined {
  if (ms !== undefined) return { durationMs: Math.max(1, Math.round(ms)), requests: undefined };
  return requests === undefined ? undefined : { requests };
}
