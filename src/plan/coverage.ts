import { type LeftOutCode, leftOutCodes, longestReason, type ToolCoverage } from "../record/coverage.ts";

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
