import { describe, expect, test } from "vitest";
import { decide } from "../../src/compare/decide.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { comparePaired, makeRecord, noisyRounds } from "./records.ts";

function judge(record: RunRecord) {
  const comparison = comparePaired(record);
  return { comparison, verdict: decide(comparison, { failOn: ["regression", "budget"] }) };
}

function record(advisory: Record<string, string>, head = 2): RunRecord {
  const rounds = (median: number) => noisyRounds(20, { median, spread: 0.01, seed: Math.round(10 * median) });
  const rows = { changed: { base: rounds(1), head: rounds(head) }, same: { base: rounds(1), head: rounds(1) } };
  return { ...makeRecord({ rows, thresholds: { p50: ["+10%", "1.5ms"] } }), advisory };
}

describe("what the configuration of head changed", () => {
  test("is shown but fails nothing, and the run does not pass for it either", () => {
    const { comparison, verdict } = judge(record({ changed: "this commit changes its configuration" }, 1.2));
    expect(
      comparison.findings.find(({ row, threshold }) => row === "changed" && threshold.level === "warn"),
    ).toMatchObject({
      state: "regressed",
    });
    expect(verdict).toMatchObject({ status: "not-comparable", failed: false });
    expect(comparison.findings.map(({ reason }) => reason)).toContain(
      "this commit changes its configuration, so its figures are advisory",
    );
    expect(judge(record({}, 1.2)).verdict).toMatchObject({ status: "regressed", failed: true });
  });

  test("is never a row for its name alone", () => {
    const { rows, ...rest } = record({}, 1.2);
    const text = JSON.stringify({ ...rest, rows }).replaceAll('"changed"', '"constructor"');
    const { verdict } = judge({ ...JSON.parse(text), advisory: { same: "this commit changes its configuration" } });
    expect(verdict).toMatchObject({ status: "regressed", failed: true });
  });

  test("still has to keep its budgets", () => {
    expect(judge(record({ changed: "x" })).verdict).toMatchObject({ status: "over-budget", failed: true });
  });

  test("does not even have to in a quick run, and a full one must", () => {
    const full = record({ "*": "this is a quick run" });
    expect(judge(full).verdict).toMatchObject({ status: "over-budget", failed: true });
    expect(judge({ ...full, quick: true }).verdict).toMatchObject({ status: "not-comparable", failed: false });
  });

  test("is every row where the server is started in another way", () => {
    const open = judge(record({ "*": "this commit changes how the server is started" }, 1.2)).comparison.findings;
    expect(open.filter(({ state }) => state === "not-comparable").map(({ row }) => row)).toEqual(["changed", "same"]);
  });
});
