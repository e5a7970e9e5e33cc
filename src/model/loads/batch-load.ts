import { z } from "zod";
import { field, milliseconds, positive } from "../fields.ts";
import {
  type Dispatch,
  dispatch,
  everyLoad,
  fairBlocks,
  type LoadKind,
  type LoadProblem,
  type LoadSettings,
  pausedMs,
  tenthOf,
} from "./load-kind.ts";

/** Groups of calls, one group after the other, each timed as one operation. */
export const batchLoad = z.strictObject({
  kind: z.literal("batch"),
  /** Calls per group. */
  size: positive,
  dispatch,
  /** Pause between two groups, in no figure. */
  delayMs: milliseconds.optional(),
  ...everyLoad,
});

export type BatchLoad = z.infer<typeof batchLoad>;

const waves = z.strictObject({ waves: field("Calls that are sent at once, before the next ones wait", positive, 5) });

const written = z.strictObject({
  size: field("Calls of a batch", positive.max(100_000), 20),
  dispatch: field(
    "All at once, one after the other, or in waves of a size",
    z
      .union([z.enum(["burst", "sequential"]), waves], '"burst", "sequential" or { waves: how many at once }')
      .default("burst"),
    { waves: 5 },
  ),
});
type WrittenBatch = z.output<typeof written>;

export const batchField = field("Several calls that are timed as one operation", written.optional(), {
  size: 20,
  dispatch: "burst",
});

const standardBatches = 20;

export function makeBatch({ size, dispatch: order }: WrittenBatch, settings: LoadSettings): BatchLoad {
  const { common, extent, delayMs } = settings;
  const chosen: Dispatch = typeof order === "string" ? { kind: order } : { kind: "waves", size: order.waves };
  return { kind: "batch", size, dispatch: chosen, ...common, requests: standardBatches, ...extent, delayMs };
}

/** Finds conflicts of a batch with the other keys of its benchmark. */
export function batchProblems({ size, dispatch: order }: WrittenBatch, hasConcurrency: boolean): LoadProblem[] {
  const problems: LoadProblem[] = [];
  if (hasConcurrency)
    problems.push({
      key: "concurrency",
      message: "`concurrency` conflicts with `batch`, whose `dispatch` says how many calls are in flight",
    });
  if (typeof order === "object" && order.waves > size)
    problems.push({ key: "batch", message: `waves of ${order.waves} are larger than the batch of ${size}` });
  return problems;
}

export const batch: LoadKind<BatchLoad> = {
  keys: [],
  label: ({ size, dispatch: order }, { count }) => `${orderLabel(order, count)} of ${count(size)}`,
  blocks: (load) => fairBlocks(load, { fewest: 2 }),
  leastMs: pausedMs,
  // A batch is large, and a quick run does not care for its first one.
  quick: (load) => ({ ...tenthOf(load, 1), warmup: Math.floor(load.warmup / 10) }),
  answered: ({ kind, size, dispatch: order }) => ({ kind, size, dispatch: order }),
};

function orderLabel(order: Dispatch, count: (value: number) => string): string {
  if (order.kind === "waves") return `batches in waves of ${count(order.size)},`;
  return order.kind === "burst" ? "bursts" : "sequences";
}
