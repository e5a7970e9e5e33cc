import type { BranchIndex } from "./branch-index.ts";

/** Length to which the history of the branch may grow before a single commit of the same files replaces it. */
export interface SquashLimits {
  readonly commits: number;
  readonly bytes: number;
}

export const defaultSquash: SquashLimits = { commits: 500, bytes: 3 * 2 ** 20 };

type History = BranchIndex["history"];

/** True when a commit takes the history past a multiple of a limit: squashing that failed is tried again that late. */
export function isSquashDue({ before, after }: { before: History; after: History }, limits: SquashLimits): boolean {
  const passes = (count: "commits" | "bytes") =>
    Math.floor(after[count] / limits[count]) > Math.floor(before[count] / limits[count]);
  return passes("commits") || passes("bytes");
}
