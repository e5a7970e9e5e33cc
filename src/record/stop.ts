import { z } from "zod";
import { canonicalJson } from "../base/json.ts";
import { count, positiveAmount } from "../model/fields.ts";

/** Reasons why no further round of a run was measured. `rounds`: how many it has. */
export const stopSchema = z.discriminatedUnion("code", [
  z.strictObject({ code: z.literal("quick-run") }),
  z.strictObject({ code: z.literal("rounds-configured"), rounds: count }),
  z.strictObject({ code: z.literal("rounds-at-limit"), rounds: count }),
  z.strictObject({ code: z.literal("rounds-minimum"), rounds: count }),
  /** Every gate is decided, or every row: by a regression of it. */
  z.strictObject({ code: z.literal("decided"), of: z.enum(["gate", "row"]), rounds: count }),
  /** `certain`: rounds after which a regression was, of so many that called all rows. */
  z.strictObject({ code: z.literal("first-regression"), rounds: count, certain: count, openGates: count }),
  /** More rounds would decide nothing. */
  z.strictObject({ code: z.literal("no-base") }),
  /** `needed`: rounds that would decide, or `isMore`, more than so many; `needsMs`: how long they take; `room`: those that fit. */
  z.strictObject({
    code: z.literal("no-decision-in-sight"),
    rounds: count,
    needed: count,
    isMore: z.boolean(),
    needsMs: positiveAmount,
    room: count,
  }),
  z.strictObject({ code: z.literal("no-time-for-leak-check"), rounds: count }),
  z.strictObject({ code: z.literal("no-time-for-round"), budgetMs: positiveAmount, rounds: count }),
  /** The time budget ended inside a round, the first of which is 1. */
  z.strictObject({ code: z.literal("time-budget-ended"), budgetMs: positiveAmount, round: count }),
  /** `by`: the signal, or what else ended it. */
  z.strictObject({ code: z.literal("interrupted"), by: z.string(), rounds: count }),
  z.strictObject({ code: z.literal("k6-ended") }),
  z.strictObject({ code: z.literal("k6-runs-read") }),
]);

export type Stop = z.infer<typeof stopSchema>;

export function stopsBy<Code extends Stop["code"]>(
  { stop }: { readonly stop: readonly Stop[] },
  ...codes: readonly Code[]
): Extract<Stop, { readonly code: Code }>[] {
  return stop.filter((one): one is Extract<Stop, { readonly code: Code }> => codes.some((code) => code === one.code));
}

/** Returns the reasons of several records, each once, in an order that does not depend on that of the records. */
export function pooledStops(all: readonly (readonly Stop[])[]): Stop[] {
  const byText = new Map(all.flat().map((one) => [canonicalJson(one), one]));
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
