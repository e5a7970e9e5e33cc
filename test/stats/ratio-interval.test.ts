import { describe, expect, test } from "vitest";
import { ratioInterval } from "../../src/stats/ratio-interval.ts";

describe("ratioInterval", () => {
  // With the 4.302652729911275 of a table of Student's t, 2 degrees of freedom, 2.5 %.
  test("is Student's, of the logarithms of the ratios", () => {
    const { estimate, low, high } = ratioInterval([11, 24, 39], [10, 20, 30]) ?? { estimate: 0, low: 0, high: 0 };
    expect(estimate).toBeCloseTo((1.1 * 1.2 * 1.3) ** (1 / 3), 9);
    expect(low).toBeCloseTo(0.9728219756061114, 10);
    expect(high).toBeCloseTo(1.4733688478604077, 10);
  });

  test("is none where rounds are too few, missing on one side, or not positive", () => {
    expect(ratioInterval([11, 24], [10, 20])).toBeUndefined();
    expect(ratioInterval([11, 24, 39], [10, 20])).toBeUndefined();
    expect(ratioInterval([11, 24, 39], [10, 20, 30, 40])).toBeUndefined();
    expect(ratioInterval([11, 24, 39], [10, 0, 30])).toBeUndefined();
  });
});
