import { type Description, describe } from "./describe.ts";

/** Statistics of numbers that came one by one. */
export type StreamedDescription = Pick<Description, "count" | "mean" | "min" | "max" | "p50" | "p95" | "p99">;

/** Values kept for the percentiles; with more, every second one is let go, again and again. */
const mostKept = 2 ** 16;

/**
 * Describes any amount of numbers in bounded memory. Count, mean, minimum and maximum are those of all; percentiles are
 * exact up to 65,536 values and then rest on an even selection of at least half as many.
 */
export class StreamedSample {
  #kept: number[] = [];
  #stride = 1;
  #count = 0;
  #mean = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  /** A finite number. */
  add(value: number): void {
    if (this.#count % this.#stride === 0) this.#keep(value);
    this.#count++;
    // Halved first: the difference of two finite numbers need not be finite.
    this.#mean += 2 * ((value / 2 - this.#mean / 2) / this.#count);
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
  }

  /** Undefined where nothing was added. */
  describe(): StreamedDescription | undefined {
    if (this.#count === 0) return undefined;
    const { p50, p95, p99 } = describe(this.#kept);
    return { count: this.#count, mean: this.#mean, min: this.#min, max: this.#max, p50, p95, p99 };
  }

  #keep(value: number): void {
    this.#kept.push(value);
    if (this.#kept.length < mostKept) return;
    this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
    this.#stride *= 2;
  }
}
