import type { ProfileFrame } from "../../../record/profile.ts";

/** Longer lines of a text are no names that anybody reads. */
export const longestLine = 4_000;

/** Deeper calls count for the function at this depth: recursion is as deep as it likes. */
const deepest = 200;

/** More than this is no profile of a few seconds: what reads one refuses it. */
export const mostRead = 1_000_000;

/**
 * Work of one launch as a tree of calls, each with its self time or size, in ms or bytes in all. A caller stands before
 * what it calls, so that there is no circle.
 */
export interface Profile {
  readonly frames: readonly ProfileFrame[];
  readonly nodes: readonly ProfileNode[];
}

export interface ProfileNode {
  /** Place in `frames`. */
  readonly frame: number;
  /** Place in `nodes` of the caller, smaller than its own; -1: none. */
  readonly parent: number;
  /** Without what it calls. Memory that was freed is below zero. */
  readonly self: number;
}

/** A profile that cannot be read: `message` says in one line what is wrong with it. */
export class ProfileError extends Error {}

/** More ms or bytes than any launch took: sums of such figures stay numbers. */
const mostSelf = 1e15;

/** Longest name and file kept, in characters. */
const longest = 300;

/**
 * Puts a profile together, whatever the format: functions that are the same are one frame, calls of the same function from
 * the same place are one node. Throws ProfileError where it becomes larger than any that tells something.
 */
export class ProfileBuilder {
  readonly #frames: ProfileFrame[] = [];
  readonly #frameIds = new Map<string, number>();
  readonly #nodes: { frame: number; parent: number; self: number }[] = [];
  readonly #depths: number[] = [];
  /** Children by their frame, of each node; of the root at -1. */
  readonly #children = new Map<number, Map<number, number>>();

  /** The frame of a function: its place among the frames. */
  frame({ name, file, line }: ProfileFrame): number {
    const kept: ProfileFrame = {
      name: cutName(name),
      ...(file === undefined || file === "" ? {} : { file: cutFile(file) }),
      ...(line !== undefined && Number.isSafeInteger(line) && line > 0 ? { line } : {}),
    };
    const key = JSON.stringify([kept.name, kept.file, kept.line]);
    const known = this.#frameIds.get(key);
    if (known !== undefined) return known;
    if (this.#frames.length >= mostRead) throw new ProfileError(`it has more than ${mostRead} functions`);
    this.#frames.push(kept);
    this.#frameIds.set(key, this.#frames.length - 1);
    return this.#frames.length - 1;
  }

  /** The node of a frame that is called from the node `parent` (-1: from nowhere). */
  node(frame: number, parent: number): number {
    if ((this.#depths[parent] ?? 0) >= deepest) return parent;
    const siblings = this.#children.get(parent) ?? new Map<number, number>();
    this.#children.set(parent, siblings);
    const known = siblings.get(frame);
    if (known !== undefined) return known;
    if (this.#nodes.length >= mostRead) throw new ProfileError(`it has more than ${mostRead} places`);
    const place = this.#nodes.push({ frame, parent, self: 0 }) - 1;
    this.#depths.push((this.#depths[parent] ?? 0) + 1);
    siblings.set(frame, place);
    return place;
  }

  /** The node of a whole stack, the outermost caller first; -1 of an empty one. */
  stack(frames: readonly ProfileFrame[]): number {
    return frames.reduce((parent, frame) => this.node(this.frame(frame), parent), -1);
  }

  /** Adds to what a node took itself; what is no number, or an endless one, adds nothing. */
  add(node: number, self: number): void {
    const entry = this.#nodes[node];
    if (entry && Math.abs(entry.self + self) <= mostSelf) entry.self += self;
  }

  /** Puts the tree of a profile in, without what it took, and returns the node that each of its nodes became. */
  addTree({ frames, nodes }: Profile): number[] {
    const places: number[] = [];
    for (const { frame, parent } of nodes)
      places.push(this.node(this.frame(frames[frame] ?? { name: "" }), places[parent] ?? -1));
    return places;
  }

  build(): Profile {
    return { frames: this.#frames, nodes: this.#nodes };
  }
}

/** A mark where it was cut lets `redactText` find the beginning of a secret there. */
function cutName(name: string): string {
  return name.length <= longest ? name : `${name.slice(0, longest - 1)}…`;
}

/** The end of a path tells most; a folder that would be cut within is left out, as it may be the end of a secret. */
function cutFile(file: string): string {
  if (file.length <= longest) return file;
  const end = file.slice(1 - longest);
  const at = end.indexOf("/");
  return at < 0 ? "…" : `…${end.slice(at)}`;
}

/** Several processes or threads of one launch as one profile. */
export function together(profiles: readonly Profile[]): Profile {
  const builder = new ProfileBuilder();
  for (const profile of profiles)
    for (const [index, place] of builder.addTree(profile).entries())
      builder.add(place, profile.nodes[index]?.self ?? 0);
  return builder.build();
}

/**
 * The same profile in CPU time: what is sampled by the clock counts what a process waits for a core, which has nothing to do
 * with what it does. Other threads may have used CPU time too; then it stays.
 */
export function atMost(profile: Profile, cpuMs: number): Profile {
  const total = totalOf(profile);
  if (!(cpuMs >= 0) || total <= cpuMs) return profile;
  return { ...profile, nodes: profile.nodes.map((node) => ({ ...node, self: (node.self * cpuMs) / total })) };
}

export function totalOf({ nodes }: Pick<Profile, "nodes">): number {
  return nodes.reduce((sum, { self }) => sum + self, 0);
}
