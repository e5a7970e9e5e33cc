import { describe, expect, test } from "vitest";
import { RssCurve } from "../../../src/measure/memory/load-pass.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { mostPoints } from "../../../src/record/load-pass.ts";
import { type RunRecord, recordSchema } from "../../../src/record/record.ts";
import { fixture } from "../../server/support.ts";
import { warningTexts } from "../../support/warnings.ts";
import { arm, controlSpec, dependencies, plan, row, stdioSpec, toolRow } from "../plans.ts";

describe("a curve of memory", () => {
  test("counts every reading and keeps few points, evenly", () => {
    const curve = new RssCurve();
    for (let at = 0; at < 10_000; at++) curve.add(at, at === 4321 ? 9e9 : 100);
    const found = curve.summary();
    expect(found).toMatchObject({ readings: 10_000, peakRssBytes: 9e9, endRssBytes: 100 });
    expect(found?.meanRssBytes).toBe(Math.round((9e9 + 9999 * 100) / 10_000));
    const times = found?.curve.map(([at]) => at) ?? [];
    expect(times.length).toBeGreaterThan(mostPoints / 3);
    expect(times.length).toBeLessThanOrEqual(mostPoints);
    const steps = new Set(times.slice(1).map((at, index) => at - (times[index] ?? 0)));
    expect(steps.size).toBe(1);
  });

  test("of nothing is none", () => {
    expect(new RssCurve().summary()).toBeUndefined();
  });
});

const ping = row({ method: "ping", target: "ping" });
const launch = controlSpec();
const batch = {
  kind: "batch",
  size: 200,
  dispatch: { kind: "burst" },
  requests: 2,
  warmup: 0,
  timeoutMs: 20_000,
} as const;

describe.runIf(process.platform === "linux")("the pass of a row", () => {
  test("reads each arm but the control on a launch of its own, of the rows that ask for it", async () => {
    const asking = toolRow("echo", { text: "x" }, { id: "in batches", load: batch, loadPass: true });
    const arms = [
      arm(launch),
      arm(launch, { id: "base", side: "base" }),
      arm(launch, { id: "control", side: "control" }),
    ];
    const record = await runPlan(plan({ arms, rows: [toolRow("work", { units: 1 }), asking] }), dependencies());
    expect(record.loadPasses?.map(({ arm, row }) => `${arm}: ${row}`)).toEqual([
      "head: in batches",
      "base: in batches",
    ]);
    for (const { meanRssBytes, peakRssBytes, curve } of record.loadPasses ?? []) {
      expect(meanRssBytes).toBeGreaterThan(10e6);
      expect(peakRssBytes).toBeGreaterThanOrEqual(meanRssBytes);
      expect(curve.length).toBeGreaterThanOrEqual(2);
    }
    expect(recordSchema.parse(record).loadPasses).toEqual(record.loadPasses);
    expect(record.rows.some((row) => "loadPass" in row)).toBe(false);
  });

  test("that fails is a warning, and the rounds stand", async () => {
    let launches = 0;
    const { launchServer } = await import("../../../src/server/open.ts");
    const rows = [toolRow("work", { units: 1 }, { loadPass: true })];
    const record = await runPlan(plan({ arms: [arm(launch)], rows }), {
      ...dependencies(),
      launch: (spec, options) => {
        launches++;
        // The probing launch and that of the only round come before it.
        if (launches > 2) throw new Error("no more launches");
        return launchServer(spec, options);
      },
    });
    expect(record.rounds).toHaveLength(1);
    expect(record.loadPasses).toBeUndefined();
    expect(warningTexts(record).join()).toContain("memory during the load of work is unknown: no more launches");
  });

  test("stands when one call of many fails", async () => {
    const { loadPasses, warnings } = await passOf("hangs", { timeoutMs: 1_000 });
    expect(loadPasses).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  test.each([
    ["tool-error", undefined, "0 of 8 calls were ok (tool-error: out of order)"],
    ["unknown-id", 300, "the server left calls unanswered for 300 ms each"],
    ["dies-after", undefined, "the connection was lost: the server exited with code 9"],
  ])("of calls that are not answered well is left out with a warning (%s)", async (mode, timeoutMs, reason) => {
    const record = await passOf(mode, timeoutMs === undefined ? {} : { timeoutMs });
    expect(record.loadPasses).toBeUndefined();
    expect(warningTexts(record)).toContain(`head: memory during the load of call is unknown: ${reason}`);
  });
});

/** A short time limit is for calls that are never answered; a busy machine needs long for the others. */
function passOf(mode: string, limit: { readonly timeoutMs?: number } = {}): Promise<RunRecord> {
  const misbehaving = arm(stdioSpec([fixture("misbehave.js"), mode, "1"]));
  const rows = [toolRow("call", {}, { loadPass: true, load: { ...limit, warmup: 0 } }), ping];
  return runPlan(plan({ arms: [misbehaving], rows }), dependencies());
}

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
