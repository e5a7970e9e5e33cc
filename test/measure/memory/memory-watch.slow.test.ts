import { describe, expect, test } from "vitest";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { type RunRecord, recordSchema } from "../../../src/record/record.ts";
import { fixture } from "../../server/support.ts";
import { arm, dependencies, plan, row, sampleSpec, stdioSpec, toolRow } from "../plans.ts";

const ping = row({ method: "ping", target: "ping" });
const launch = sampleSpec();
const batch = {
  kind: "batch",
  size: 200,
  dispatch: { kind: "burst" },
  requests: 2,
  warmup: 0,
  timeoutMs: 20_000,
} as const;

function memoryOf(record: RunRecord) {
  return record.rounds.flatMap(({ launches }) =>
    launches.flatMap(({ arm, measurements }) =>
      measurements.flatMap(({ row, memory }) => (memory ? [{ arm, row, ...memory }] : [])),
    ),
  );
}

describe.runIf(process.platform === "linux")("memory of a row that asks for it", () => {
  test("is read in each round on each arm", async () => {
    const asking = toolRow("echo", { text: "x" }, { id: "in batches", load: batch, readsMemory: true });
    const arms = [arm(launch), arm(launch, { id: "base", side: "base" })];
    const rounds = { kind: "fixed", min: 2, max: 2, timeBudgetMs: 600_000 } as const;
    const record = await runPlan(plan({ arms, rows: [toolRow("work", { units: 1 }), asking], rounds }), dependencies());
    const read = memoryOf(record);
    expect(read.map(({ arm, row }) => `${arm}: ${row}`).sort()).toEqual(
      ["base", "base", "head", "head"].map((id) => `${id}: in batches`),
    );
    for (const { readings, meanRssBytes, peakRssBytes, endRssBytes } of read) {
      // Before and after each block.
      expect(readings).toBeGreaterThanOrEqual(2);
      expect(meanRssBytes).toBeGreaterThan(10e6);
      expect(peakRssBytes).toBeGreaterThanOrEqual(Math.max(meanRssBytes, endRssBytes));
    }
    expect(memoryOf(recordSchema.parse(record))).toEqual(read);
    expect(record.rows.some((row) => "readsMemory" in row)).toBe(false);
  });

  test("is known of a server that dies on the way as far as it came", async () => {
    const dying = arm(stdioSpec([fixture("misbehave.js"), "dies-after", "1"]));
    const rows = [toolRow("call", {}, { readsMemory: true, load: { warmup: 0 } }), ping];
    const record = await runPlan(plan({ arms: [dying], rows }), dependencies());
    expect(record.rounds[0]?.launches[0]?.failure).toBeDefined();
    expect(memoryOf(record)).not.toEqual([]);
    for (const { meanRssBytes } of memoryOf(record)) expect(meanRssBytes).toBeGreaterThan(1e6);
  });
});

describe("what happens once", () => {
  test("the very first launch is told apart, as is the first call of an operation", async () => {
    const rows = [
      toolRow("work", { units: 1 }),
      toolRow("work", { units: 1 }, { id: "again" }),
      toolRow("echo", { text: "x" }, { id: "cold", load: { requests: 8, warmup: 0 } }),
    ];
    const record = await runPlan(plan({ arms: [arm(launch)], rows }), dependencies());
    expect(record.coldStart).toEqual({ arm: "head", startupMs: expect.any(Number) });
    const [launched] = record.rounds[0]?.launches ?? [];
    const first = launched?.measurements.map(({ row, firstCallMs }) => [row, firstCallMs !== undefined]);
    expect(first).toEqual([
      ["work", true],
      ["again", false],
      ["cold", false],
    ]);
    expect(launched?.metrics).toMatchObject({ orphans: 0, unclean_exits: 0 });
  });
});
