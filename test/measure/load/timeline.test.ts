import { describe, expect, test } from "vitest";
import { CallTally } from "../../../src/measure/load/loop-result.ts";
import { Timeline } from "../../../src/measure/load/timeline.ts";
import { mostSlices } from "../../../src/record/timeline.ts";

/** Calls at even distances, each taking so long. */
function filled(count: number, { everyMs, ms }: { everyMs: number; ms: (atMs: number) => number }): Timeline {
  const timeline = new Timeline();
  for (let call = 0; call < count; call++) timeline.add(call * everyMs, ms(call * everyMs));
  return timeline;
}

describe("a timeline", () => {
  test("of a short load is none", () => {
    expect(filled(100, { everyMs: 50, ms: () => 1 }).stored(5000)).toBeUndefined();
  });

  test("has few slices however long the load is, and every call in one", () => {
    for (const minutes of [1, 30, 600]) {
      const wallMs = minutes * 60_000;
      const count = 60_000;
      const found = filled(count, { everyMs: wallMs / count, ms: () => 1 }).stored(wallMs);
      if (!found) throw new Error("no timeline");
      expect(found.ok.length).toBeLessThanOrEqual(mostSlices);
      expect(found.ok.length).toBeGreaterThan(mostSlices / 3);
      // The last slice is not whole, and is left out.
      expect(found.ok.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(count * (1 - 1 / found.ok.length));
    }
  });

  test("has no more slices than the most where nothing answers for hours", () => {
    expect(new Timeline().stored(3_600_000)?.ok.length).toBeLessThanOrEqual(mostSlices);
  });

  test("shows latencies at their time, and the lowest memory of each slice", () => {
    const timeline = filled(4000, { everyMs: 10, ms: (atMs) => (atMs < 20_000 ? 5 : 10) });
    timeline.addMemory([
      { atMs: 5100, rssBytes: 7e6 },
      { atMs: 5200, rssBytes: 6e6 },
      { atMs: 39_900, rssBytes: 9e6 },
    ]);
    const found = timeline.stored(40_000);
    const at = (ms: number) => Math.floor(ms / (found?.sliceMs ?? 1));
    expect(found?.p50Ms[at(10_000)]).toBeCloseTo(5, 1);
    expect(found?.p95Ms[at(30_000)]).toBeCloseTo(10, 1);
    expect(found?.rssBytes[at(5100)]).toBe(6e6);
    expect(found?.rssBytes[at(39_900)]).toBe(9e6);
    expect(found?.rssBytes[at(20_000)]).toBeNull();
  });

  test("goes on from block to block in time of the load", () => {
    const whole = new CallTally();
    for (const [place, ms] of [3, 6, 9].entries()) {
      const block = new CallTally();
      for (let call = 0; call < 1000; call++)
        block.addReply({ kind: "ok" }, { id: call, latencyMs: ms, atMs: call * 10, bytes: 1 });
      whole.append(block, place * 10_000);
    }
    const found = whole.timeline.stored(30_000);
    const at = (ms: number) => found?.p50Ms[Math.floor(ms / (found?.sliceMs ?? 1))];
    expect([at(5000), at(15_000), at(25_000)].map((ms) => Math.round(ms ?? 0))).toEqual([3, 6, 9]);
  });
});
