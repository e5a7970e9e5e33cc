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

interface Tool {
  readonly name: string;
  /** Absent where the tool is measured. */
  readonly code?: LeftOutCode;
  readonly reason?: string | undefined;
}

/** Counts tools by why they are not measured. One that is listed twice counts once. */
export function coverageOf(listed: readonly Tool[]): ToolCoverage {
  const tools = [...new Map(listed.map((tool) => [tool.name, tool])).values()];
  const leftOut = leftOutCodes.flatMap((code) => {
    const same = tools.filter((tool) => tool.code === code);
    const reason = code === "failed" ? same[0]?.reason?.slice(0, longestReason) : undefined;
    return same.length > 0 ? [{ code, tools: same.length, ...(reason === undefined ? {} : { reason }) }] : [];
  });
  return {
    tools: tools.length,
    measured: tools.filter(({ code }) => code === undefined).length,
    leftOut: leftOut.toSorted((a, b) => b.tools - a.tools),
  };
}
