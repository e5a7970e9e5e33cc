import { expect, test } from "vitest";
import { OutcomeTally, shorten } from "../../../src/measure/load/outcome.ts";
import { usedMemory } from "../../support/memory.ts";

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

test("one message of another session's reply and of another call's is kept for each", () => {
  const tally = new OutcomeTally();
  const crossed = (of: "session" | "call") => ({ kind: "crossed", of, message: "got: item 8" }) as const;
  for (const of of ["call", "session", "call"] as const) tally.add(crossed(of));
  expect(tally.samples).toEqual([
    { ...crossed("call"), count: 2 },
    { ...crossed("session"), count: 1 },
  ]);
});

test("messages are cut to 500 characters without half a character at the end", () => {
  expect(shorten("x".repeat(500))).toHaveLength(500);
  const cut = shorten("x".repeat(498) + "😀".repeat(10));
  expect(cut).toBe(`${"x".repeat(498)}…`);
});

test("counts many alike at once", () => {
  const tally = new OutcomeTally();
  tally.add({ kind: "disconnected", message: "gone" }, 3);
  tally.add({ kind: "timeout", message: "late" }, 0);
  expect([tally.outcomes, tally.samples]).toEqual([
    { disconnected: 3 },
    [{ kind: "disconnected", message: "gone", count: 3 }],
  ]);
});

test("half a character that a server sent is kept as it is", () => {
  expect(shorten("a\uD83D b")).toBe("a\uD83D b");
});

test.each([
  ["long", 600],
  ["short", 200],
])("a %s message cut out of a reply does not keep the reply", async (_, length) => {
  const tally = new OutcomeTally();
  const addCut = (index: number) => {
    const reply = Buffer.alloc(16_000_000, `${index} `).toString("latin1");
    tally.add({ kind: "malformed", message: `not JSON: ${reply.slice(0, length)}` });
  };
  const before = await usedMemory();
  for (let index = 0; index < 5; index++) addCut(index);
  expect((await usedMemory()) - before).toBeLessThan(16_000_000);
  expect(tally.samples).toHaveLength(5);
});
