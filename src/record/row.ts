import { z } from "zod";
import { amount, count, figure, milliseconds, positive, positiveAmount } from "./fields.ts";

const limit = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("relative"), change: amount }),
  z.strictObject({ kind: z.literal("points"), points: amount }),
  z.strictObject({ kind: z.literal("absolute"), value: amount }),
]);

/** A bound as a record keeps it. */
export const threshold = z.strictObject({
  metric: z.string(),
  level: z.enum(["warn", "fail"]),
  limit,
  text: z.string(),
});

/** Ends after `requests` calls (of a batch: batches) or after `durationMs`; one of the two is there. */
const everyLoad = {
  requests: positive.optional(),
  durationMs: positiveAmount.optional(),
  warmup: count,
  timeoutMs: milliseconds,
  /** Absent: one. */
  sessions: positive.optional(),
};

const dispatch = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("burst") }),
  z.strictObject({ kind: z.literal("sequential") }),
  z.strictObject({ kind: z.literal("waves"), size: positive }),
]);

/** A stretch over which the rate per second goes evenly from one to the other. */
const stage = z.strictObject({ durationMs: positiveAmount, from: amount, to: amount });

export const load = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("closed"),
      concurrency: positive,
      delayMs: milliseconds.optional(),
      ...everyLoad,
    }),
    z.strictObject({
      kind: z.literal("open"),
      /** On average, where there are stages. */
      ratePerSecond: positiveAmount,
      stages: z.array(stage).min(1).max(100).readonly().optional(),
      maxInFlight: positive,
      ...everyLoad,
    }),
    z.strictObject({
      kind: z.literal("batch"),
      size: positive,
      dispatch,
      delayMs: milliseconds.optional(),
      ...everyLoad,
    }),
    z.strictObject({
      kind: z.literal("search"),
      /** Per second. */
      lowest: positiveAmount,
      highest: positiveAmount,
      stepMs: positiveAmount,
      conditions: z.array(z.strictObject({ metric: z.string(), atMost: amount })).readonly(),
      maxInFlight: positive,
      ...everyLoad,
    }),
  ])
  .refine(
    ({ requests, durationMs }) => (requests === undefined) !== (durationMs === undefined),
    "has either `requests` or `durationMs`",
  );

/** One row: what was asked, under what load, within what bounds. */
export const row = z.strictObject({
  id: z.string().min(1),
  benchmark: z.string().min(1),
  group: z.string().optional(),
  /** JSON-RPC method, e.g. `tools/call`; `mix` of a mix, `steps` of turns, `http` of plain HTTP requests. */
  method: z.string(),
  target: z.string(),
  load,
  /** Arguments of each call, as JSON or in words. */
  arguments: z.string().optional(),
  /** Calls and commands before the load, untimed. */
  setup: z.string().optional(),
  /** Pause after the load. */
  cooldownMs: milliseconds.optional(),
  /** Units of work in one call (of a batch: in one batch). */
  items: positiveAmount.optional(),
  sweep: z.strictObject({ field: z.string(), value: figure, within: z.string().optional() }).optional(),
  /** Rows of one key are the same on different variants; blocks are ordered by key. */
  key: z.string().optional(),
  variant: z.string().optional(),
  note: z.string().optional(),
  /** Measured in so many rounds only. */
  rounds: z.int().positive().optional(),
  /** Head lacks what its calls name, or requires arguments that they do not give. */
  refused: z.literal(true).optional(),
  configHash: z.string(),
  thresholds: z.array(threshold),
  /** Units of work of the control arm, matched to the row's latency. */
  controlUnits: count.optional(),
  /** Found without a configuration; `derived`: with arguments made from the input schema. Absent: a person wrote the benchmark. */
  origin: z.enum(["discovered", "derived"]).optional(),
  /** The commit whose configuration alone has the row in this form; absent: both have it. */
  onlyIn: z.enum(["base", "head"]).optional(),
  /** Name in head's configuration, where that is another. */
  nameInHead: z.string().optional(),
  /** Line of the benchmark in the configuration file. */
  line: z.int().positive().optional(),
});
