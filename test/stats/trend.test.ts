import { describe, expect, test } from "vitest";
import { seededRandom } from "../../src/stats/random.ts";
import { trendOf } from "../../src/stats/trend.ts";

interface Drawn {
  readonly length: number;
  /** For neighbouring values; 1: a random walk. */
  readonly correlation: number;
  readonly slope?: number;
  /** Height of what fades at first. */
  readonly warmUp?: number;
}

function series({ length, correlation, slope = 0, warmUp = 0 }: Drawn, random: () => number) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const scale = correlation < 1 ? Math.sqrt(1 - correlation ** 2) : 1;
  let error = 0;
  return Array.from({ length }, (_, x) => {
    error = correlation * error + scale * normal();
    return { x, y: 100 + slope * x + error + warmUp * Math.exp((-15 * x) / length) };
  });
}

describe("a trend", () => {
  test("of a straight line is its slope", () => {
    const points = Array.from({ length: 40 }, (_, x) => ({ x: 2 * x, y: 7 + 3 * x }));
    const found = trendOf(points);
    expect(found?.estimate).toBeCloseTo(1.5, 6);
    expect(found?.low).toBeCloseTo(1.5, 4);
    expect(found?.high).toBeCloseTo(1.5, 4);
    expect(found?.warmUntil).toBeUndefined();
  });

  test("of a constant is none at all, and of a short series is unknown", () => {
    expect(trendOf(Array.from({ length: 40 }, (_, x) => ({ x, y: 5 })))).toMatchObject({
      estimate: 0,
      low: 0,
      high: 0,
    });
    expect(trendOf(Array.from({ length: 10 }, (_, x) => ({ x, y: x })))).toBeUndefined();
    expect(trendOf([])).toBeUndefined();
  });

  test("leaves out what fades at first", () => {
    const points = series({ length: 120, correlation: 0, slope: 0, warmUp: 50 }, seededRandom(3));
    const found = trendOf(points);
    expect(found?.warmUntil).toBeGreaterThan(10);
    expect(found?.warmUntil).toBeLessThanOrEqual(60);
    expect(found?.low).toBeLessThan(0);
    expect(found?.high).toBeGreaterThan(0);
  });

  test.each([
    { length: 60, correlation: 0 },
    { length: 60, correlation: 0.5 },
    { length: 120, correlation: 0.8 },
    { length: 120, correlation: 0.95 },
    { length: 120, correlation: 1 },
    { length: 120, correlation: 0.5, slope: 0.05, warmUp: 5 },
  ])("has an interval that holds the truth in 95 of 100 series (%j)", (drawn) => {
    const random = seededRandom(11);
    const found = Array.from({ length: 150 }, () => trendOf(series(drawn, random))).filter((one) => one !== undefined);
    const { slope = 0 } = drawn;
    const holding = found.filter(({ low, high }) => low <= slope && slope <= high).length;
    // 95 % less 3.4 standard errors.
    expect(holding / Math.max(1, found.length)).toBeGreaterThanOrEqual(0.89);
  });

  test("is seen where it is twice as large as its series is wide", () => {
    const random = seededRandom(5);
    const found = Array.from({ length: 20 }, () =>
      trendOf(series({ length: 120, correlation: 0.3, slope: 8 / 120 }, random)),
    );
    expect(found.filter((one) => (one?.low ?? 0) > 0).length).toBeGreaterThanOrEqual(19);
  });

  /** A line with noise of a fixed pattern, and bent by so much. */
  const bent = (by: number) =>
    Array.from({ length: 60 }, (_, x) => ({
      x,
      y: 100 + 0.5 * x + 5 * Math.cos(x * x + 1) + by * Math.sin((2 * Math.PI * x) / 59),
    }));

  test("has the interval of exact least squares, by partial sums and a polynomial of degree 9", () => {
    const found = trendOf(bent(0));
    // Computed with fractions, by the normal equations: J is 0.1185.
    expect(found?.estimate).toBeCloseTo(0.482082370733, 9);
    expect(found?.low).toBeCloseTo(0.430843121405, 9);
    expect(found?.high).toBeCloseTo(0.53332162006, 9);
  });

  test("is unknown where the series is bent five times as much as it scatters", () => {
    // J is 4.4 and 5.8.
    expect(trendOf(bent(17))?.warmUntil).toBe(10);
    expect(trendOf(bent(19.5))).toBeUndefined();
  });

  test("takes twenty points", () => {
    const line = (length: number) => Array.from({ length }, (_, x) => ({ x, y: 3 * x }));
    expect(trendOf(line(20))?.estimate).toBeCloseTo(3);
    expect(trendOf(line(19))).toBeUndefined();
  });
});
