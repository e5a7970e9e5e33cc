import type { MadeProfile, ProfileFrame } from "../../../record/profile.ts";
import { groupBy } from "../../../stats/group-by.ts";

export type Side = "base" | "head";

/**
 * Tells which functions of two profiles are the same: those of one name in one file. Where several have it, as functions
 * without a name do, they are taken in the order of their lines, as long as both arms have as many; else all of them are one.
 * Returns them as in head, else as in base, with the index of the function of each frame of base and of head.
 */
export function matchFunctions(base: Pick<MadeProfile, "frames">, head: Pick<MadeProfile, "frames">) {
  const of = (side: Side, frames: readonly ProfileFrame[]) =>
    frames.map((frame, place) => ({ side, frame, place, key: JSON.stringify([frame.name, frame.file]) }));
  const all = [...of("base", base.frames), ...of("head", head.frames)];
  const functions: ProfileFrame[] = [];
  const found: Record<Side, number[]> = { base: [], head: [] };
  const join = (members: readonly (typeof all)[number][]) => {
    const [first] = members.toSorted((a, b) => Number(a.side === "base") - Number(b.side === "base"));
    if (!first) return;
    const id = functions.push(first.frame) - 1;
    for (const { side, place } of members) found[side][place] = id;
  };
  for (const members of groupBy(all, ({ key }) => key).values()) {
    const linesOn = (side: Side) => linesOf(members.filter((one) => one.side === side));
    const [left, right] = [linesOn("base"), linesOn("head")];
    if (left.length === right.length)
      for (const [place, group] of left.entries()) join([...group, ...(right[place] ?? [])]);
    else if (left.length === 0 || right.length === 0) for (const group of [...left, ...right]) join(group);
    else join(members);
  }
  return { functions, ...found };
}

/** Those of one line together, in the order of the lines. */
function linesOf<Member extends { readonly frame: ProfileFrame }>(members: readonly Member[]): Member[][] {
  return [...groupBy(members, ({ frame }) => String(frame.line ?? 0)).values()].sort(
    ([a], [b]) => (a?.frame.line ?? 0) - (b?.frame.line ?? 0),
  );
}

/** Sums the self time of each function, per call, in each launch. */
export function selfTimes({ nodes, launches }: MadeProfile, functionOf: readonly number[]): Map<number, number[]> {
  const times = new Map<number, number[]>();
  for (const [frame, , ...self] of nodes) {
    const id = functionOf[frame] ?? -1;
    const sums = times.get(id) ?? new Array<number>(launches.length).fill(0);
    times.set(id, sums);
    for (const [launch, value] of self.entries()) sums[launch] = (sums[launch] ?? 0) + value;
  }
  return times;
}
