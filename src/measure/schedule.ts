import { seededRandom } from "../stats/random.ts";

const preferredBlocks = [4, 2, 1];

/** One uninterrupted stretch of requests on one arm. */
export interface ScheduledBlock {
  readonly arm: string;
  readonly requests: number;
}

export interface ScheduleOptions {
  /** Per arm. */
  readonly requests: number;
  readonly concurrency: number;
  /** From 0. */
  readonly round: number;
  /** Seed of the row, see `rowSeed`. */
  readonly seed: number;
}

/**
 * Order of the blocks of one row in one round: A B B A A B B A, so that a drift over the round weighs on all arms
 * alike. The leading arm is drawn per round; where every arm has a single block, it alternates from round to round.
 */
export function scheduleBlocks(arms: readonly string[], options: ScheduleOptions): ScheduledBlock[] {
  const sizes = blockSizes(options);
  const lead = leadingArm(arms.length, { ...options, alternate: sizes.length === 1 });
  const forward = [...arms.slice(lead), ...arms.slice(0, lead)];
  const backward = forward.toReversed();
  return sizes.flatMap((requests, turn) => (turn % 2 === 0 ? forward : backward).map((arm) => ({ arm, requests })));
}

/** Seed of one row's order, so that leaving a row out does not change the order of the others. */
export function rowSeed(seed: number, rowId: string): number {
  let hash = seed >>> 0;
  for (const character of rowId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** Requests of each block of one arm: four blocks, or fewer where one would not fill the connection twice over. */
function blockSizes({ requests, concurrency }: ScheduleOptions): number[] {
  const count = preferredBlocks.find((blocks) => Math.floor(requests / blocks) >= 2 * concurrency) ?? 1;
  const size = Math.floor(requests / count);
  return Array.from({ length: count }, (_, index) => size + (index < requests % count ? 1 : 0));
}

function leadingArm(arms: number, { seed, round, alternate }: ScheduleOptions & { alternate: boolean }): number {
  const random = seededRandom(seed);
  const draws = Array.from({ length: alternate ? 1 : round + 1 }, random);
  const drawn = Math.floor((draws.at(-1) ?? 0) * arms);
  return alternate ? (drawn + round) % arms : drawn;
}
