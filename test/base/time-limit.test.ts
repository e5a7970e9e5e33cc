import { expect, test } from "vitest";
import { timeLimit } from "../../src/base/time-limit.ts";

test.each([
  [250, "250 ms"],
  [999, "999 ms"],
  [1_000, "1 s"],
  [1_500, "1.5 s"],
  [30_000, "30 s"],
  [600_000, "600 s"],
])("a limit of %d ms is told as %s", (ms, text) => {
  expect(timeLimit(ms)).toBe(text);
});
