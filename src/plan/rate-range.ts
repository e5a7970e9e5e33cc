import type { SearchLoad } from "./workload.ts";

/** Rates that lie closer together are not told apart by a search, and a backlog that grows by less of what arrives is none. */
export const rateResolution = 0.025;

/**
 * Steps of a search at most: what it takes to halve the range on a logarithmic scale until it is resolved, one for an end
 * of the range, and as many again, since a rate that does not hold is tried twice.
 */
export function mostSteps({ lowest, highest }: Pick<SearchLoad, "lowest" | "highest">): number {
  const halvings = Math.ceil(Math.log2(Math.log(highest / lowest) / Math.log1p(rateResolution)));
  return 2 * (Math.max(0, halvings) + 1);
}
