import { expect, test } from "vitest";
import { coverageOf, toolCoverage } from "../../src/record/coverage.ts";

test("tools are counted by why they are not measured, most first, a name once, with what the first that failed said", () => {
  const coverage = coverageOf([
    { name: "a" },
    { name: "a" },
    { name: "b", code: "failed", reason: "no key" },
    { name: "c", code: "failed", reason: "no network" },
    { name: "d", code: "slow", reason: "2 s" },
  ]);
  expect(coverage).toEqual({
    tools: 4,
    measured: 1,
    leftOut: [
      { code: "failed", tools: 2, reason: "no key" },
      { code: "slow", tools: 1 },
    ],
  });
  expect(() =>
    toolCoverage.parse(coverageOf([{ name: "a", code: "failed", reason: "x".repeat(9_999) }])),
  ).not.toThrow();
});
