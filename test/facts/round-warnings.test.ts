import { expect, test } from "vitest";
import type { Stop } from "../../src/record/stop.ts";
import { paired, sides } from "../decide/paired/sides.ts";
import { comparePaired, makeRecord } from "../decide/records.ts";

/** Returns what is found of all rows, where head's calls of each take so many times as long. */
function ofAll(...factors: readonly number[]) {
  const rows = Object.fromEntries(factors.map((factor, place) => [`row ${place}`, { ...sides(15, factor) }]));
  const { warnings } = comparePaired(makeRecord({ rows }));
  return warnings.filter(({ code }) => code === "everything-slower");
}

test("rows that all got a little slower are told of together", () => {
  expect(ofAll(1.05, 1.05, 1.05)).toMatchObject([{ others: false, slower: expect.closeTo(0.05, 2), rounds: 15 }]);
});

test("so are those beside rows that regressed by themselves", () => {
  expect(ofAll(2, 2, 1.05, 1.05, 1.05)).toMatchObject([{ others: true, slower: expect.closeTo(0.05, 2) }]);
});

test("nothing is said of all rows where those that regressed are all that moved, or fewer than three are left", () => {
  expect(ofAll(2, 2, 1, 1, 1)).toEqual([]);
  expect(ofAll(2, 2, 2, 1.05, 1.05)).toEqual([]);
});

test("too few rounds are made more as they were asked for: by their number, or by time", () => {
  const fix = (stop: Stop) => comparePaired(paired(sides(3, 1), { run: { stop: [stop] } })).warnings[0];
  expect(fix({ code: "rounds-configured", rounds: 3 })).toMatchObject({ need: 10, fix: "rounds" });
  expect(fix({ code: "time-budget-ended", budgetMs: 60_000, round: 4 })).toMatchObject({ need: 10, fix: "budget" });
});

test("rounds are not too few where the run waited for no more: what is open is of a row that got slower, or one regression was enough", () => {
  const codes = (factor: number, stop: Stop) => {
    let calls = 0;
    // In two rounds of five one call in three takes twice as long: slow calls stay open.
    const hold = (latency: number) => (Math.floor(calls++ / 200) % 5 < 2 && calls % 3 === 0 ? 2 * latency : latency);
    const { findings, warnings } = comparePaired(
      paired(sides(9, factor, hold), { thresholds: { p50: "+10%" }, run: { stop: [stop] } }),
    );
    expect(findings).toContainEqual(expect.objectContaining({ metric: "slow_calls", state: "inconclusive" }));
    return warnings.map(({ code }) => code);
  };
  expect(codes(1.02, { code: "time-budget-ended", budgetMs: 60_000, round: 10 })).toEqual(["too-few-rounds"]);
  expect(codes(4, { code: "decided", of: "row", rounds: 9 })).toEqual([]);
  expect(codes(1.02, { code: "first-regression", rounds: 9, certain: 9, openGates: 1 })).toEqual([]);
});
