import { describe, expect, test } from "vitest";
import { statusOf } from "../../../src/decide/decide.ts";
import { shouldContinue } from "../../../src/decide/paired/stopping.ts";
import type { RecordLaunch, RunRecord } from "../../../src/record/record.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { tabulate } from "../../../src/table/table.ts";
import { comparePaired, makeRecord, normal } from "../records.ts";

const rows = ["get", "list", "read", "search"];

/** Says what launches of a check scatter by in the calls of a row, and in all calls of one that is called alone. */
const scatterBytes = 200_000;

interface Given {
  /** Bytes that head keeps of every call of `search`. */
  readonly kept: number;
  /** Rounds whose leak check calls all rows, and rounds that call one row alone. */
  readonly checks: number;
  readonly alone?: number;
  /** The row that is called alone. */
  readonly row?: string;
  readonly seed?: number;
  /** Says what the times of a row scatter by from round to round, as a logarithm. */
  readonly sd?: number;
}

/** For each row 120 calls in a check of all, and 300 in one of a row alone. */
function recordOf({ kept, checks, alone = 0, row = "search", seed = 1, sd = 0 }: Given): RunRecord {
  const random = seededRandom(seed);
  const latency = () => (sd === 0 ? 1 : Math.exp(sd * normal(random)));
  const calls = () => ({ latencies: new Array<number>(30).fill(latency()) });
  const timed = (count: number) => Array.from({ length: count }, calls);
  const growths = Array.from({ length: checks + alone }, () => ({ memory_growth: 0 }));
  const record = makeRecord({
    rows: Object.fromEntries(rows.map((id) => [id, { base: timed(checks), head: timed(checks) }])),
    launches: { base: growths, head: growths },
  });
  const noisy = (count: number) => (scatterBytes * normal(random)) / count;
  const checked = (launch: RecordLaunch, round: number): Partial<RecordLaunch> => {
    const isAlone = round >= checks;
    const more = launch.arm === "head" ? kept : 0;
    const called = isAlone ? [row] : rows;
    const each = isAlone ? 300 : 120;
    const leakCheckRows = called.map((id) => ({
      calls: each,
      bytesPerCall: 500 + noisy(each) + (id === "search" ? more : 0),
    }));
    const growth = leakCheckRows.reduce((sum, { bytesPerCall }) => sum + bytesPerCall, 0) / leakCheckRows.length;
    return {
      leakChecked: called,
      leakCheckCalls: each * called.length,
      leakCheckRows,
      metrics: { memory_growth: 1000 * growth },
    };
  };
  return {
    ...record,
    rounds: record.rounds.map((round) => ({
      ...round,
      order: round.index < checks ? round.order : {},
      launches: round.launches.map((launch) => ({ ...launch, ...checked(launch, round.index) })),
    })),
  };
}

function judged(record: RunRecord) {
  const comparison = comparePaired(record);
  return {
    status: statusOf(comparison),
    growth: comparison.findings.filter(({ metric }) => metric === "memory_growth"),
  };
}

describe("a row whose calls keep memory, among others that keep none", () => {
  test("is suspected, the sooner the more they keep, and called alone as often as shows it", () => {
    const suspect = (given: Given) => shouldContinue(tabulate(recordOf(given))).suspect;
    const found = suspect({ kept: 10_000, checks: 7 });
    expect(suspect({ kept: 10_000, checks: 1 })?.row).toBe("search");
    expect(suspect({ kept: 2500, checks: 1 })).toBeUndefined();
    expect(suspect({ kept: 2500, checks: 7 })?.row).toBe("search");
    expect(found?.row).toBe("search");
    expect(found?.calls).toBeGreaterThan(250);
    expect(found?.calls).toBeLessThan(500);
    // A smaller leak shows in more calls.
    expect(suspect({ kept: 5000, checks: 7 })?.calls).toBeGreaterThan(500);
  });

  test("is named and fails the run once launches that were called for it alone show it", () => {
    const few = judged(recordOf({ kept: 10_000, checks: 7, alone: 5 }));
    expect(few.growth.find(({ row }) => row === "search")).toMatchObject({ state: "inconclusive" });
    const record = recordOf({ kept: 10_000, checks: 7, alone: 9 });
    const { status, growth } = judged(record);
    expect(status).toBe("regressed");
    // The leak of all rows together need not be shown beside it.
    expect(growth).toEqual([
      expect.objectContaining({
        row: "search",
        state: "regressed",
        reason: { code: "alone", isShown: true, launches: 9 },
      }),
    ]);
    expect(growth[0]?.change?.estimate).toBeGreaterThan(8e6);
    expect(growth[0]?.change?.estimate).toBeLessThan(12e6);
    expect(shouldContinue(tabulate(record))).not.toHaveProperty("suspect");
    expect(shouldContinue(tabulate(record)).regressed).toContainEqual({ row: "search", metric: "memory_growth" });
  });

  test("is the one to profile where the gate over all rows fails, and the server where no row leaks more than base's", () => {
    const failed = (kept: number) => {
      const record = recordOf({ kept, checks: 20 });
      const rounds = record.rounds.map((round) => ({
        ...round,
        launches: round.launches.map((launch) => ({
          ...launch,
          metrics: { memory_growth: launch.arm === "head" ? 5e6 : 0 },
        })),
      }));
      return shouldContinue(tabulate({ ...record, rounds })).regressed;
    };
    expect(failed(10_000)).toEqual([{ row: "search", metric: "memory_growth" }]);
    expect(failed(-1e6)).not.toContainEqual({ row: "search", metric: "memory_growth" });
  });

  test("is called alone until it is decided, and no other row meanwhile", () => {
    const outlook = shouldContinue(tabulate(recordOf({ kept: 10_000, checks: 7, alone: 3 })));
    expect(outlook).toMatchObject({ suspect: { row: "search" } });
    expect(outlook.stop).toBeUndefined();
  });

  test("may be shown by further launches that are called for it alone, whatever rounds that measure would tell", () => {
    const mayDecide = (given: Given, more: number) => shouldContinue(tabulate(recordOf(given))).mayDecide?.(more);
    const looked = { kept: 10_000, checks: 7, alone: 2 };
    expect(mayDecide(looked, 12)).toBe(true);
    expect(mayDecide(looked, 2)).toBe(false);
    // Nothing is known of them before the first.
    expect(mayDecide({ ...looked, alone: 0 }, 2)).toBe(true);
  });

  test("leaves the others time once it is shown: what few rounds tell of them does not end the run", () => {
    const shown = (checks: number) => shouldContinue(tabulate(recordOf({ kept: 10_000, checks, alone: 10, sd: 0.3 })));
    expect(shown(4)).toMatchObject({ open: rows });
    expect(shown(4)).not.toHaveProperty("suspect");
    expect(shown(4).mayDecide?.(3)).toBe(true);
    expect(shown(4).mayDecide?.(1)).toBe(false);
    expect(shown(12).mayDecide?.(7)).toBe(false);
  });

  test("stands alone: one that keeps nothing after all is dropped after one launch", () => {
    const wrong = recordOf({ kept: 0, checks: 7, alone: 1, row: "get", seed: 2 });
    expect(judged(wrong).growth.map(({ row }) => row)).toEqual(["(server)"]);
    expect(shouldContinue(tabulate(wrong)).suspect).toBeUndefined();
  });
});

describe("unchanged rows", () => {
  /** A run as it goes on: checks of all rows, and of one alone while it is suspected. */
  function play(seed: number) {
    let [checks, alone, looks] = [2, 0, 0];
    let row = "search";
    for (; checks < 12; looks++) {
      const record = recordOf({ kept: 0, checks, alone, row, seed });
      const { suspect } = shouldContinue(tabulate(record));
      if (judged(record).growth.some((one) => one.row !== "(server)" && one.state === "regressed")) return "regressed";
      if (suspect && (alone === 0 || suspect.row === row)) [alone, row] = [alone + 1, suspect.row];
      else if (alone > 0) return "suspected";
      else checks++;
    }
    return looks < 12 ? "quiet" : "suspected";
  }

  test("are seldom suspected where launches scatter widely, and hardly ever regress", () => {
    const played = Array.from({ length: 25 }, (_, seed) => play(seed + 1));
    expect(played.filter((one) => one === "regressed")).toHaveLength(0);
    expect(played.filter((one) => one === "suspected").length).toBeLessThanOrEqual(12);
    expect(played).toContain("quiet");
  });

  test("of a server with one tool have the gate over all alone", () => {
    const record = recordOf({ kept: 10_000, checks: 12 });
    const single = {
      ...record,
      rounds: record.rounds.map((round) => ({
        ...round,
        launches: round.launches.map((launch) => ({
          ...launch,
          leakChecked: launch.leakChecked?.slice(3),
          leakCheckRows: launch.leakCheckRows?.slice(3),
        })),
      })),
    };
    expect(shouldContinue(tabulate(single)).suspect).toBeUndefined();
    expect(judged(single).growth.map(({ row }) => row)).toEqual(["(server)"]);
  });
});
