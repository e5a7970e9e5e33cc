import { expect, test } from "vitest";
import { isToShowReuse } from "../../../src/measure/memory/session-check.ts";

test("a server shows that it uses memory of sessions again where each takes 16 KB", () => {
  expect([17_600, 14_400].map((bytes) => isToShowReuse(bytes, []))).toEqual([true, false]);
});

test("it has shown that once further sessions take less than half", () => {
  expect([[55_000], [45_000], [90_000, 45_000]].map((further) => isToShowReuse(100_000, further))).toEqual([
    true,
    false,
    false,
  ]);
});
