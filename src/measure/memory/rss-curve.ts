import { mostPoints, type RecordLoadPass } from "../../record/load-pass.ts";

/** Readings of memory in order of time: mean and peak of all of them, and a curve of bounded length. */
export class RssCurve {
  #readings = 0;
  #sum = 0;
  #peak = 0;
  #end = 0;
  /** Every how many readings one is kept. */
  #stride = 1;
  #points: [number, number][] = [];

  add(atMs: number, rssBytes: number): void {
    if (this.#readings % this.#stride === 0) this.#points.push([Math.round(atMs * 10) / 10, rssBytes]);
    if (this.#points.length >= mostPoints) {
      this.#points = this.#points.filter((_, index) => index % 2 === 0);
      this.#stride *= 2;
    }
    this.#readings++;
    this.#sum += rssBytes;
    this.#peak = Math.max(this.#peak, rssBytes);
    this.#end = rssBytes;
  }

  /** Undefined without a reading. */
  summary(): Omit<RecordLoadPass, "row" | "arm" | "intervalMs"> | undefined {
    if (this.#readings === 0) return undefined;
    return {
      readings: this.#readings,
      meanRssBytes: Math.round(this.#sum / this.#readings),
      peakRssBytes: this.#peak,
      endRssBytes: this.#end,
      curve: this.#points,
    };
  }
}
