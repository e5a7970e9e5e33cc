import { seededRandom } from "../../stats/random.ts";

const preferredBlocks = [4, 2, 1];

/** The shortest block of a load with a duration: in less time a server that falls behind would catch up before it shows. */
const shortestBlockMs = 1000;

/** Fields of a load that decide its blocks; a row of a record has them too, so that its order can be computed again. */
export type BlockLoad = BlockExtent &
  (
    | { readonly kind: "closed"; readonly concurrency: number }
    | { readonly kind: "open"; readonly ratePerSecond: number; readonly stages?: readonly unknown[] | undefined }
    | { readonly kind: "batch" }
    | { readonly kind: "search"; readonly stepMs: number }
  );

interface BlockExtent {
  readonly requests?: number | undefined;
  readonly durationMs?: number | undefined;
}

/** Requests of one block at most, about: its replies are kept in memory until they are judged. */
const mostRequests = 10_000;

/** Requests of one arm that no other arm interrupts. */
export interface ScheduledBlock {
  readonly arm: string;
  /** Requests (of a batch load: batches), or milliseconds where the load has a duration. */
  readonly amount: number;
}

export interface ScheduleOptions {
  readonly load: BlockLoad;
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
  const sizes = blockSizes(options.load);
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

/**
 * Amount of each block of one arm: four blocks, or fewer where one would be too short to show what it should, or eight,
 * twelve … where one would have too many requests. Each but the last keeps all connections busy to its end: what would not
 * fill them once more is left to the last, since a wave of few requests takes as long as a full one.
 */
function blockSizes(load: BlockLoad): number[] {
  const { requests, durationMs } = load;
  // Stages follow one another without a pause: what a server has not worked off goes on into the next.
  if (load.kind === "open" && load.stages) return [durationMs ?? 0];
  if (load.kind === "search") return Array.from({ length: (durationMs ?? 0) / load.stepMs }, () => load.stepMs);
  const amount = requests ?? durationMs ?? 0;
  const least = durationMs === undefined ? fewestRequests(load) : shortestBlockMs;
  const most = 4 * Math.max(mostRequests, least);
  const fair = preferredBlocks.find((blocks) => Math.floor(amount / blocks) >= least) ?? 1;
  const count = (requests ?? 0) > most ? 4 * Math.ceil(amount / most) : fair;
  const wave = requests !== undefined && load.kind === "closed" ? load.concurrency : 1;
  const waves = Math.floor(amount / wave);
  const sizes = Array.from({ length: count }, (_, index) => share(waves, { count, index }) * wave);
  return sizes.with(-1, (sizes.at(-1) ?? 0) + (amount % wave));
}

/** Deals a whole number out in `count` parts, those at the front larger by one where it does not divide. */
function share(whole: number, { count, index }: { readonly count: number; readonly index: number }): number {
  return Math.floor(whole / count) + (index < whole % count ? 1 : 0);
}

/** Enough to fill the connection twice over; at a rate, as many as are due in the shortest block. */
function fewestRequests(load: BlockLoad): number {
  switch (load.kind) {
    case "closed":
      return 2 * load.concurrency;
    case "open":
      return Math.ceil((load.ratePerSecond * shortestBlockMs) / 1000);
    case "batch":
    case "search":
      return 2;
  }
}

function leadingArm(arms: number, { seed, round, alternate }: ScheduleOptions & { alternate: boolean }): number {
  const random = seededRandom(seed);
  const draws = Array.from({ length: alternate ? 1 : round + 1 }, random);
  const drawn = Math.floor((draws.at(-1) ?? 0) * arms);
  return alternate ? (drawn + round) % arms : drawn;
}
