import { z } from "zod";
import { count, positive } from "../model/fields.ts";

/** Reasons why no row calls a tool. Where several hold, the first one counts. */
export const leftOutCodes = [
  "failed",
  "slow",
  "not-configured",
  "not-read-only",
  "needs-arguments",
  "unusable-name",
  "too-many",
] as const;

/** Longest reason of a failure that is kept. */
export const longestReason = 200;

const leftOut = z.strictObject({
  code: z.enum(leftOutCodes),
  tools: positive,
  /** The server's words on the first that failed. Untrusted. */
  reason: z.string().max(longestReason).optional(),
});

/** Number of the listed tools that the rows of a run call, and the reasons for the others. */
export const toolCoverage = z.strictObject({
  tools: count,
  measured: count,
  /** One of each code, most tools first. */
  leftOut: z.array(leftOut).max(leftOutCodes.length),
});

export type ToolCoverage = z.infer<typeof toolCoverage>;
export type LeftOutCode = (typeof leftOutCodes)[number];
