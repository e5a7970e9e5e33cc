import { blocksOf, type Load } from "../../model/load.ts";
import { seededRandom } from "../../stats/random.ts";

/** Requests of one arm that no other arm interrupts. */
export interface ScheduledBlock {
  readonly arm: string;
  /** Requests (of a batch load: batches), or milliseconds where the load has a duration. */
  readonly amount: number;
}

export interface ScheduleOptions {
  readonly load: Load;
  readonly round: number;
  /** Seed of the row, see `rowSeed`. */
  readonly seed: number;
}

/**
 * Order of the blocks of one row in one round: A B B A A B B A, so that a drift over the round weighs on all arms
 * alike. The leading arm is drawn per round; where every arm has a single block, it alternates from round to round.
 */
export function scheduleBlocks(arms: readonly string[], options: ScheduleOptions): ScheduledBlock[] {
  const sizes = blocksOf(options.load);
  const lead = leadingArm(arms.length, { ...options, alternate: sizes.length === 1 });
  const forward = [...arms.slice(lead), ...arms.slice(0, lead)];
  const backward = forward.toReversed();
  return sizes.flatMap((amount, turn) => (turn % 2 === 0 ? forward : backward).map((arm) => ({ arm, amount })));
}

/** Seed of one row's order, so that leaving a row out does not change the order of the others. */
export function rowSeed(seed: number, rowId: string): number {
  let hash = seed >>> 0;
  for (const character of rowId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

function leadingArm(arms: number, { seed, round, alternate }: ScheduleOptions & { alternate: boolean }): number {
  const random = seededRandom(seed);
  const draws = Array.from({ length: alternate ? 1 : round + 1 }, random);
  const drawn = Math.floor((draws.at(-1) ?? 0) * arms);
  return alternate ? (drawn + round) % arms : drawn;
}
