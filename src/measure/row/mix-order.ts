import { seededRandom } from "../../stats/random.ts";

/**
 * Which part of a mix each call takes. Every stretch of as many calls as the weights sum up to holds each part as often
 * as its weight says, in an order drawn anew for the stretch; equal seeds give equal sequences.
 */
export class MixOrder {
  readonly #deck: readonly number[];
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
    if (this.#drawn.length === 0) this.#drawn = this.#shuffled();
    return this.#drawn.pop() ?? 0;
  }

  /** Fisher and Yates. */
  #shuffled(): number[] {
    const deck = [...this.#deck];
    for (let last = deck.length - 1; last > 0; last--) {
      const other = Math.floor(this.#random() * (last + 1));
      [deck[last], deck[other]] = [deck[other] ?? 0, deck[last] ?? 0];
    }
    return deck;
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
