import { expect, test } from "vitest";
import { progressLine } from "../../src/run/progress-line.ts";

test("a server without a version is named without a gap", () => {
  const server = { name: "recipes", version: "", protocol: "2026-07-28" };
  expect(progressLine({ kind: "probe", server, rows: 2, skipped: 0 })).toBe(
    "recipes (protocol 2026-07-28): 2 rows to measure",
  );
});

test("a round in which one row alone is called names it, and why", () => {
  const round = { kind: "round-end", round: 1, durationMs: 1234, elapsedMs: 2000 } as const;
  expect(progressLine(round)).toBe("round 2 took 1.2 s");
  expect(progressLine({ ...round, suspect: "search" })).toBe(
    "round 2 took 1.2 s: called only search, a suspected leak",
  );
});

test("a row has a line of what its arms measured, and none where no launch measured it", () => {
  const arms = [
    { arm: "base", ok: 10, attempted: 10, medianMs: 1.5 },
    { arm: "head", ok: 0, attempted: 10 },
  ];
  expect(progressLine({ kind: "row", round: 0, row: "search", arms })).toBe(
    "  search: base p50 1.50\u00a0ms · head no ok reply, 10 of 10 failed",
  );
  expect(progressLine({ kind: "row", round: 0, row: "search", arms: [] })).toBeUndefined();
});
