import { z } from "zod";
import { count, figure, milliseconds, positiveAmount } from "../model/fields.ts";
import { load } from "../model/load.ts";
import { threshold } from "../model/threshold.ts";

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
