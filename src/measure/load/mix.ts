import { shuffle } from "simple-statistics";
import type { RecordParts } from "../../record/launch.ts";
import { seededRandom } from "../../stats/random.ts";
import type { LatencyLog } from "./latency-log.ts";

/** Assigns the calls of a mix to its parts. Calls are sent in the order in which they are made. */
export class MixParts {
  readonly #names: readonly string[];
  /** Parts of the calls that are made and not settled yet, by id, in the order of making. */
  readonly #made = new Map<number, number>();
  readonly #attempted: number[];
  /** Calls of the block that are settled. */
  #settled = 0;

  constructor(names: readonly string[]) {
    this.#names = names.map((name, place) => (names.indexOf(name) === place ? name : `${name} (part ${place + 1})`));
    this.#attempted = names.map(() => 0);
  }

  get count(): number {
    return this.#names.length;
  }

  /** Calls that are made for the block. */
  protected get ofBlock(): number {
    return this.#settled + this.#made.size;
  }

  made(id: number, part: number): void {
    this.#made.set(id, part);
  }

  /** Until the call is settled. */
  partOf(id: number): number | undefined {
    return this.#made.get(id);
  }

  /** Counts so many calls, once their replies are judged, and forgets them: a long block has more than memory should hold. */
  settle(calls: number): void {
    this.#settled += calls;
    let left = calls;
    for (const [id, part] of this.#made) {
      if (left-- === 0) return;
      this.#made.delete(id);
      this.#attempted[part] = (this.#attempted[part] ?? 0) + 1;
    }
  }

  /** Counts the other calls of a block, once it is over; what was made and not sent is left for the next one. */
  add({ sent, backlog }: { readonly sent: number; readonly backlog?: { readonly dropped: number } | undefined }): void {
    this.settle(sent + (backlog?.dropped ?? 0) - this.#settled);
    this.#settled = 0;
  }

  /** Forgets the calls of a warm-up: those not sent yet are dropped. */
  skip(): void {
    this.#made.clear();
    this.#settled = 0;
  }

  /** `latencies`: of the ok replies of all blocks, part by part. */
  result(latencies: readonly LatencyLog[]): RecordParts {
    return {
      names: [...this.#names],
      attempted: [...this.#attempted],
      latencies: latencies.map((log) => log.stored()),
    };
  }
}

/**
 * Draws the part of a mix for each call. Every stretch of as many calls as the weights sum up to holds each part as
 * often as its weight says, in an order drawn anew for the stretch; equal seeds give equal sequences.
 */
export class MixOrder {
  readonly #deck: number[];
  readonly #random: () => number;
  #drawn: number[] = [];

  /** Weights are positive whole numbers. */
  constructor(weights: readonly number[], seed: number) {
    const unit = weights.reduce(greatestCommonDivisor, 0);
    this.#deck = weights.flatMap((weight, part) => new Array<number>(weight / unit).fill(part));
    this.#random = seededRandom(seed);
  }

  /** Index of the part that the next call takes. */
  next(): number {
    if (this.#drawn.length === 0) this.#drawn = shuffle(this.#deck, this.#random);
    return this.#drawn.pop() ?? 0;
  }
}

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
