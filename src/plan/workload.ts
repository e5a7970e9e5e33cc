/** Schedule of requests. All of it holds per arm and round. */
export type Load = ClosedLoad | OpenLoad | BatchLoad | SearchLoad;

/** Without warm-up. A load ends after a number of calls (of a batch: batches) or after a time. */
type Extent =
  | { readonly requests: number; readonly durationMs?: never }
  | { readonly requests?: never; readonly durationMs: number };

interface EveryLoad {
  /** Calls (of a batch: batches) before the measuring. */
  readonly warmup: number;
  readonly timeoutMs: number;
  /** Requests take turns over so many sessions; one where absent. Over stdio each is a process of its own. */
  readonly sessions?: number;
}

/** So many requests in flight at any time: the next is sent when one is answered. */
export type ClosedLoad = EveryLoad &
  Extent & {
    readonly kind: "closed";
    readonly concurrency: number;
    /** Pause between a reply and the next request, in no figure. Only with one in flight. */
    readonly delayMs?: number;
  };

/** A stretch of an open load over which its rate goes evenly from one to another, per second; held where they are the same. */
export interface Stage {
  readonly durationMs: number;
  readonly from: number;
  readonly to: number;
}

/** Requests leave at fixed times, whether or not earlier ones are answered; latency counts from those times. */
export type OpenLoad = EveryLoad &
  Extent & {
    readonly kind: "open";
    /** On average, where there are stages. */
    readonly ratePerSecond: number;
    /** Stages of the load, one after the other; absent: one rate for all of it. */
    readonly stages?: readonly Stage[];
    /** A request that is due while so many are unanswered is not sent and counts as dropped. */
    readonly maxInFlight: number;
  };

/**
 * A search for the highest rate that holds, in steps of an open loop each: see measure/load/rate-search.ts. It takes
 * `durationMs` at most, without what the server still works off after a step.
 */
export type SearchLoad = EveryLoad & {
  readonly kind: "search";
  readonly requests?: never;
  readonly durationMs: number;
  /** Per second. */
  readonly lowest: number;
  readonly highest: number;
  readonly stepMs: number;
  readonly conditions: readonly RateCondition[];
  readonly maxInFlight: number;
};

/** Condition at a rate: a latency in ms, or a share of calls, of at most so much. */
export interface RateCondition {
  readonly metric: RateMetric;
  readonly atMost: number;
}

export const rateMetrics = ["p50", "p95", "p99", "max", "error_rate"] as const;
export type RateMetric = (typeof rateMetrics)[number];

/** Groups of calls, one group after the other, each timed as one operation. */
export type BatchLoad = EveryLoad &
  Extent & {
    readonly kind: "batch";
    /** Calls per group. */
    readonly size: number;
    readonly dispatch: Dispatch;
    /** Pause between two groups, in no figure. */
    readonly delayMs?: number;
  };

/**
 * Order in which the calls of a group leave: all at once, one after the other, or so many at once and the next when all
 * are answered.
 */
export type Dispatch =
  | { readonly kind: "burst" }
  | { readonly kind: "sequential" }
  | { readonly kind: "waves"; readonly size: number };

/** Rates that lie closer together are not told apart by a search, and a backlog that grows by less of what arrives is none. */
export const rateResolution = 0.025;

/**
 * Steps of a search at most: what it takes to halve the range on a logarithmic scale until it is resolved, one for an end
 * of the range, and as many again, since a rate that does not hold is tried twice.
 */
export function mostSteps({ lowest, highest }: Pick<SearchLoad, "lowest" | "highest">): number {
  const halvings = Math.ceil(Math.log2(Math.log(highest / lowest) / Math.log1p(rateResolution)));
  return 2 * (Math.max(0, halvings) + 1);
}
