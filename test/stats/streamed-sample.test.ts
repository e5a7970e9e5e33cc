import { expect, test } from "vitest";
import { describe } from "../../src/stats/describe.ts";
import { StreamedSample } from "../../src/stats/streamed-sample.ts";

function sampleOf(values: Iterable<number>) {
  const sample = new StreamedSample();
  for (const value of values) sample.add(value);
  return sample.describe();
}

test("nothing gives nothing", () => {
  expect(sampleOf([])).toBeUndefined();
});

test("a small sample is described exactly", () => {
  const values = [5, 1, 4, 2, 3.5, -2];
  const { p50, p95, p99, min, max, mean } = describe(values);
  expect(sampleOf(values)).toEqual({ count: 6, p50, p95, p99, min, max, mean: expect.closeTo(mean, 12) });
});

test("a million numbers are described in bounded memory: ends and mean exactly, percentiles closely", () => {
  // A full cycle modulo a prime: every number once, in no order.
  const values = Array.from({ length: 1_000_003 }, (_, index) => (index * 7919) % 1_000_003);
  const sample = sampleOf(values);
  expect(sample).toMatchObject({ count: 1_000_003, min: 0, max: 1_000_002 });
  expect(sample?.mean).toBeCloseTo(500_001, 3);
  expect(Math.abs((sample?.p50 ?? 0) - 500_001)).toBeLessThan(5_000);
  expect(Math.abs((sample?.p99 ?? 0) - 990_000)).toBeLessThan(2_000);
});

test("huge numbers do not overflow", () => {
  const most = Number.MAX_VALUE;
  expect(sampleOf([most, -most, most, most])).toMatchObject({ mean: most / 2, min: -most, max: most });
});
