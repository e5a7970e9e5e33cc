import { expect, test } from "vitest";
import { isToShowReuse, keptForGood } from "../../../src/measure/memory/session-check.ts";

test("a server shows that it uses memory of sessions again where each takes 16 KB", () => {
  expect([17_600, 14_400].map((bytes) => isToShowReuse([bytes]))).toEqual([true, false]);
});

test("what sessions keep for good is the least over two waves", () => {
  expect(keptForGood([])).toBe(0);
  expect(keptForGood([150])).toBe(150);
  // A heap that grows by garbage, with and without a leak of 100 beside it, as one that was collected in the third wave.
  expect(keptForGood([150, 26, 42, 146, 104])).toBe(34);
  expect(keptForGood([250, 240, 50, 160, 250])).toBe(105);
  expect(keptForGood([150, -80, 40])).toBe(0);
});

test("it has shown that once those of two waves take less than half", () => {
  const toShow = [
    [100_000, 55_000],
    [100_000, 95_000, 10_000, 95_000],
    // A heap that grew in the first wave.
    [250_000, 100_000, 100_000, 90_000],
  ];
  expect(toShow.map(isToShowReuse)).toEqual([true, true, true]);
  const shown = [
    [100_000, 0, 0],
    [100_000, 90_000, 60_000, 10_000],
    [100_000, 110_000, 120_000, 20_000, 10_000],
  ];
  expect(shown.map(isToShowReuse)).toEqual([false, false, false]);
});
