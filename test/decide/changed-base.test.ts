import { expect, test } from "vitest";
import { decide } from "../../src/decide/decide.ts";
import { comparePaired, makeRecord, noisyRounds } from "./records.ts";

/** Head's median is so many times base's, and has a budget of 1.5 ms. */
function judged(factor: number, changedInBase?: string[]) {
  const rounds = (median: number) => noisyRounds(20, { median, spread: 0.01, seed: Math.round(10 * median) });
  const rows = { echo: { base: rounds(1), head: rounds(factor) } };
  const record = { ...makeRecord({ rows, thresholds: { p50: ["+10%", "1.5ms"] } }), changedInBase };
  const comparison = comparePaired(record);
  const states = comparison.findings
    .filter(({ metric, threshold }) => metric === "p50" && threshold.level === "fail")
    .map(({ threshold, state }) => [threshold.limit.kind, state]);
  return { states, verdict: decide(comparison, { failOn: ["regression", "budget"] }) };
}

test("beside a base whose files were changed nothing passes or improves but a budget", () => {
  expect(judged(1).states).toEqual([
    ["relative", "pass"],
    ["absolute", "pass"],
  ]);
  const { states, verdict } = judged(1, ["server.cjs"]);
  expect(states).toEqual([
    ["relative", "inconclusive"],
    ["absolute", "pass"],
  ]);
  expect(verdict).toMatchObject({ status: "inconclusive", failed: false });
  expect(judged(0.5).states[0]).toEqual(["relative", "improved"]);
  expect(judged(0.5, ["server.cjs"]).states[0]).toEqual(["relative", "inconclusive"]);
});

test("what got worse beside it is a regression all the same", () => {
  expect(judged(1.3, ["server.cjs"]).verdict).toMatchObject({ status: "regressed", failed: true });
});
