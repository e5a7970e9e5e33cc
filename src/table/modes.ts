import type { RoundChange } from "./round-change.ts";

/*
 * The same server can run several times slower in one launch than in the next, only by which cores it was given. Such
 * launches say nothing about the size of a change, but a change may make them more frequent.
 */

/** Two launches of a round further apart than this ran in different modes. */
const apart = Math.log(2);

/** Launches of a row that fall into two modes. */
export interface Modes {
  /** Rounds in which head alone was slow, and base alone. */
  readonly head: number;
  readonly base: number;
  readonly rounds: number;
  /** Rounds that must not be judged for size, as both arms have slow launches. */
  readonly discordant: ReadonlySet<number>;
}

/**
 * Tells launches in a slow mode from a plain change, by the rounds' ratios of p50. Undefined where no round lies far
 * apart, or where most do in one direction: that is a change.
 */
export function findModes(ratios: readonly RoundChange[]): Modes | undefined {
  const far = ratios.filter(({ worse }) => Math.abs(worse) > apart);
  const head = far.filter(({ worse }) => worse > 0).length;
  const base = far.length - head;
  if (far.length === 0 || Math.max(head, base) > ratios.length / 2) return undefined;
  const both = head > 0 && base > 0;
  return { head, base, rounds: ratios.length, discordant: new Set(both ? far.map(({ round }) => round) : []) };
}
