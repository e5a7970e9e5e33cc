import { describe, expect, test } from "vitest";
import { decide } from "../../../src/decide/decide.ts";
import { judgeTrend } from "../../../src/decide/paired/trend.ts";
import { compare } from "../../../src/facts/compare.ts";
import type { MetricId } from "../../../src/metrics/metric.ts";
import type { Threshold } from "../../../src/plan/threshold.ts";
import type { RecordMeasurement } from "../../../src/record/record.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { type Rises, timelineOf } from "../../support/timeline.ts";
import { makeRecord } from "../records.ts";

const calls = Array.from({ length: 300 }, (_, call) => 5 + (call % 10) / 10);

function judged(
  { base, head, noise }: { readonly base?: Rises; readonly head: Rises; readonly noise?: number },
  thresholds: Record<string, string> = {},
) {
  const once = (rises: Rises) => {
    const more: Partial<RecordMeasurement> = { timeline: timelineOf(rises, noise) };
    return [{ latencies: calls, more }];
  };
  const rows = { soak: { head: once(head), ...(base ? { base: once(base) } : {}) } };
  const table = tabulate(makeRecord({ rows, thresholds }));
  const summary = summarise(table, "head");
  const against = base ? ({ kind: "paired", stored: [] } as const) : ({ kind: "none", reason: "none" } as const);
  return compare({ table, head: summary, against });
}

function stateOf(comparison: ReturnType<typeof judged>, id: string) {
  return comparison.findings.find(({ metric }) => metric === id)?.state;
}

const around = (value: number, half: number) => ({ low: value - half, high: value + half });

/** A gate on the rise of a trend, by so much of its unit. */
const gateOn = (metric: MetricId, points: number) => ({
  row: "soak",
  threshold: { metric, level: "fail", limit: { kind: "points", points }, text: "" } satisfies Threshold,
});

/** Twelve megabytes an hour. */
const leaking = { rssBytes: 2e6 };

describe("a budget on a trend", () => {
  test("is exceeded by a launch whose whole interval is above it, and kept by one below", () => {
    expect(stateOf(judged({ head: leaking }, { memory_trend: "10MB/h" }), "memory_trend")).toBe("over-budget");
    expect(stateOf(judged({ head: leaking }, { memory_trend: "15MB/h" }), "memory_trend")).toBe("pass");
    expect(stateOf(judged({ head: { p95: 0.08 } }, { p95_trend: "5%/10min" }), "p95_trend")).toBe("over-budget");
    expect(stateOf(judged({ head: { ok: -0.08 } }, { throughput_loss: "5%/10min" }), "throughput_loss")).toBe(
      "over-budget",
    );
  });

  test("is left open where the load was too noisy to know it", () => {
    const noisy = judged({ head: leaking, noise: 0.2 }, { memory_trend: "10MB/h" });
    expect(stateOf(noisy, "memory_trend")).not.toBe("over-budget");
    expect(decide(noisy, { failOn: ["regression", "budget"] }).failed).toBe(false);
  });
});

describe("a trend beside that of base, in one launch of each", () => {
  const limits = { memory_trend: "+5MB/h", p95_trend: "+3%/10min" };

  test("regresses where it rose by more than its limit", () => {
    const found = judged({ base: {}, head: { ...leaking, p95: 0.1 } }, limits);
    expect(stateOf(found, "memory_trend")).toBe("regressed");
    expect(stateOf(found, "p95_trend")).toBe("regressed");
  });

  test("passes where it is the same, be it a rise, and improves where it went", () => {
    expect(stateOf(judged({ base: leaking, head: leaking }, limits), "memory_trend")).toBe("pass");
    expect(stateOf(judged({ base: leaking, head: {} }, limits), "memory_trend")).toBe("improved");
  });

  test("is shown by two independent intervals of 95 %, at one false alarm in a hundred runs", () => {
    const gate = (head: number, half: number) => ({
      ...gateOn("p95_trend", 0.01),
      statistic: { state: "measured", value: head, rounds: [head], interval: around(head, half) } as const,
    });
    const state = (rise: number) =>
      judgeTrend(gate(rise, 0.03), { state: "measured", value: 0, rounds: [0], interval: around(0, 0.04) }, 0.01).state;
    // 0.05 × 2.326 / 1.960 is 0.0593.
    expect(state(0.061)).toBe("regressed");
    expect(state(0.0575)).toBe("inconclusive");
    expect(state(-0.061)).toBe("improved");
    expect(state(-0.0575)).toBe("pass");
  });

  test("is shown by Student's interval over several launches, at each of many looks", () => {
    const rounds = [0.06, 0.06, 0.06, 0.06];
    const gate = (head: number) => ({
      ...gateOn("p95_trend", 0.01),
      statistic: { state: "measured", value: head, rounds, interval: around(head, 0.03) } as const,
    });
    const before = { state: "measured", value: 0, rounds, interval: around(0, 0.04) } as const;
    const state = (rise: number) => judgeTrend(gate(rise), before, 0.01).state;
    // With three degrees of freedom 0.05 × 4.541 / 3.182 is 0.0713.
    expect(state(0.07)).toBe("inconclusive");
    expect(state(0.073)).toBe("regressed");
  });

  test("is undecided in noise", () => {
    expect(stateOf(judged({ base: {}, head: leaking, noise: 0.3 }, limits), "memory_trend")).toBe("inconclusive");
  });
});

describe("a server that gets worse under a sustained load", () => {
  const decayOf = (comparison: ReturnType<typeof judged>) =>
    comparison.warnings.flatMap((one) => (one.code === "decay" ? [one.trends] : []));

  test("is warned about without any threshold", () => {
    const [memory] = decayOf(judged({ head: { rssBytes: 5e6 } }));
    expect(memory).toEqual([{ metric: "memory_trend", value: expect.closeTo(30e6, -6) }]);
    const [others] = decayOf(judged({ head: { p95: 0.1, ok: -0.1 } }));
    expect(others?.map(({ metric }) => metric)).toEqual(["p95_trend", "throughput_loss"]);
  });

  test("is not where it holds, where it gets worse by little, or where base did as well", () => {
    expect(decayOf(judged({ head: {} }))).toEqual([]);
    expect(decayOf(judged({ head: { rssBytes: 1e6, p95: 0.02 } }))).toEqual([]);
    expect(decayOf(judged({ base: { rssBytes: 5e6 }, head: { rssBytes: 5e6 } }))).toEqual([]);
  });

  test("is warned about from 5 % or, of little memory, from 2 MB on", () => {
    const isTold = (head: Rises) => decayOf(judged({ head })).length > 0;
    expect([{ p95: 0.055 }, { p95: 0.045 }].map(isTold)).toEqual([true, false]);
    // The process holds 20 and 50 MB.
    expect([2.2e6, 1.8e6].map((rssBytes) => isTold({ rssBytes, heldBytes: 20e6 }))).toEqual([true, false]);
    expect([2.9e6, 2.3e6].map((rssBytes) => isTold({ rssBytes, heldBytes: 50e6 }))).toEqual([true, false]);
  });
});
