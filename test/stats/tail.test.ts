import { describe, expect, test } from "vitest";
import { slowShare, stalledShare } from "../../src/stats/tail.ts";

const calls = (typical: number, more: readonly number[] = []) => [...new Array<number>(90).fill(typical), ...more];

describe("slow calls", () => {
  test("are those above one and a half times the launch's own median", () => {
    expect(slowShare(calls(1, new Array(10).fill(2)))).toBeCloseTo(0.1, 12);
    expect(slowShare(calls(1, new Array(10).fill(1.5)))).toBe(0);
    expect(slowShare(calls(7, new Array(10).fill(14)))).toBeCloseTo(0.1, 12);
  });

  test("begin at 1.5 times the median", () => {
    expect(slowShare(calls(1, new Array(10).fill(1.65)))).toBeCloseTo(0.1, 12);
    expect(slowShare(calls(1, new Array(10).fill(1.35)))).toBe(0);
  });

  test("are those that were slow at another pace, where that is given", () => {
    expect(slowShare(calls(1, new Array(10).fill(2)), 10)).toBe(0);
    expect(slowShare(calls(1, new Array(10).fill(20)), 10)).toBeCloseTo(0.1, 12);
  });

  test("refuse nothing and NaN", () => {
    expect(() => slowShare([])).toThrow(RangeError);
    expect(() => stalledShare([Number.NaN])).toThrow(RangeError);
  });
});

describe("stalled time", () => {
  test("is what calls took beyond the median, of those above five times of it and 4 ms, as a share of all time", () => {
    expect(stalledShare(calls(1, [15]))).toBeCloseTo((15 - 1) / 105, 12);
    expect(stalledShare(calls(0.2, [15]))).toBeCloseTo((15 - 0.2) / (18 + 15), 12);
    expect(stalledShare(calls(1, [15]), 2)).toBeCloseTo((15 - 2) / 105, 12);
  });

  test("begins at five times the median, and at 4 ms", () => {
    expect(stalledShare(calls(1, [5.5]))).toBeGreaterThan(0);
    expect(stalledShare(calls(1, [4.5]))).toBe(0);
    expect(stalledShare(calls(0.1, [4.4]))).toBeGreaterThan(0);
    expect(stalledShare(calls(0.1, [3.6]))).toBe(0);
  });

  test("is none where calls are merely slow, or held up for no longer than the scheduler does", () => {
    expect(stalledShare(calls(1, new Array(10).fill(4)))).toBe(0);
    expect(stalledShare(calls(0.1, [3.9]))).toBe(0);
    expect(stalledShare([0, 0])).toBe(0);
  });
});
