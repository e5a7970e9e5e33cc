import { expect, describe as suite, test } from "vitest";
import { describe, median } from "../../src/stats/describe.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { samplesNeeded } from "../../src/stats/sufficiency.ts";

const x = [0.71, 0.69, 0.74, 0.7, 0.72, 0.68, 1.9, 0.73, 0.7, 0.75, 0.66, 3.1];

suite("describe", () => {
  // numpy: [numpy.quantile(x, q) for q in (0, .5, .75, .9, .95, .99, .999, 1)], x.mean(), x.std(ddof=1);
  // scipy: stats.iqr(x), stats.median_abs_deviation(x)
  test("agrees with numpy and scipy", () => {
    const found = describe(x);
    const expected = {
      min: 0.66,
      p50: 0.715,
      p75: 0.7425,
      p90: 1.785,
      p95: 2.44,
      p99: 2.968,
      p999: 3.0868,
      max: 3.1,
      mean: 1.0066666666666666,
      stddev: 0.7433992361056234,
      iqr: 0.045,
      mad: 0.025,
    };
    expect(found.count).toBe(12);
    for (const [name, value] of Object.entries(expected)) expect(found).toHaveProperty(name, expect.closeTo(value, 12));
  });

  test("counts outliers beyond one standard deviation and beyond Tukey's fences", () => {
    expect(describe(x).outliers).toEqual({ beyondOneSigma: 2, beyondFences: 2 });
    expect(describe([1, 1, 1, 1]).outliers).toEqual({ beyondOneSigma: 0, beyondFences: 0 });
  });

  test("has no standard deviation for one value", () => {
    const one = describe([4]);
    expect(one.stddev).toBeUndefined();
    expect(one).toMatchObject({ min: 4, p99: 4, max: 4, mean: 4, iqr: 0, mad: 0 });
  });

  test.each([[[]], [[1, Number.NaN]], [[1, Number.POSITIVE_INFINITY]]])("refuses %j", (values) => {
    expect(() => describe(values)).toThrow(RangeError);
    expect(() => median(values)).toThrow(RangeError);
  });

  test("leaves its input as it was and manages a million samples", () => {
    const random = seededRandom(1);
    const many = Float32Array.from({ length: 1_000_000 }, random);
    const first = many.slice(0, 5);
    expect(describe(many).p50).toBeCloseTo(0.5, 2);
    expect(many.slice(0, 5)).toEqual(first);
  });
});

test("samplesNeeded asks for ten samples beyond the quantile", () => {
  expect([0.5, 0.75, 0.9, 0.95, 0.99, 0.999].map(samplesNeeded)).toEqual([20, 40, 100, 200, 1000, 10_000]);
  for (const q of [0, 1, -1, Number.NaN]) expect(() => samplesNeeded(q)).toThrow(RangeError);
});
