import { expect, test } from "vitest";
import type { Finding } from "../../src/decide/verdict.ts";
import { looksWorse } from "../../src/facts/looks-worse.ts";

function open(id: "p50" | "throughput", found: Partial<Finding>, level: "fail" | "warn" = "fail"): Finding {
  const threshold = { metric: id, level, text: "10%", limit: { kind: "relative", change: 0.1 } } as const;
  return {
    row: "search",
    metric: id,
    threshold,
    state: "inconclusive",
    rounds: 7,
    reason: { code: "none" },
    ...found,
  };
}

test("an open change looks worse where its whole interval is beyond the limit", () => {
  expect(looksWorse(open("p50", { change: { estimate: 0.5, low: 0.12, high: 0.9 } }))).toBe(true);
  expect(looksWorse(open("p50", { change: { estimate: 0.5, low: 0.08, high: 0.9 } }))).toBe(false);
  expect(looksWorse(open("p50", { change: { estimate: -0.5, low: -0.6, high: -0.4 } }))).toBe(false);
  expect(looksWorse(open("throughput", { change: { estimate: -0.5, low: -0.9, high: -0.12 } }))).toBe(true);
  expect(looksWorse(open("throughput", { change: { estimate: 0.5, low: 0.3, high: 0.9 } }))).toBe(false);
});

test("without an interval at least double tells, in two rounds or more", () => {
  expect(looksWorse(open("p50", { change: { estimate: 1.1 }, evidence: 3, rounds: 2 }))).toBe(true);
  expect(looksWorse(open("p50", { change: { estimate: 0.9 }, evidence: 3, rounds: 2 }))).toBe(false);
  expect(looksWorse(open("p50", { change: { estimate: 4 }, evidence: 2, rounds: 1 }))).toBe(false);
  expect(looksWorse(open("throughput", { change: { estimate: -0.6 }, evidence: 3 }))).toBe(true);
  // Counts have no evidence.
  expect(looksWorse(open("p50", { change: { estimate: 4 } }))).toBe(false);
});

test("beside too few stored runs for an interval a rise of 30 % tells", () => {
  const reason = { code: "few-runs", have: 2, need: 5 } as const;
  expect(looksWorse(open("p50", { change: { estimate: 0.31 }, reason }))).toBe(true);
  expect(looksWorse(open("p50", { change: { estimate: 0.29 }, reason }))).toBe(false);
});

test("what is decided, or fails nothing, does not look worse", () => {
  const change = { estimate: 4, low: 3, high: 5 };
  expect(looksWorse(open("p50", { change, state: "regressed" }))).toBe(false);
  expect(looksWorse(open("p50", { change }, "warn"))).toBe(false);
});
