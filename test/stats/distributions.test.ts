import { describe, expect, test } from "vitest";
import { normalCritical, normalTail, studentCritical, studentTail } from "../../src/stats/distributions.ts";
import { newcombeInterval, overdispersion, wilsonInterval } from "../../src/stats/proportion.ts";

const close = (value: number, expected: number) =>
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-11 * Math.max(Math.abs(expected), 1e-12) + 1e-15);

describe("Student's t", () => {
  // scipy: stats.t.sf(t, df)
  test.each([
    [0, 3, 0.5],
    [1, 1, 0.25],
    [2.5, 10, 0.01572342211830441],
    [40, 4, 1.1670081613006339e-6],
    [-1, 3.5, 0.8093313732182774],
  ])("tail beyond %d with %d degrees of freedom", (t, df, tail) => close(studentTail(t, df), tail));

  // scipy: stats.t.isf(p, df)
  test.each([
    [0.025, 1, 12.706204736174705],
    [0.025, 10_000, 1.9602012398906263],
    [1e-6, 4, 41.577854150450975],
    [0.00036, 10, 4.803348377035789],
    [0.9, 5, -1.4758840488244815],
  ])("critical value of tail %d with %d degrees of freedom", (tail, df, t) =>
    expect(studentCritical(tail, df)).toBeCloseTo(t, 8),
  );

  test("refuses what is not defined", () => {
    expect(() => studentTail(Number.NaN, 3)).toThrow(RangeError);
    expect(() => studentTail(1, 0)).toThrow(RangeError);
    for (const tail of [0, 1, Number.NaN]) expect(() => studentCritical(tail, 3)).toThrow(RangeError);
  });
});

describe("normal distribution", () => {
  // scipy: stats.norm.sf(z)
  test.each([
    [0, 0.5],
    [1, 0.15865525393145707],
    [1.999999, 0.0227501859391997],
    [2, 0.022750131948179195],
    [5, 2.866515718791933e-7],
    [8, 6.22096057427174e-16],
    [-3, 0.9986501019683699],
  ])("tail beyond %d", (z, tail) => close(normalTail(z), tail));

  // scipy: stats.norm.isf(p)
  test.each([
    [0.025, 1.9599639845400545],
    [1e-9, 5.9978070150076865],
    [0.5, 0],
    [0.8, -0.8416212335729143],
  ])("critical value of tail %d", (tail, z) => expect(normalCritical(tail)).toBeCloseTo(z, 9));

  test("refuses what is not defined", () => {
    expect(() => normalTail(Number.NaN)).toThrow(RangeError);
    for (const tail of [0, 1, Number.NaN]) expect(() => normalCritical(tail)).toThrow(RangeError);
  });
});

describe("shares", () => {
  // scipy: stats.binomtest(k, n).proportion_ci(level, method="wilson")
  test("Wilson's interval", () => {
    const some = wilsonInterval({ count: 3, of: 50 }, normalCritical(0.025));
    close(some.low, 0.020614970348973957);
    close(some.high, 0.1621709168883817);
    const none = wilsonInterval({ count: 0, of: 300 }, normalCritical(0.005));
    expect(none.low).toBe(0);
    close(none.high, 0.02163777402561661);
  });

  test("Newcombe's interval of a difference, against his published example 56/70 - 48/80", () => {
    const interval = newcombeInterval({ count: 48, of: 80 }, { count: 56, of: 70 }, 1.96);
    expect(interval.low).toBeCloseTo(0.0524, 4);
    expect(interval.high).toBeCloseTo(0.3339, 4);
  });

  // Closed form: the chi-square statistic of homogeneity over its degrees of freedom; here 4 × 2.5² / (10 × ¼ × ¾) / 3.
  test("clusters that differ by more than chance are told, and those that do not count fully", () => {
    close(overdispersion([0, 0.5, 0, 0.5], { count: 10, of: 40 }), 40 / 9);
    expect(overdispersion([0.2, 0.3, 0.25, 0.25], { count: 10, of: 40 })).toBe(1);
    expect(overdispersion([0.5], { count: 5, of: 10 })).toBe(1);
    expect(overdispersion([0, 0], { count: 0, of: 20 })).toBe(1);
    expect(overdispersion([1, 1], { count: 20, of: 20 })).toBe(1);
  });

  test.each([
    [1, 0],
    [-1, 5],
    [6, 5],
    [Number.NaN, 5],
  ])("refuses %d of %d", (count, of) => expect(() => wilsonInterval({ count, of }, 2)).toThrow(RangeError));
});
