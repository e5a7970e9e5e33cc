import type { RecordMeasurement } from "../../record/record.ts";
import { encodeHistogram, encodeSamples, mostSamples, mostThinned } from "../../record/samples.ts";
import { median } from "../../stats/describe.ts";
import { Histogram } from "../../stats/histogram.ts";

/** Latencies in milliseconds and in order of time, in memory that does not grow with their number. */
export class LatencyLog {
  /** All of them, or every `#stride`-th. */
  #series = new Float64Array(256);
  #length = 0;
  #stride = 1;
  #count = 0;
  #sum = 0;
  #histogram: Histogram | undefined;

  get count(): number {
    return this.#count;
  }

  /** NaN when empty. */
  get mean(): number {
    return this.#sum / this.#count;
  }

  /** Throws RangeError when empty. */
  get median(): number {
    return median(this.#histogram ?? this.#values());
  }

  add(ms: number): void {
    if (this.#count === mostSamples) this.#begin();
    this.#histogram?.add(ms);
    if (this.#histogram && this.#length === mostThinned) this.#thin();
    if (this.#count % this.#stride === 0) this.#push(ms);
    this.#count++;
    this.#sum += ms;
  }

  append(later: LatencyLog): void {
    if (!later.#histogram) {
      for (const ms of later.#values()) this.add(ms);
      return;
    }
    if (!this.#histogram) this.#begin();
    this.#histogram?.merge(later.#histogram);
    this.#count += later.#count;
    this.#sum += later.#sum;
    while (this.#stride < later.#stride || this.#length > mostThinned / 2) this.#thin();
    const step = this.#stride / later.#stride;
    for (const [index, ms] of later.#values().entries()) if (index % step === 0) this.#push(ms);
  }

  stored(): Pick<RecordMeasurement, "samples" | "histogram"> {
    const samples = encodeSamples(this.#values());
    return this.#histogram ? { samples, histogram: encodeHistogram(this.#histogram) } : { samples };
  }

  #values(): Float64Array {
    return this.#series.subarray(0, this.#length);
  }

  /** There are too many from here on. */
  #begin(): void {
    this.#histogram = Histogram.of(this.#values());
    while (this.#length > mostThinned) this.#thin();
  }

  #push(ms: number): void {
    if (this.#length === this.#series.length) {
      const grown = new Float64Array(2 * this.#length);
      grown.set(this.#series);
      this.#series = grown;
    }
    this.#series[this.#length++] = ms;
  }

  #thin(): void {
    this.#stride *= 2;
    this.#length = Math.ceil(this.#length / 2);
    for (let index = 1; index < this.#length; index++) this.#series[index] = this.#series[2 * index] as number;
  }
}
