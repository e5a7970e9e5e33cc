import type { RecordTimeline } from "../../src/record/timeline.ts";

/** Rises over ten minutes of load: of p95 and the ok calls as shares, of memory in bytes. */
export interface Rises {
  readonly p95?: number;
  readonly ok?: number;
  readonly rssBytes?: number;
  /** Memory at first. */
  readonly heldBytes?: number;
}

/** A load of ten minutes in sixty slices, with a rise from one end to the other and some noise of a fixed pattern. */
export function timelineOf(
  { p95 = 0, ok = 0, rssBytes = 0, heldBytes = 50e6 }: Rises = {},
  noise = 0.001,
): RecordTimeline {
  const slices = Array.from({ length: 60 }, (_, index) => ({
    at: (index + 0.5) / 60,
    near: 1 + noise * Math.sin(index * index),
  }));
  return {
    sliceMs: 10_000,
    ok: slices.map(({ at, near }) => Math.round(10_000 * near * (1 + ok * at))),
    p50Ms: slices.map(({ near }) => 5 * near),
    p95Ms: slices.map(({ at, near }) => 10 * near * (1 + p95 * at)),
    rssBytes: slices.map(({ at, near }) => heldBytes * near + rssBytes * at),
  };
}
