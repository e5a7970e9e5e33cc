import { describe, expect, test } from "vitest";
import { mergeRecords } from "../../src/record/merge.ts";
import type { NamedRecord, RunRecord } from "../../src/record/record.ts";
import { renderComment } from "../../src/report/markdown/markdown.ts";
import { judge, judgeRecords, type Stored } from "../../src/run/judge.ts";
import { makeRecord, noisyRounds } from "../decide/records.ts";

const options = { failOn: ["regression"], reproduce: "" } as const;
const entries = (environments: readonly string[]): Stored => ({ kind: "entries", entries: [], environments });
const rounds = (median: number, seed: number) => noisyRounds(14, { median, spread: 0.005, seed, calls: 20 });
const alone = makeRecord({ rows: { echo: { head: rounds(10, 1) } } });
const reason = (stored: Stored) => {
  const { reference } = judge(alone, { ...options, stored }).comparison;
  return reference.kind === "none" ? reference.reason : "";
};

describe("without a stored run of this environment", () => {
  test("it is named, and so is the nearest one that is stored", () => {
    const own = /no run of this environment \((.*?)\) is stored yet/.exec(reason(entries([])))?.[1] ?? "";
    expect(own.split(", ").length).toBeGreaterThan(2);
    const [, ...same] = own.split(", ");
    const near = ["another system", ...same].join(", ");
    expect(reason(entries(["plan9 sparc, 1 cores", near]))).toContain(`the nearest one that is stored is ${near};`);
    expect(reason(entries([]))).not.toContain("nearest");
  });

  test("nobody who wanted no comparison hears of base or of environments", () => {
    const unasked: Stored = { kind: "none", reason: "nobody asked", unasked: true };
    expect(reason(unasked)).toBe("nobody asked");
  });
});

test("rounds of shards are those that a row has, not all of them added up", () => {
  const shard = (row: string, count: number): NamedRecord => {
    const some = noisyRounds(count, { median: 10, spread: 0.005, seed: 1, calls: 20 });
    return { name: row, record: makeRecord({ rows: { [row]: { base: some, head: some } } }) };
  };
  const text = (record: RunRecord) => renderComment(judge(record, { ...options, stored: entries([]) }));
  expect(text(mergeRecords([shard("a", 14), shard("b", 17)]))).toContain("14 to 17 rounds each");
  const { record } = shard("a", 14);
  expect(text(record)).toContain("1 benchmark row, interleaved in 14 rounds");
  // Those in which the row was decided and the server was not.
  const later = record.rounds.map((round) => ({
    ...round,
    index: round.index + 14,
    launches: round.launches.map((launch) => ({ ...launch, measurements: [] })),
  }));
  expect(text({ ...record, rounds: [...record.rounds, ...later] })).toContain(
    "1 benchmark row, interleaved in 14 rounds",
  );
});

test("whoever wrote an untrusted record puts no title over the report", () => {
  const record = { ...makeRecord({ rows: { echo: { head: [{ latencies: [1, 2, 3] }] } } }), title: "Safe to merge" };
  const given = { ...options, stored: { kind: "none", reason: "none is there" } } as const;
  expect(judge(record, given).title).toBe("Safe to merge");
  expect(judge(record, { ...given, untrusted: { thresholds: "base" } }).title).toBe("MCP benchmark");
});

test("beside another record, a record's own base takes no part", () => {
  const both = makeRecord({ rows: { echo: { base: rounds(5, 2), head: rounds(10, 1) } } });
  const listing = (record: RunRecord, ...names: string[]): RunRecord => ({
    ...record,
    arms: record.arms.map((arm) => ({ ...arm, tools: names.map((name) => ({ name, bytes: 100 })) })),
  });
  const dead = both.rounds.map((round) => ({
    ...round,
    launches: round.launches.map((one) => (one.arm === "base" ? { ...one, failure: "it died" } : one)),
  }));
  const records = {
    base: listing(alone, "search"),
    head: listing({ ...both, rounds: dead, changedInBase: ["a.js"] }, "search", "stock"),
  };
  const made = judgeRecords(records, options);
  // Both servers of the second record list it.
  expect(made.comparison.tools?.added).toMatchObject([{ name: "stock" }]);
  expect(made.comparison.warnings.map(({ code }) => code)).not.toContain("base-not-measured");
  expect(renderComment(made)).not.toMatch(/it died|Server \(base\)|may have run other code/);
});
