import { expect, test } from "vitest";
import { findShifts } from "../../src/compare/stored/drift.ts";
import type { StoredEntry } from "../../src/compare/stored/stored.ts";
import { thresholdsOf } from "../../src/compare/thresholds.ts";
import { summarise } from "../../src/metrics/summarise.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { makeRecord, noisyRounds, normal } from "./records.ts";

const random = seededRandom(15);

function history(levels: readonly number[], configHash = "config-1"): StoredEntry[] {
  return levels.map((level, index) => {
    const median = level * Math.exp(0.05 * normal(random));
    const rows = { echo: { head: noisyRounds(3, { median, spread: 0.02, seed: index + 1, calls: 30 }) } };
    return {
      commit: `commit-${index}`,
      createdAt: "2026-11-20T12:00:00Z",
      summary: summarise(makeRecord({ rows, configHash }), "head"),
    };
  });
}

const thresholds = thresholdsOf(makeRecord({ rows: { echo: { head: [{ latencies: [1] }] } } }));
const find = (entries: StoredEntry[]) => findShifts(entries, { thresholds, random: seededRandom(1) });

test("names the shift, its direction and the commits it lies between", () => {
  const shifts = find(history([...new Array<number>(15).fill(1), ...new Array<number>(10).fill(1.4)]));
  expect(shifts).toHaveLength(1);
  expect(shifts[0]).toMatchObject({
    row: "echo",
    metric: "p50",
    direction: "worse",
    lastBefore: { commit: "commit-14" },
    firstAfter: { commit: "commit-15" },
  });
  expect(shifts[0]?.change).toBeCloseTo(0.4, 0);
});

test("stays quiet on a steady history and on a single slow night", () => {
  expect(find(history(new Array<number>(30).fill(1)))).toEqual([]);
  expect(find(history([...new Array<number>(15).fill(1), 8, ...new Array<number>(15).fill(1)]))).toEqual([]);
  expect(find([])).toEqual([]);
});

test("a change of configuration is not a shift", () => {
  expect(find([...history(new Array<number>(15).fill(1), "old"), ...history(new Array<number>(15).fill(3))])).toEqual(
    [],
  );
});
