import { expect, test } from "vitest";
import { OutcomeTally, shorten } from "../../src/measure/outcome-tally.ts";

test("counts by kind and keeps five distinct messages with their counts", () => {
  const tally = new OutcomeTally();
  tally.add({ kind: "ok" });
  for (let i = 0; i < 20; i++) tally.add({ kind: "tool-error", message: `item ${i % 7} is missing` });
  tally.add({ kind: "timeout", message: "item 0 is missing" });
  expect(tally.outcomes).toEqual({ ok: 1, "tool-error": 20, timeout: 1 });
  expect(tally.total).toBe(22);
  expect(tally.samples).toHaveLength(5);
  expect(tally.samples[0]).toEqual({ kind: "tool-error", message: "item 0 is missing", count: 3 });
});

test("messages are cut to 500 characters without half a character at the end", () => {
  expect(shorten("x".repeat(500))).toHaveLength(500);
  const cut = shorten("x".repeat(498) + "😀".repeat(10));
  expect(cut).toBe(`${"x".repeat(498)}…`);
});
