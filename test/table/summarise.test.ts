import { describe, expect, test } from "vitest";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord } from "../decide/records.ts";

const record = makeRecord({
  rows: {
    echo: {
      head: [
        { latencies: [1, 2, 3], failures: { timeout: 1 }, cpuPerCallMs: 0.5, responseBytes: 80 },
        { latencies: [4, 5, 6], cpuPerCallMs: 0.7, responseBytes: 80 },
        { latencies: [1, 1, 1], cpuPerCallMs: 0.6, responseBytes: 80 },
      ],
    },
    broken: { head: [{ latencies: [], failures: { "tool-error": 5 } }] },
  },
  launches: { head: [{ startup: 100 }, { startup: 300 }, { startup: 120 }] },
});
const head = summarise(tabulate(record), "head");
const [echo, broken] = head.rows;

describe("summarise", () => {
  test("takes the median over rounds of each round's own value", () => {
    expect(echo?.statistics.p50).toMatchObject({ state: "measured", value: 2, rounds: [2, 5, 1], pooled: 2 });
    expect(echo?.statistics.max).toMatchObject({ value: 3, rounds: [3, 6, 1], pooled: 6 });
    expect(echo?.statistics.cpu_per_call).toMatchObject({ value: 0.6 });
    expect(echo?.statistics.response_bytes).toMatchObject({ value: 80, rounds: [80, 80, 80] });
  });

  test("divides ok replies by wall-clock time", () => {
    expect(echo?.statistics.throughput).toMatchObject({ rounds: [500, 200, 1000], value: 500 });
    expect(echo?.statistics.wall_time).toMatchObject({ rounds: [6, 15, 3], value: 6 });
  });

  test("counts failures over all calls, not by the median round", () => {
    expect(echo).toMatchObject({ attempted: 10, ok: 9, failures: { timeout: 1 } });
    expect(echo?.statistics.error_rate).toMatchObject({ value: expect.closeTo(0.1, 12), rounds: [0.25, 0, 0] });
  });

  test("marks percentiles of too few samples", () => {
    expect(echo?.statistics.p95).toMatchObject({ insufficient: { have: 9, need: 200 } });
    expect(echo?.statistics.mean).not.toHaveProperty("insufficient");
  });

  test("has no latency where no reply was ok, and says why", () => {
    expect(broken?.statistics.p50).toEqual({ state: "not-available", reason: "none of 5 calls was ok" });
    expect(broken?.statistics.error_rate).toMatchObject({ value: 1 });
  });

  test("counts outliers round by round, each against its own spread", () => {
    // Sample standard deviation 1 around 2 and around 5: the ends lie at one sigma, not beyond it.
    expect(echo?.outliers).toEqual({ beyondOneSigma: 0, beyondFences: 0 });
    const spiky = (at: number) => ({ latencies: [at, at, at, at, at, at, at, at, at, 10 * at] });
    const two = makeRecord({ rows: { echo: { head: [spiky(1), spiky(100)] } } });
    expect(summarise(tabulate(two), "head").rows[0]?.outliers).toEqual({ beyondOneSigma: 2, beyondFences: 2 });
    expect(broken?.outliers).toBeUndefined();
  });

  test("takes server metrics from the launches", () => {
    expect(head.server.startup).toMatchObject({ value: 120, rounds: [100, 300, 120] });
    expect(head.server.peak_rss).toEqual({ state: "not-available", reason: "peak RSS was not measured" });
  });

  test("refuses an arm that is not there", () => {
    expect(() => summarise(tabulate(record), "base")).toThrow(RangeError);
  });
});
