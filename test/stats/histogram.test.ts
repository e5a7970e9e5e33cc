import { describe, expect, test } from "vitest";
import { Bucketed } from "../../src/stats/bucketed.ts";
import { type Description, describe as described, median } from "../../src/stats/describe.ts";
import { Histogram } from "../../src/stats/histogram.ts";
import { pool, sizeOf, withinThreeSigma } from "../../src/stats/pool.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { slowShare, stalledShare } from "../../src/stats/tail.ts";

const random = seededRandom(20_261_121);

/** Latencies of several shapes, from microseconds to minutes. */
const shapes: Record<string, Float32Array> = {
  exponential: sample(() => -2 * Math.log(1 - random())),
  "two paths": sample(() => (random() < 0.9 ? 1 : 20) * (0.9 + 0.2 * random())),
  "nine decades": sample(() => 1e-4 * 10 ** (9 * random())),
  "heavy tail": sample(() => 0.05 / (1 - random()) ** 0.8),
  "one value": sample(() => 3.25),
};

function sample(draw: () => number): Float32Array {
  return Float32Array.from({ length: 40_000 }, draw);
}

function within(actual: number, expected: number, share: number): void {
  expect(Math.abs(actual - expected), `${actual} for ${expected}`).toBeLessThanOrEqual(share * Math.abs(expected));
}

describe.each(Object.entries(shapes))("%s", (_, values) => {
  const histogram = Histogram.of(values);
  const [coarse, exact] = [described(histogram), described(values)];

  test("every quantile is right to 0.5 %", () => {
    const spread = new Bucketed(histogram);
    const sorted = [...values].sort((a, b) => a - b);
    for (let rank = 0; rank < sorted.length; rank += 7)
      within(spread.quantile(rank / (sorted.length - 1)), sorted[rank] ?? Number.NaN, 0.005);
  });

  test.each(["p50", "p75", "p90", "p95", "p99", "p999"] as const)("%s is that of the sample to 0.5 %%", (id) => {
    within(coarse[id], exact[id], 0.005);
  });

  test.each(["count", "min", "max"] as const)("%s is exact", (id) => {
    expect(coarse[id]).toBe(exact[id]);
  });

  test.each(["mean", "stddev"] as const)("%s is exact but for rounding", (id) => {
    expect(coarse[id]).toBeCloseTo(exact[id] ?? 0, 4);
    within(coarse[id] ?? Number.NaN, exact[id] ?? 0, 1e-9);
  });

  test("differences of quantiles are right to 0.5 % of the latencies", () => {
    const slack = 0.01 * exact.p75;
    for (const id of ["iqr", "mad"] as const satisfies (keyof Description)[])
      expect(Math.abs(coarse[id] - exact[id])).toBeLessThanOrEqual(slack);
  });

  test("what lies far out is counted to half a percent of all calls", () => {
    for (const id of ["beyondOneSigma", "beyondFences"] as const)
      expect(Math.abs(coarse.outliers[id] - exact.outliers[id])).toBeLessThanOrEqual(0.005 * values.length);
    expect(Math.abs(slowShare(histogram) - slowShare(values))).toBeLessThan(0.005);
    expect(Math.abs(stalledShare(histogram) - stalledShare(values))).toBeLessThan(0.005);
  });

  test("without what lies beyond three standard deviations", () => {
    const [kept, expected] = [withinThreeSigma(histogram), withinThreeSigma(values)];
    within(sizeOf(kept), sizeOf(expected), 0.005);
    within(median(kept), median(expected), 0.01);
  });
});

test("parts merge to what the whole is", () => {
  const values = shapes["heavy tail"] ?? new Float32Array();
  const whole = Histogram.of(values);
  const parts = pool([values.subarray(0, 10), Histogram.of(values.subarray(10, 30_000)), values.subarray(30_000)]);
  expect(parts).toBeInstanceOf(Histogram);
  expect(described(parts)).toMatchObject({ p50: median(whole), count: values.length });
  within(described(parts).stddev ?? 0, described(whole).stddev ?? 0, 1e-9);
});

test("what is known one by one stays so", () => {
  expect(pool([Float32Array.of(1, 2), Float32Array.of(3)])).toEqual(Float32Array.of(1, 2, 3));
});

test("the stored form reads back the same", () => {
  const histogram = Histogram.of(shapes["two paths"] ?? []);
  expect(described(Histogram.from(histogram.moments, histogram.stored()))).toEqual(described(histogram));
});

test("zero has a place; what is not a latency is refused", () => {
  const histogram = Histogram.of([0, 0, 1]);
  expect([median(histogram), described(histogram).max]).toEqual([expect.closeTo(0, 5), 1]);
  for (const value of [Number.NaN, -1, Number.POSITIVE_INFINITY])
    expect(() => histogram.add(value)).toThrow(`not finite or below zero (${value})`);
  expect(() => median(new Histogram())).toThrow("empty histogram");
});
