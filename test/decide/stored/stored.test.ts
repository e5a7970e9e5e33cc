import { describe, expect, test } from "vitest";
import { entryFrom } from "../../../src/baseline/branch/entry.ts";
import { decide } from "../../../src/decide/decide.ts";
import { compare } from "../../../src/facts/compare.ts";
import type { Comparison } from "../../../src/facts/comparison.ts";
import type { StoredEntry } from "../../../src/history/entry.ts";
import type { RunRecord } from "../../../src/record/record.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { makeRecord, noisyRounds, normal, type RecordOptions, type RoundOf } from "../records.ts";

const failOn = ["regression", "budget"] as const;

function run(median: number, seed: number, more: Partial<RecordOptions> = {}) {
  return makeRecord({ rows: { echo: { head: noisyRounds(5, { median, spread: 0.02, seed }) } }, seed, ...more });
}

function entryOf(record: ReturnType<typeof run>): StoredEntry {
  return { createdAt: record.createdAt, summary: summarise(tabulate(record), "head") };
}

function against(record: ReturnType<typeof run>, stored: readonly ReturnType<typeof run>[]): Comparison {
  return compare({
    table: tabulate(record),
    head: summarise(tabulate(record), "head"),
    against: { kind: "stored", entries: stored.map(entryOf) },
  });
}

/** An old entry, of which the baseline branch keeps the values alone. */
function summarised(entry: StoredEntry): StoredEntry {
  return JSON.parse(JSON.stringify(entry, (key, value) => (key === "rounds" && Array.isArray(value) ? [] : value)));
}

describe("with old runs whose rounds are not kept", () => {
  test("they count as values: a slow tool is still found, unchanged code still passes", () => {
    const entries = Array.from({ length: 12 }, (_, seed) => entryOf(run(1, 100 + seed)));
    const stored = entries.map((entry, index) => (index < 8 ? summarised(entry) : entry));
    const judge = (record: ReturnType<typeof run>) =>
      compare({
        table: tabulate(record),
        head: summarise(tabulate(record), "head"),
        against: { kind: "stored", entries: stored },
      }).findings[0];
    expect(judge(run(2, 1))).toMatchObject({ state: "regressed", change: { low: expect.any(Number) } });
    expect(judge(run(1, 2))?.state).toBe("pass");
    expect(Number.isFinite(judge(run(1, 2))?.change?.high)).toBe(true);
  });

  test("processes left behind in every launch are still found, and none where they were always there", () => {
    const leaving = (orphans: number, seed: number) =>
      makeRecord({
        rows: { echo: { head: noisyRounds(20, { median: 1, spread: 0.02, seed }) } },
        launches: { head: Array.from({ length: 20 }, () => ({ orphans })) },
        serverThresholds: { orphans: "+0%" },
        seed,
      });
    const judge = (before: number, after: number) => {
      const record = leaving(after, 1);
      const entries = [summarised(entryOf(leaving(before, 2)))];
      const { findings } = compare({
        table: tabulate(record),
        head: summarise(tabulate(record), "head"),
        against: { kind: "stored", entries },
      });
      return findings.find(({ metric }) => metric === "orphans")?.state;
    };
    expect(judge(0, 1)).toBe("regressed");
    expect(judge(1, 1)).toBe("pass");
  });
});

describe("with one stored run", () => {
  test("a tool twice as slow is regressed and fails the job", () => {
    const comparison = against(run(2, 1), [run(1, 2)]);
    expect(comparison.findings[0]).toMatchObject({ state: "regressed", base: expect.closeTo(1, 0), rounds: 5 });
    expect(decide(comparison, { failOn })).toMatchObject({ status: "regressed", failed: true });
  });

  test("unchanged code is not regressed, and the answer says how many runs it takes", () => {
    const comparison = against(run(1, 3), [run(1, 4)]);
    expect(comparison.findings[0]).toMatchObject({
      state: "inconclusive",
      reason: { code: "few-runs", have: 1, need: 5 },
    });
    expect(decide(comparison, { failOn })).toMatchObject({ status: "inconclusive", failed: false });
  });

  test("a change of 15 % is inconclusive", () => {
    expect(against(run(1.15, 5), [run(1, 6)]).findings[0]?.state).toBe("inconclusive");
  });

  test("a tool twice as fast is improved", () => {
    expect(against(run(0.5, 5), [run(1, 6)]).findings[0]?.state).toBe("improved");
  });

  test("throughput is judged in its own direction", () => {
    const thresholds = { throughput: "-10%" };
    expect(against(run(3, 1, { thresholds }), [run(1, 2)]).findings[0]).toMatchObject({
      state: "regressed",
      change: { estimate: expect.closeTo(-2 / 3, 1) },
    });
    expect(against(run(1, 1, { thresholds }), [run(3, 2)]).findings[0]?.state).toBe("improved");
  });

  test("a single launch shows no spread and decides nothing", () => {
    const rows = (median: number) => ({ echo: { head: noisyRounds(1, { median, spread: 0, seed: 1 }) } });
    const comparison = against(makeRecord({ rows: rows(3) }), [makeRecord({ rows: rows(1), seed: 2 })]);
    expect(comparison.findings[0]).toMatchObject({
      state: "inconclusive",
      reason: { code: "one-launch" },
    });
  });

  test("two modes 5× apart are spread, not a regression", () => {
    const mixed = (values: number[]): RoundOf[] => values.map((value) => ({ latencies: new Array(50).fill(value) }));
    const base = makeRecord({ rows: { echo: { head: mixed([1, 1, 5, 1, 1]) } }, seed: 2 });
    const head = makeRecord({ rows: { echo: { head: mixed([5, 1, 5, 1, 5]) } } });
    expect(against(head, [base]).findings[0]?.state).toBe("inconclusive");
  });
});

describe("with many stored runs", () => {
  const random = seededRandom(11);
  const history = Array.from({ length: 20 }, (_, index) => run(Math.exp(0.01 * normal(random)), 100 + index));

  test("unchanged code passes and +50 % is regressed; +25 % may be a slow night where no CPU time tells", () => {
    expect(against(run(1, 50), history).findings[0]?.state).toBe("pass");
    expect(against(run(1.5, 51), history).findings[0]?.state).toBe("regressed");
    expect(against(run(1.25, 51), history).findings[0]).toMatchObject({
      state: "inconclusive",
      reason: { code: "clock-alone" },
    });
  });

  test("a change that some launches show is inconclusive, one that all show a regression", () => {
    const launches = (values: readonly number[]) =>
      makeRecord({
        thresholds: { p50: "+10%" },
        rows: {
          echo: {
            head: values.map((value) => ({ latencies: new Array<number>(50).fill(value), cpuPerCallMs: value })),
          },
        },
      });
    const past = Array.from({ length: 10 }, () =>
      launches(Array.from({ length: 6 }, () => Math.exp(0.01 * normal(random)))),
    );
    // Runs beside a neighbour on the same core, whose figures `bench:baseline -- demo` printed.
    const [disturbed] = against(launches([1.2, 1.81, 1.8, 2.06, 1.01, 1.09]), past).findings;
    expect(disturbed).toMatchObject({ state: "inconclusive", reason: { code: "some-launches" } });
    expect(against(launches([1.3, 1.33, 1.29, 1.31, 1.35, 1.27]), past).findings[0]?.state).toBe("regressed");
  });

  test("with a spread too wide for the threshold, says so", () => {
    const wide = Array.from({ length: 10 }, (_, index) => run(Math.exp(0.15 * normal(random)), 200 + index));
    const [found] = against(run(1, 50), wide).findings;
    expect(found?.state).toBe("inconclusive");
    expect(found?.reason).toEqual({ code: "scatter", spread: expect.any(Number) });
  });
});

describe("what does not belong together", () => {
  test("another configuration is not comparable", () => {
    const comparison = against(run(1, 1, { configHash: "other" }), [run(1, 2)]);
    expect(comparison.findings[0]).toMatchObject({ state: "not-comparable" });
    expect(decide(comparison, { failOn: ["no-baseline"] })).toMatchObject({ status: "not-comparable", failed: true });
  });

  test("a new row has no baseline", () => {
    const head = makeRecord({ rows: { fresh: { head: noisyRounds(5, { median: 1, spread: 0.02, seed: 1 }) } } });
    const comparison = against(head, [run(1, 2)]);
    expect(comparison.findings[0]?.state).toBe("no-baseline");
    expect(decide(comparison, { failOn }).status).toBe("no-baseline");
  });

  test("a mean size of replies is compared as it is stored, with six digits", () => {
    const bytes = (responseBytes: number) => {
      const rounds = noisyRounds(6, { median: 1, spread: 0.02, seed: 1 }).map((round) => ({ ...round, responseBytes }));
      return makeRecord({ rows: { echo: { head: rounds } }, thresholds: { response_bytes: "+0%" } });
    };
    const record = bytes(1234.564);
    const { head: summary } = entryFrom(record, { head: summarise(tabulate(record), "head"), status: "pass" });
    const entries = [{ createdAt: record.createdAt, summary }];
    const judge = (head: RunRecord) => {
      const table = tabulate(head);
      const { findings } = compare({ table, head: summarise(table, "head"), against: { kind: "stored", entries } });
      return findings.find(({ metric }) => metric === "response_bytes")?.state;
    };
    expect(judge(record)).toBe("pass");
    expect(judge(bytes(1234.574))).toBe("regressed");
  });

  test("server metrics go by the server's own hash", () => {
    const options = (bytes: number) => ({
      serverThresholds: { tools_list_bytes: "+10%" },
      launches: { head: new Array(5).fill({ tools_list_bytes: bytes }) },
    });
    const stored = run(1, 2, options(1000));
    const find = (comparison: Comparison) => comparison.findings.find((one) => one.metric === "tools_list_bytes");
    expect(find(against(run(1, 1, options(1000)), [stored]))?.state).toBe("pass");
    expect(find(against(run(1, 1, options(1101)), [stored]))?.state).toBe("regressed");
    expect(find(against(run(1, 1, options(899)), [stored]))?.state).toBe("improved");
    expect(find(against({ ...run(1, 1, options(1101)), serverHash: "x" }, [stored]))?.state).toBe("not-comparable");
  });
});

describe("errors", () => {
  const thresholds = { p50: "+10%", error_rate: "+0.5pp" };
  const failing = (perRound: number[], seed: number, median = 1) =>
    makeRecord({
      thresholds,
      seed,
      rows: {
        echo: {
          head: noisyRounds(5, { median, spread: 0.02, seed }).map((round, index) => ({
            ...round,
            failures: { "rpc-error": perRound[index] ?? 0 },
          })),
        },
      },
    });
  const rate = (comparison: Comparison) => comparison.findings.find((one) => one.metric === "error_rate");

  test("a rise from 0 is a difference in points and fails", () => {
    const comparison = against(failing([8, 9, 10, 9, 8], 1), [failing([], 2)]);
    expect(rate(comparison)).toMatchObject({
      state: "regressed",
      base: 0,
      change: { estimate: expect.closeTo(44 / 544, 9) },
    });
    expect(decide(comparison, { failOn }).regressed[0]?.metric).toBe("error_rate");
  });

  test("a rise that was accepted is a new level, and a further one fails", () => {
    const accepted = { by: "octocat", reason: "intended" };
    const stateAfter = (newest: Partial<StoredEntry>, perRound: number[]) => {
      const record = failing(perRound, 1);
      const before = Array.from({ length: 19 }, (_, seed) => entryOf(failing([], 10 + seed)));
      const entries = [...before, { ...entryOf(failing([5, 5, 5, 5, 5], 2)), ...newest }];
      const head = summarise(tabulate(record), "head");
      return rate(compare({ table: tabulate(record), head, against: { kind: "stored", entries } }))?.state;
    };
    expect(stateAfter({}, [5, 5, 5, 5, 5])).toBe("regressed");
    expect(stateAfter({ accepted }, [5, 5, 5, 5, 5])).not.toBe("regressed");
    expect(stateAfter({ accepted }, [15, 15, 15, 15, 15])).toBe("regressed");
  });

  test("no failures anywhere pass", () => {
    expect(rate(against(failing([], 1), [failing([], 2)]))?.state).toBe("pass");
  });

  test("failures of a single launch, or too few of them, stay open", () => {
    expect(rate(against(failing([60], 1), [failing([], 2)]))).toMatchObject({
      state: "inconclusive",
      reason: { code: "failures-open" },
    });
    expect(rate(against(failing([2, 2], 1), [failing([], 2)]))?.state).toBe("inconclusive");
  });

  test("failing fast is a regression, and not called an improvement", () => {
    const comparison = against(failing([50, 50, 50, 50, 50], 1, 0.3), [failing([], 2)]);
    const p50 = comparison.findings.find((one) => one.metric === "p50");
    expect(p50).toMatchObject({ state: "pass", reason: { code: "more-failed" } });
    expect(decide(comparison, { failOn })).toMatchObject({ status: "regressed", failed: true });
    expect(comparison.warnings).toContainEqual(expect.objectContaining({ code: "errors", row: "echo" }));
  });

  test("a row without one ok reply is errored, whatever the timings of others", () => {
    const rows = { echo: { head: [{ latencies: [], failures: { timeout: 10 } }] } };
    const comparison = against(makeRecord({ rows }), [run(1, 2)]);
    expect(decide(comparison, { failOn })).toMatchObject({ status: "errored", failed: true });
    expect(comparison.findings[0]?.reason).toEqual({
      code: "calls-failed",
      ok: 0,
      calls: 10,
      failures: { timeout: 10 },
    });
  });
});

test("on unchanged code with realistic spread between runs at most 1 % of runs are regressed", () => {
  const random = seededRandom(77);
  const trials = 400;
  const sample = (seed: number) => run(Math.exp(0.09 * normal(random)), seed);
  // Summarised once, and drawn from: that was most of the time.
  const stored = Array.from({ length: 600 }, (_, index) => entryOf(sample(1000 + index)));
  let regressed = 0;
  for (let trial = 0; trial < trials; trial++) {
    const entries = Array.from({ length: 1 + (trial % 8) }, () => stored[Math.floor(random() * stored.length)]);
    const record = sample(trial);
    const history = { kind: "stored", entries: entries.filter((entry) => entry !== undefined) } as const;
    const { findings } = compare({
      table: tabulate(record),
      head: summarise(tabulate(record), "head"),
      against: history,
    });
    if (findings[0]?.state === "regressed") regressed += 1;
  }
  // At 1 %, more than 12 of 400 happen once in 2,000 times (scipy: stats.binom.sf(12, 400, .01) = 0.0003).
  expect(regressed).toBeLessThanOrEqual(12);
});

describe("an accepted run", () => {
  const before = Array.from({ length: 16 }, (_, seed) => entryOf(run(1, 200 + seed)));
  const accepted = { by: "octocat", reason: "intended" };
  const stateAfter = (newest: StoredEntry, head: ReturnType<typeof run>) =>
    compare({
      table: tabulate(head),
      head: summarise(tabulate(head), "head"),
      against: { kind: "stored", entries: [...before, newest] },
    }).findings.find(({ metric }) => metric === "p50")?.state;

  test("begins a new level where it was slower: what is as slow is no regression any more", () => {
    const slower = entryOf(run(1.5, 300));
    expect(stateAfter(slower, run(1.5, 1))).toBe("regressed");
    expect(stateAfter({ ...slower, accepted }, run(1.5, 1))).not.toBe("regressed");
    expect(stateAfter({ ...slower, accepted }, run(3, 2))).toBe("regressed");
  });

  test("leaves the history of rows alone that it was not slower in", () => {
    expect(stateAfter({ ...entryOf(run(1, 300)), accepted }, run(1, 1))).toBe("pass");
    expect(stateAfter({ ...entryOf(run(1, 300)), accepted }, run(1.5, 1))).toBe("regressed");
  });
});
