import { expect, test } from "vitest";
import { ratioOf, speedUpText } from "../../src/report/ratio.ts";
import { statistic } from "./build.ts";

test("a direction that no interval bears out is not told, and one that an interval does needs no word", () => {
  expect(speedUpText([{ x: 1, ratio: 0.5 }], { than: "base" })).toEqual([
    "not compared with base at 1 (an interval takes four rounds that differ)",
  ]);
  expect(speedUpText([{ x: 1, ratio: 0.5, interval: { low: 0.4, high: 0.6 } }], { than: "base" })).toEqual([
    "slower than base at 1 (0.50x)",
  ]);
});

const over = (rounds: readonly number[], value = 2) =>
  ({ statistics: { p50: { state: "measured", value, rounds } } }) as const;

test("a ratio is that of the figures that are shown, and lies within its interval", () => {
  const { ratio = 0, interval = { low: 0, high: 0 } } =
    ratioOf("p50", over([2, 2.1, 1.9, 2.2]), over([1, 1, 1.1, 1], 1)) ?? {};
  expect(ratio).toBe(2);
  expect(interval.low).toBeLessThan(2);
  expect(interval.high).toBeGreaterThan(2);
});

test.each([
  ["three rounds", [2, 2.1, 1.9], [1, 1.1, 0.9]],
  ["a value of zero", [2, 2.1, 1.9, 0], [1, 1.1, 0.9, 1]],
  ["rounds that are all equal", [2, 2, 2, 2, 2], [1, 1, 1, 1, 1]],
  ["rounds that all differ by the same factor", [2, 4.2, 1.8, 6], [1, 2.1, 0.9, 3]],
  ["one that is infinite", [2, 2.1, 1.9, Number.POSITIVE_INFINITY], [1, 1.1, 0.9, 1]],
  ["a round that one arm lacks", [2, 2.1, 1.9, 2, 2], [1, 1.1, 0.9, 1]],
])("no interval is made up of %s", (_, own, other) => {
  expect(ratioOf("p50", over(own), over(other, 1))).toEqual({ ratio: 2 });
});

test("the rounds of made reports differ, so that ratios have intervals", () => {
  const [one, other] = [2, 3].map((value) => ({ statistics: { p50: statistic(value) } }));
  expect(ratioOf("p50", other, one)?.interval).toBeDefined();
});
