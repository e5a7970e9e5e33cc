import { describe, expect, test } from "vitest";
import { shouldContinue } from "../../../src/decide/paired/stopping.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { tabulate } from "../../../src/table/table.ts";
import { comparePaired, makeRecord, type RoundOf } from "../records.ts";

/** Returns a run of four rows whose calls make so many requests to the API, per round. */
function recordOf(base: readonly number[], head: readonly number[]) {
  const rounds = (requests: readonly number[]): RoundOf[] =>
    requests.map((each) => ({
      latencies: [1, 1, 1, 1],
      more: { upstream: { calls: 100, requests: Math.round(100 * each), receivedBytes: 0, routes: [] } },
    }));
  const rows = Array.from({ length: 4 }, (_, row) => [`row ${row}`, { base: rounds(base), head: rounds(head) }]);
  return makeRecord({ rows: Object.fromEntries(rows), thresholds: { upstream_requests: "+10%" } });
}

function statesOf(base: readonly number[], head: readonly number[]): string[] {
  return [...new Set(comparePaired(recordOf(base, head)).findings.map(({ state }) => state))];
}

const always = (value: number, count = 6) => new Array<number>(count).fill(value);

describe("requests to the API that are the same in every round", () => {
  test("four where base makes one are a regression after the fewest rounds, whatever the number of gates", () => {
    const record = recordOf(always(1), always(4));
    const [found] = comparePaired(record).findings;
    expect(found).toMatchObject({ state: "regressed", base: 1, head: 4, reason: { code: "became", from: 1, to: 4 } });
    expect(shouldContinue(tabulate(record)).stop).toEqual({ code: "decided", of: "gate", rounds: 6 });
    expect(statesOf(always(0), always(1))).toEqual(["regressed"]);
  });

  test("are no finding yet after fewer rounds", () => {
    expect(statesOf(always(1, 5), always(4, 5))).toEqual(["inconclusive"]);
  });

  test("pass where there are as many, or more within the limit, and fewer are an improvement", () => {
    expect(statesOf(always(4), always(4))).toEqual(["pass"]);
    expect(statesOf(always(1), always(1.09))).toEqual(["pass"]);
    expect(statesOf(always(4), always(1))).toEqual(["improved"]);
  });
});

describe("requests to the API that vary by chance", () => {
  // growth.test.ts has the same over 300 simulated runs.
  test("are no regression of unchanged code", () => {
    const random = seededRandom(11);
    const drawn = (count: number) => Array.from({ length: count }, () => (random() < 0.5 ? 1 : 2));
    for (const rounds of [6, 7, 9, 12, 20]) expect(statesOf(drawn(rounds), drawn(rounds))).not.toContain("regressed");
  });

  test("are judged by how often there are more, where head steadily makes more", () => {
    const wavering = (value: number, count: number) => Array.from({ length: count }, (_, round) => value + (round % 2));
    expect(statesOf(wavering(1, 6), always(4))).toEqual(["inconclusive"]);
    expect(statesOf(wavering(1, 24), wavering(4, 24))).toEqual(["regressed"]);
  });
});
