import { expect, test } from "vitest";
import { theilSen } from "../../src/stats/theil-sen.ts";

test("is the median of the slopes between pairs", () => {
  // Slopes of the ten pairs, sorted: -1, 0.5, 1.33, 1.5, 2, 2.5, 5.4, 6.25, 8.67, 21.
  const points = [
    { x: 0, y: 3 },
    { x: 1, y: 5 },
    { x: 2, y: 4 },
    { x: 4, y: 9 },
    { x: 5, y: 30 },
  ];
  expect(theilSen(points)).toBeCloseTo(2.25, 12);
});

test("hardly follows a single step", () => {
  const points = Array.from({ length: 11 }, (_, x) => ({ x, y: 10 * x + (x === 10 ? 5000 : 0) }));
  expect(theilSen(points)).toBe(10);
});

test("needs two different places", () => {
  expect(theilSen([])).toBeUndefined();
  expect(theilSen([{ x: 1, y: 2 }])).toBeUndefined();
  expect(
    theilSen([
      { x: 1, y: 2 },
      { x: 1, y: 7 },
    ]),
  ).toBeUndefined();
});
