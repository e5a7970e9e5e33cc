import { z } from "zod";
import { UserError } from "../errors.ts";
import { amount, figure, positive } from "./fields.ts";

/**
 * How far generators may be apart, in ms: a block begins together, or not at all. Of a block of half a minute that is 2 %,
 * and clocks that are kept by NTP are a tenth of it apart.
 */
export const mostApartMs = 500;

/** As a limit on what a hostile record can claim; a Job of Kubernetes may have as many pods. */
export const mostGenerators = 10_000;

/** By how much the clock of the server is ahead of that of this machine: somewhere between the two, in ms. */
const clockOffset = z.strictObject({ atLeastMs: figure, atMostMs: figure });

export type ClockOffset = z.infer<typeof clockOffset>;

const ofOneRun = {
  count: positive.max(mostGenerators),
  /** When the first round began, as all of them were told. */
  startAt: z.iso.datetime(),
};

/** Of a run whose load several processes make together: what one of them measured, or the sum over all. */
export const generators = z.discriminatedUnion("kind", [
  z
    .strictObject({
      kind: z.literal("one"),
      /** From 1. */
      index: positive,
      ...ofOneRun,
      /** Absent where the server does not tell the time. */
      clock: clockOffset.optional(),
    })
    .refine(({ index, count }) => index <= count, "a generator beyond the last"),
  z.strictObject({
    kind: z.literal("all"),
    ...ofOneRun,
    /** Between the first and the last of them to begin a block, in the block where that was most. */
    startSpreadMs: amount,
    /** By how much two clocks are apart at least; absent where that of some generator was not compared. */
    clockSpreadMs: amount.optional(),
  }),
]);

export type RecordGenerators = z.infer<typeof generators>;

/** Throws UserError on what one of several generators measured: its share of a load says nothing of the load. */
export function requireAllGenerators({ generators }: { readonly generators?: RecordGenerators | undefined }): void {
  if (generators?.kind !== "one") return;
  const { index, count } = generators;
  throw new UserError(`this is what generator ${index} of ${count} measured, a share of the load`, {
    expected: "the sum over all generators",
    fix: `add them up: mcp-bench merge FILE-OF-EACH-OF-THE-${count} --output record.json`,
  });
}
