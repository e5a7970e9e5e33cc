import { describe, expect, test } from "vitest";
import { decide } from "../../src/decide/decide.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { comparePaired, makeRecord, noisyRounds } from "./records.ts";

function judge(record: RunRecord) {
  const comparison = comparePaired(record);
  return { comparison, verdict: decide(comparison, { failOn: ["regression", "budget"] }) };
}

function record(head = 2): RunRecord {
  const rounds = (median: number) => noisyRounds(20, { median, spread: 0.01, seed: Math.round(10 * median) });
  const rows = { slower: { base: rounds(1), head: rounds(head) }, same: { base: rounds(1), head: rounds(1) } };
  return makeRecord({ rows, thresholds: { p50: ["+10%", "1.5ms"] } });
}

/** The record of a run in the middle of which another server has answered. */
function replaced(given: RunRecord): RunRecord {
  const [first, ...others] = given.rounds;
  if (!first) throw new Error("a record has rounds");
  const server = { name: "other", version: "2", protocol: "2025-11-25" };
  const launches = first.launches.map((launch) => (launch.arm === "head" ? { ...launch, server } : launch));
  return { ...given, rounds: [{ ...first, launches }, ...others] };
}

describe("a run whose figures decide nothing", () => {
  test("fails nothing, and does not pass for it either", () => {
    const { comparison, verdict } = judge(replaced(record(1.2)));
    const slower = comparison.findings.find(({ row, metric }) => row === "slower" && metric === "p50");
    expect(slower).toMatchObject({ state: "not-comparable", reason: { code: "replaced", arm: "head" } });
    expect(slower?.change?.estimate).toBeCloseTo(0.2, 1);
    expect(verdict).toMatchObject({ status: "not-comparable", failed: false });
    const open = comparison.findings.filter(({ state }) => state === "not-comparable");
    expect(new Set(open.map(({ row }) => row))).toEqual(new Set(["slower", "same"]));
    expect(judge(record(1.2)).verdict).toMatchObject({ status: "regressed", failed: true });
  });

  test("still has to keep its budgets, but in a quick run", () => {
    expect(judge(replaced(record())).verdict).toMatchObject({ status: "over-budget", failed: true });
    expect(judge({ ...record(), quick: true }).verdict).toMatchObject({ status: "not-comparable", failed: false });
  });
});
