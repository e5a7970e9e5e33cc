import { describe, expect, it } from "vitest";
import { decide } from "../../src/decide/decide.ts";
import { mergeRecords } from "../../src/record/merge.ts";
import { type RunRecord, recordSchema } from "../../src/record/record.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { comparePaired, makeRecord, noisyRounds, type RecordOptions } from "../decide/records.ts";

/** Base and head beside each other on one runner, whose speed is its own. */
function runner(
  row: string,
  { speed = 1, slowdown = 1, seed }: { speed?: number; slowdown?: number; seed: number },
  more: Partial<RecordOptions> = {},
): RunRecord {
  const rounds = (median: number, at: number) => noisyRounds(8, { median, spread: 0.02, seed: at });
  return makeRecord({
    rows: { [row]: { base: rounds(speed, seed), head: rounds(speed * slowdown, seed + 1) } },
    seed,
    ...more,
  });
}

/** Another machine than that of the other records. */
function on(change: Partial<RunRecord["environment"]>): Partial<RunRecord> {
  return { environment: { ...runner("x", { seed: 1 }).environment, ...change } };
}

function named(...records: RunRecord[]) {
  return records.map((record, index) => ({ name: `record ${index + 1}`, record }));
}

function verdictOf(record: RunRecord) {
  const comparison = comparePaired(record);
  return { ...decide(comparison, { failOn: ["regression"] }), findings: comparison.findings };
}

describe("merged records", () => {
  it("of shards hold every row, each with its own rounds", () => {
    const merged = recordSchema.parse(mergeRecords(named(runner("search", { seed: 1 }), runner("get", { seed: 3 }))));
    expect(merged.rows.map(({ id }) => id)).toEqual(["get", "search"]);
    expect(merged.rounds.map(({ index }) => index)).toEqual([...Array(16).keys()]);
    expect(summarise(tabulate(merged), "head").rows.map(({ row, attempted }) => ({ row, attempted }))).toEqual(
      summarise(tabulate(runner("get", { seed: 3 })), "head")
        .rows.concat(summarise(tabulate(runner("search", { seed: 1 })), "head").rows)
        .map(({ row, attempted }) => ({ row, attempted })),
    );
  });

  it("of shards cover the tools of all, of replicas those of one", () => {
    const covering = (row: string, measured: number, seed: number) => ({
      ...runner(row, { seed }),
      coverage: { tools: 4, measured, leftOut: [{ code: "not-configured" as const, tools: 4 - measured }] },
    });
    const shards = named(covering("search", 1, 1), covering("get", 2, 3));
    expect(recordSchema.parse(mergeRecords(shards)).coverage).toEqual({
      tools: 4,
      measured: 3,
      leftOut: [{ code: "not-configured", tools: 1 }],
    });
    const replicas = named(covering("search", 1, 1), covering("search", 1, 5));
    expect(mergeRecords(replicas).coverage).toMatchObject({ measured: 1 });
  });

  it("of replicas pool their rounds, and runners of different speed do not look like a change", () => {
    const fast = runner("search", { seed: 1 }, { cpuModel: "Fast" });
    const slow = runner("search", { seed: 5, speed: 3 }, { cpuModel: "Slow" });
    const merged = mergeRecords(named(fast, slow));
    expect(merged.rows).toHaveLength(1);
    expect(merged.environment.cpuModel).toBe("Fast + Slow");
    const { findings, status } = verdictOf(merged);
    expect(findings.find(({ metric }) => metric === "p50")).toMatchObject({ state: "pass", rounds: 16 });
    expect(status).not.toBe("regressed");
  });

  it("of replicas show a regression that each runner saw, whatever its speed", () => {
    const merged = mergeRecords(
      named(runner("search", { seed: 1, slowdown: 1.3 }), runner("search", { seed: 5, speed: 3, slowdown: 1.3 })),
    );
    expect(verdictOf(merged)).toMatchObject({ status: "regressed", failed: true });
  });

  it("of one record is that record", () => {
    const record = runner("search", { seed: 1 });
    expect(mergeRecords(named(record))).toEqual(record);
  });

  it.each<[string, Partial<RunRecord>]>([
    ["commit", { commit: { sha: "b".repeat(40), dirty: false } }],
    ["scale: one is a quick run", { quick: true }],
    ["harness", { harness: "mcp-bench 9.9.9" }],
    ["base, head or variants", { arms: [{ id: "head", side: "head", transport: "streamable-http" }] }],
    ["server configuration", { serverHash: "other" }],
    ["kind of machine: linux x64, 2 cores and darwin x64, 2 cores", on({ os: "darwin" })],
    ["kind of machine: linux x64, 2 cores and linux x64, ubuntu24, 2 cores", on({ runnerImage: "ubuntu24" })],
    ["kind of machine: linux x64, 2 cores and linux x64, 4 cores", on({ cores: 4 })],
    ["kind of machine: linux x64, 2 cores and linux x64, fast, 2 cores", on({ runnerKey: "fast" })],
    ["kind of machine: linux x64, 2 cores and linux x64, 2 cores, node 22", on({ serverRuntime: "node 22.1" })],
  ])("of another %s are refused", (what, change) => {
    const records = named(runner("search", { seed: 1 }), { ...runner("get", { seed: 3 }), ...change });
    expect(() => mergeRecords(records)).toThrow(`record 1 and record 2 differ in their ${what}`);
  });

  it("of benchmarks that overlap in part are refused, and so is none at all", () => {
    const both = makeRecord({
      rows: {
        search: { head: noisyRounds(2, { median: 1, spread: 0, seed: 1 }) },
        get: { head: noisyRounds(2, { median: 1, spread: 0, seed: 1 }) },
      },
    });
    const one = makeRecord({ rows: { get: { head: noisyRounds(2, { median: 1, spread: 0, seed: 1 }) } } });
    expect(() => mergeRecords(named(both, one))).toThrow(
      'record 2 and record 1 both hold "get", but are not replicas of each other',
    );
    expect(() => mergeRecords([])).toThrow("there is no record to merge");
  });

  it("of one run twice are refused, merged before or not", () => {
    const [one, two, three] = [1, 3, 5].map((seed) => runner("get", { seed }));
    if (!one || !two || !three) throw new Error("there are three");
    expect(() => mergeRecords(named(one, two, one))).toThrow("record 1 and record 3 hold the same round");
    const merged = mergeRecords(named(one, two));
    expect(() => mergeRecords(named(merged, two))).toThrow("record 1 and record 2 hold the same round");
    expect(mergeRecords(named(merged, three)).rounds).toHaveLength(24);
  });

  it("of the same benchmark configured differently are refused", () => {
    expect(() =>
      mergeRecords(named(runner("get", { seed: 1 }), runner("get", { seed: 3 }, { configHash: "other" }))),
    ).toThrow("not replicas");
  });
});
