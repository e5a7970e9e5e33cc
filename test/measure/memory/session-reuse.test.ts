import { expect, test } from "vitest";
import { isToShowReuse, keptForGood } from "../../../src/measure/memory/session-check.ts";

test("a server shows that it uses memory of sessions again where each takes 16 KB", () => {
  expect([17_600, 14_400].map((bytes) => isToShowReuse(bytes, []))).toEqual([true, false]);
});

test("what sessions keep for good is the least over two waves", () => {
  expect(keptForGood([])).toBe(0);
  expect(keptForGood([150])).toBe(150);
  // A heap that grows by garbage, with and without a leak of 100 beside it, as one that was collected in the third wave.
  expect(keptForGood([150, 26, 42, 146, 104])).toBe(34);
  expect(keptForGood([250, 240, 50, 160, 250])).toBe(105);
  expect(keptForGood([150, -80, 40])).toBe(0);
});

test("it has shown that once further sessions take less than half", () => {
  expect([[55_000], [45_000], [90_000, 45_000]].map((further) => isToShowReuse(100_000, further))).toEqual([
    true,
    false,
    false,
  ]);
});
