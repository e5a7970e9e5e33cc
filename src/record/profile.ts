import { z } from "zod";
import { amount, figure, positive } from "../model/fields.ts";

/** Functions and places of one kept profile: the rest is counted where it was called from. */
export const mostFrames = 800;
export const mostNodes = 1_500;

/** Most profiles of all rows and arms of one run. */
export const mostProfiles = 64;

/** Launches that one profile is made of: a comparison tries every way to divide those of both arms. */
export const mostLaunches = 7;

/** Subjects of a profile: the `time` of calls, the time of a `start-up`, or the `memory` that calls leak. */
const profileKinds = ["time", "start-up", "memory"] as const;
export type ProfileKind = (typeof profileKinds)[number];

export const profileUnits = { time: "ms", "start-up": "ms", memory: "bytes" } as const satisfies Record<
  ProfileKind,
  "ms" | "bytes"
>;

/** In characters; what is longer is cut off before. */
const longestName = 400;

/** Names and files are untrusted; files are as `placeName` gives them, so that no home directory is named. */
const frame = z.strictObject({
  name: z.string().max(longestName),
  file: z.string().max(longestName).optional(),
  line: positive.optional(),
});

const about = {
  /** Absent: of the server itself. */
  row: z.string().optional(),
  arm: z.string(),
  kind: z.enum(profileKinds),
};

/**
 * The profiles of one row on one arm, of several untimed launches, put together: a tree of calls.
 *
 * A node is `[frame, parent, ...self]`: the place of its function in `frames`, that of its caller in `nodes`, which stands
 * before it (-1: none), and what it took itself in each launch, per call.
 */
const madeProfile = z
  .strictObject({
    ...about,
    /** Name of the profiler for people, such as `Node.js sampling profiler`. */
    by: z.string(),
    /** For each launch how many calls were made (of a start-up: 1), and how long they took in all by our own clock. */
    launches: z
      .array(z.strictObject({ calls: positive, elapsedMs: amount }))
      .min(1)
      .max(mostLaunches),
    frames: z.array(frame).max(mostFrames),
    nodes: z.array(z.tuple([z.int().nonnegative(), z.int().min(-1)], figure)).max(mostNodes),
  })
  .refine(
    ({ launches, frames, nodes }) =>
      nodes.every(
        ([frame, parent, ...self], place) => frame < frames.length && parent < place && self.length === launches.length,
      ),
    "each node has a frame that exists, a parent before it, and a figure for each launch",
  );

/** A row on an arm that could not be profiled, and why, in one line. It may hold untrusted words. */
const noProfile = z.strictObject({ ...about, unknown: z.string() });

export const recordProfile = z.union([madeProfile, noProfile]);

export type RecordProfile = z.infer<typeof recordProfile>;
export type MadeProfile = z.infer<typeof madeProfile>;
export type ProfileFrame = z.infer<typeof frame>;

export function isMade(profile: RecordProfile): profile is MadeProfile {
  return !("unknown" in profile);
}
