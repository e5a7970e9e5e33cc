import { type MadeProfile, mostFrames, mostLaunches, mostNodes } from "../../../record/profile.ts";
import { type Profile, ProfileBuilder } from "./profile.ts";

export interface LaunchProfile {
  readonly profile: Profile;
  /** Number of calls; of a start-up: 1. */
  readonly calls: number;
  /** Total time by our own clock. */
  readonly elapsedMs: number;
}

interface PooledNode {
  readonly frame: number;
  readonly parent: number;
  /** Self time of each launch, per call. */
  readonly self: number[];
}

/**
 * The profiles of several launches as a record keeps them: one tree, with a figure for each launch. Where it is larger than a
 * record holds, the places that weigh least count for their callers. At least one launch; those beyond what a record holds
 * are left out.
 */
export function pooled(all: readonly LaunchProfile[]): Pick<MadeProfile, "launches" | "frames" | "nodes"> {
  const launches = all.slice(0, mostLaunches);
  const builder = new ProfileBuilder();
  const selves: number[][] = [];
  for (const [launch, { profile, calls }] of launches.entries()) {
    for (const [index, place] of builder.addTree(profile).entries()) {
      selves[place] ??= new Array<number>(launches.length).fill(0);
      selves[place][launch] = (selves[place][launch] ?? 0) + (profile.nodes[index]?.self ?? 0) / calls;
    }
  }
  const { frames, nodes } = builder.build();
  const whole = nodes.map(({ frame, parent }, place): PooledNode => ({ frame, parent, self: selves[place] ?? [] }));
  return {
    launches: launches.map(({ calls, elapsedMs }) => ({ calls, elapsedMs })),
    ...heaviest(whole, frames),
  };
}

/** Returns as much as a record holds, with each kept function under the callers it had. */
function heaviest(nodes: readonly PooledNode[], frames: Profile["frames"]): Pick<MadeProfile, "frames" | "nodes"> {
  const weights = nodes.map(({ self }) => self.reduce((sum, value) => sum + Math.abs(value), 0));
  // Callers stand before what they call.
  for (let place = nodes.length - 1; place >= 0; place--) {
    const parent = nodes[place]?.parent ?? -1;
    if (parent >= 0) weights[parent] = (weights[parent] ?? 0) + (weights[place] ?? 0);
  }
  const order = nodes.map((_, place) => place).sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
  const chosen = new Set<number>();
  const known = new Set<number>();
  for (const place of order) {
    const { frame, parent } = nodes[place] as PooledNode;
    const fits = known.has(frame) || known.size < mostFrames;
    if ((weights[place] ?? 0) === 0 || chosen.size >= mostNodes) break;
    if (!fits || (parent >= 0 && !chosen.has(parent))) continue;
    chosen.add(place);
    known.add(frame);
  }
  const kept: PooledNode[] = [];
  const frameIds = new Map<number, number>();
  /** Node that each node counts for: itself, or the nearest caller that is kept. */
  const counted: number[] = [];
  for (const [place, { frame, parent, self }] of nodes.entries()) {
    const above = parent >= 0 ? (counted[parent] ?? -1) : -1;
    if (chosen.has(place)) {
      const id = frameIds.get(frame) ?? frameIds.size;
      frameIds.set(frame, id);
      counted.push(kept.push({ frame: id, parent: above, self: [...self] }) - 1);
    } else {
      counted.push(above);
      const caller = kept[above];
      if (caller)
        for (const [launch, value] of self.entries()) caller.self[launch] = (caller.self[launch] ?? 0) + value;
    }
  }
  return {
    frames: [...frameIds.keys()].map((frame) => frames[frame] ?? { name: "" }),
    nodes: kept.map(({ frame, parent, self }) => [frame, parent, ...self.map(short)]),
  };
}

/** Enough digits for any table, and few for the file. */
function short(value: number): number {
  return Number(value.toPrecision(4));
}
