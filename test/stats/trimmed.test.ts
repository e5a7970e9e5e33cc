import { describe, expect, test } from "vitest";
import { decidePaired } from "../../src/decide/paired/paired-decision.ts";
import { seededRandom } from "../../src/stats/random.ts";
import {
  keptPlaces,
  ratioMargin,
  trimmedGeometricMean,
  trimmedInterval,
  trimmedMean,
} from "../../src/stats/trimmed.ts";
import { normal } from "../decide/records.ts";

const values = [0.02, 0.05, -0.01, 0.04, 0.9, 0.03, 0.035, 0.01, 0.045, 0.02];

describe("the 20 % trimmed mean", () => {
  test("is that of scipy.stats.trim_mean from eight values on, below them the mean", () => {
    expect(trimmedMean(values)).toBeCloseTo(0.03166666666666667, 12);
    expect(trimmedMean([1, 2, 30])).toBe(11);
    expect(keptPlaces(values)).toEqual([0, 3, 5, 6, 8, 9]);
    expect(keptPlaces([3, 1])).toEqual([0, 1]);
  });

  test("sets a fifth of the values aside at each end, of eight or more", () => {
    const kept = (count: number) => keptPlaces(Array.from({ length: count }, (_, place) => place)).length;
    expect([7, 8, 25].map(kept)).toEqual([7, 6, 15]);
  });

  test("refuses nothing and what is not finite", () => {
    expect(() => trimmedMean([])).toThrow(RangeError);
    expect(() => trimmedInterval([1, 2, 3, Number.POSITIVE_INFINITY])).toThrow(RangeError);
  });
});

describe("its interval", () => {
  test("is that of Yuen with the winsorised spread, by scipy's t", () => {
    const { low = 0, high = 0 } = trimmedInterval(values) ?? {};
    expect(low).toBeCloseTo(0.01628554796096901, 9);
    expect(high).toBeCloseTo(0.04704778537236433, 9);
  });

  test("is none of three values, and none without any spread", () => {
    expect(trimmedInterval([1, 2, 3])).toBeUndefined();
    expect(trimmedInterval([1, 2, 3, 4])).toBeDefined();
    expect(trimmedInterval([1, 1, 1, 1, 1, 1])).toBeUndefined();
  });

  test("is not moved by one far value", () => {
    const near = [0.6, 0.62, 0.64, 0.63, 0.65, 0.61, 0.66, 0.64];
    const { low = 0, high = 0 } = trimmedInterval([...near, 1.9]) ?? {};
    expect(high - low).toBeLessThan(0.06);
  });

  test.each([
    [0, 0.02],
    [0, 0.05],
    [0, 0.08],
    [Math.log(1.9), 0.02],
    [Math.log(1.25), 0.08],
  ])("holds a true change of %d in 93 to 97 of 100 runs that stop once decided, scatter %d", (truth, spread) => {
    const random = seededRandom(5);
    const rule = { limit: Math.log(1.1), gates: 20 };
    const runs = 2000;
    let covered = 0;
    for (let run = 0; run < runs; run++) {
      const seen: number[] = [];
      do seen.push(truth + spread * normal(random));
      while (seen.length < 40 && decidePaired(seen, rule).state === "inconclusive");
      const { low = 0, high = 0 } = trimmedInterval(seen) ?? {};
      if (low <= truth && truth <= high) covered += 1;
    }
    expect(covered / runs).toBeGreaterThanOrEqual(0.93);
    expect(covered / runs).toBeLessThanOrEqual(0.97);
  });
});

describe("the interval of a ratio of two arms", () => {
  // Common scatter far above their own makes it somewhat wide: 97.6 %.
  test.each([
    [5, 0.02, 0.05],
    [10, 0.05, 0.05],
    [10, 0.02, 0.3],
    [20, 0.1, 0.1],
  ])(
    "holds the truth in 93 to 98 of 100 runs of %d rounds, own scatter %d, common scatter %d",
    (rounds, own, common) => {
      const random = seededRandom(11);
      const runs = 2000;
      const truth = 1.2;
      let covered = 0;
      for (let run = 0; run < runs; run++) {
        const machine = Array.from({ length: rounds }, () => common * normal(random));
        const one = machine.map((slow) => truth * Math.exp(slow + own * normal(random)));
        const other = machine.map((slow) => Math.exp(slow + own * normal(random)));
        const ratio = (trimmedGeometricMean(one) ?? 0) / (trimmedGeometricMean(other) ?? 0);
        const margin = ratioMargin(one, other) ?? 0;
        if (ratio / margin <= truth && truth <= ratio * margin) covered += 1;
      }
      expect(covered / runs).toBeGreaterThanOrEqual(0.93);
      expect(covered / runs).toBeLessThanOrEqual(0.98);
    },
  );

  test("is that of the differences where nothing is trimmed, and is not moved by one far round of ten", () => {
    const [one, other] = [
      [1.1, 2.4, 1.3, 1.2, 1.15],
      [1, 2, 1.1, 1.05, 1.02],
    ];
    const logs = one.map((value, round) => Math.log(value / (other[round] ?? 1)));
    const { low = 0, high = 0 } = trimmedInterval(logs) ?? {};
    expect(ratioMargin(one, other)).toBeCloseTo(Math.exp((high - low) / 2), 12);
    const near = [1, 1.02, 0.98, 1.01, 0.99, 1.03, 0.97, 1.015, 0.985];
    const base = near.toReversed();
    expect(ratioMargin([...near, 9], [...base, 1])).toBeLessThan(1.1);
  });
});
