import { mostSlices, type RecordTimeline } from "../../record/timeline.ts";
import { Bucketed } from "../../stats/bucketed.ts";
import { Histogram } from "../../stats/histogram.ts";

const firstSliceMs = 250;

/** Shorter loads have no timeline: nothing decays in so little time. */
const shortestMs = 10_000;

/** RSS of the server's process tree at a time of the load. */
export interface RssReading {
  readonly atMs: number;
  readonly rssBytes: number;
}

interface Slice {
  latencies: Histogram | undefined;
  /** The lowest reading. */
  rssBytes: number | undefined;
}

/** Ok calls and memory of a load by even slices of its time, in memory that does not grow with it: the slices become longer. */
export class Timeline {
  #sliceMs = firstSliceMs;
  #slices: Slice[] = [];

  add(atMs: number, latencyMs: number): void {
    const slice = this.#sliceAt(atMs);
    slice.latencies ??= new Histogram();
    slice.latencies.add(latencyMs);
  }

  addMemory(readings: readonly RssReading[]): void {
    for (const { atMs, rssBytes } of readings) this.#merge(this.#sliceAt(atMs), { latencies: undefined, rssBytes });
  }

  /** Appends what came after `fromMs`; each of its slices counts at its middle. */
  append(later: Timeline, fromMs: number): void {
    for (const [index, slice] of later.#slices.entries())
      this.#merge(this.#sliceAt(fromMs + (index + 0.5) * later.#sliceMs), slice);
  }

  /** Returns the timeline for a record, without the last slice, which is not whole. `wallMs`: time of the load. */
  stored(wallMs: number): RecordTimeline | undefined {
    if (wallMs < shortestMs) return undefined;
    while (wallMs >= (mostSlices + 1) * this.#sliceMs) this.#double();
    const slices = Array.from({ length: Math.floor(wallMs / this.#sliceMs) }, (_, index) => this.#slices[index]);
    const samples = slices.map((slice) => slice?.latencies && new Bucketed(slice.latencies));
    // Five digits tell more than a histogram knows.
    const quantiles = (level: number) =>
      samples.map((sample) => (sample ? Number(sample.quantile(level).toPrecision(5)) : null));
    return {
      sliceMs: this.#sliceMs,
      ok: slices.map((slice) => slice?.latencies?.count ?? 0),
      p50Ms: quantiles(0.5),
      p95Ms: quantiles(0.95),
      rssBytes: slices.map((slice) => slice?.rssBytes ?? null),
    };
  }

  #sliceAt(atMs: number): Slice {
    while (atMs >= mostSlices * this.#sliceMs) this.#double();
    const index = Math.max(0, Math.floor(atMs / this.#sliceMs));
    while (this.#slices.length <= index) this.#slices.push({ latencies: undefined, rssBytes: undefined });
    return this.#slices[index] as Slice;
  }

  #double(): void {
    this.#sliceMs *= 2;
    const halves = this.#slices;
    this.#slices = halves.filter((_, index) => index % 2 === 0);
    for (const [index, slice] of this.#slices.entries()) this.#merge(slice, halves[2 * index + 1]);
  }

  #merge(slice: Slice, more: Slice | undefined): void {
    if (more?.latencies) {
      slice.latencies ??= new Histogram();
      slice.latencies.merge(more.latencies);
    }
    if (more?.rssBytes !== undefined) slice.rssBytes = Math.min(slice.rssBytes ?? more.rssBytes, more.rssBytes);
  }
}
