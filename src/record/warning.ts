import { z } from "zod";
import { count, positiveAmount } from "../model/fields.ts";

/** Reasons why no leak is looked for in a row. */
const leakGapSchema = z.discriminatedUnion("code", [
  /** Calls of the checks take several times as long as the timed ones. */
  z.strictObject({ code: z.literal("late") }),
  z.strictObject({ code: z.literal("no-time") }),
  /** Fewer than so many calls fit into the row's share of so much time. */
  z.strictObject({ code: z.literal("slow"), calls: count, ms: positiveAmount }),
  z.strictObject({ code: z.literal("called-once") }),
  z.strictObject({ code: z.literal("own-launches") }),
  z.strictObject({ code: z.literal("not-repeatable") }),
  z.strictObject({ code: z.literal("not-read-only") }),
  /** Its calls fail on these arms alone. */
  z.strictObject({ code: z.literal("fails"), arms: z.array(z.string()) }),
  /** An arm did not take the calls: untrusted text. */
  z.strictObject({ code: z.literal("not-taken"), arm: z.string(), text: z.string() }),
]);
export type LeakGap = z.infer<typeof leakGapSchema>;

/** Facts of a run that its reader must know beside the figures. */
export const recordWarningSchema = z.discriminatedUnion("code", [
  z.strictObject({
    code: z.literal("not-leak-checked"),
    gaps: z.array(z.strictObject({ rows: z.array(z.string()), why: leakGapSchema })),
  }),
  /** A text, which may hold untrusted words. */
  z.strictObject({ code: z.literal("other"), text: z.string() }),
]);
export type RecordWarning = z.infer<typeof recordWarningSchema>;
