import { expect, test } from "vitest";
import { speedUpText } from "../../../src/report/sections/speed-up-text.ts";

test("a direction that no interval bears out says so, and one that an interval does needs no word", () => {
  expect(speedUpText([{ x: 1, ratio: 0.5 }], "base")).toEqual([
    "slower than base at 1 (0.50x)",
    "without an interval, for which there are too few rounds",
  ]);
  expect(speedUpText([{ x: 1, ratio: 0.5, interval: { low: 0.4, high: 0.6 } }], "base")).toEqual([
    "slower than base at 1 (0.50x)",
  ]);
});
