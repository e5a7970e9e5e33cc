import type { MadeProfile } from "../../../record/profile.ts";
import { matchFunctions, type ProfiledFunction } from "./functions.ts";

/** One place of both arms' trees: with what it calls, per call, means over the launches. */
export interface MergedNode {
  /** Place in `functions`. */
  readonly of: number;
  /** Place of its caller, before it; -1: none. */
  readonly parent: number;
  readonly base: number;
  readonly head: number;
}

/** Both arms' trees as one: callers before what they call. What was freed is left out: no area shows it. */
export function mergedTree(
  base: MadeProfile,
  head: MadeProfile,
): { functions: readonly ProfiledFunction[]; nodes: MergedNode[] } {
  const matched = matchFunctions(base, head);
  const nodes: { of: number; parent: number; base: number; head: number }[] = [];
  const known = new Map<string, number>();
  for (const [side, profile] of [
    ["base", base],
    ["head", head],
  ] as const) {
    const places: number[] = [];
    for (const [frame, parent, ...self] of profile.nodes) {
      const above = places[parent] ?? -1;
      const id = matched[side][frame] ?? -1;
      const key = `${above} ${id}`;
      const place = known.get(key) ?? nodes.push({ of: id, parent: above, base: 0, head: 0 }) - 1;
      known.set(key, place);
      places.push(place);
      const own = Math.max(0, self.reduce((sum, value) => sum + value, 0) / Math.max(1, self.length));
      for (let up = place; up >= 0; up = nodes[up]?.parent ?? -1) {
        const node = nodes[up];
        if (node) node[side] += own;
      }
    }
  }
  return { functions: matched.functions, nodes };
}
