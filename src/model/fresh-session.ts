import { z } from "zod";
import { field, positive } from "./fields.ts";
import { positiveDuration } from "./quantity.ts";

/** Ways in which a client leaves a session: by DELETE, by cutting its connections, or with all left open, without a word. */
export const sessionEnds = ["delete", "drop", "abandon"] as const;
export type SessionEnd = (typeof sessionEnds)[number];

/** Sessions that are opened for one call each. */
export interface FreshSession {
  /** At least one, each once; shares are positive whole numbers. */
  readonly ends: readonly { readonly end: SessionEnd; readonly share: number }[];
  /** Time in which the server may give back what sessions have left; absent: that is not waited for. */
  readonly idleMs?: number;
}

const end = field(
  "By DELETE, by cut connections, or with all left open, or a share of each",
  z
    .union([z.enum(sessionEnds), z.partialRecord(z.enum(sessionEnds), positive.max(1000))])
    .default("delete")
    .refine((value) => Object.keys(value).length > 0, "names no way of ending")
    .transform((value): FreshSession["ends"] => {
      const shares = typeof value === "string" ? { [value]: 1 } : value;
      return sessionEnds.flatMap((one) => (shares[one] ? [{ end: one, share: shares[one] }] : []));
    }),
  "abandon",
);

/** The key `fresh_session` of a benchmark; `true` stands for the usual end. */
export const freshSessionField = z.union([
  z.boolean().transform((isFresh): true | undefined => isFresh || undefined),
  z
    .strictObject({ end, idle: field("Longest wait for `session_reclaim`", positiveDuration.optional(), "30s") })
    .transform(({ end: ends, idle: idleMs }): FreshSession => ({ ends, ...(idleMs === undefined ? {} : { idleMs }) })),
]);

const usualEnd: FreshSession = { ends: [{ end: "delete", share: 1 }] };

/** Returns how the calls of an operation end their sessions; undefined where they open none. */
export function freshSessionOf(operation: object): FreshSession | undefined {
  const { freshSession }: { readonly freshSession?: true | FreshSession } = operation;
  return freshSession === true ? usualEnd : freshSession;
}

/** Tests whether calls of an operation leave sessions that the server does not know to be over. */
export function leavesSessions(operation: object): boolean {
  return freshSessionOf(operation)?.ends.some(({ end: one }) => one !== "delete") ?? false;
}
