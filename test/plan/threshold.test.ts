import { describe, expect, it } from "vitest";
import { defaultThresholds, overrideThresholds, parseLimit, thresholdsSchema } from "../../src/plan/threshold.ts";

describe("a threshold", () => {
  it.each([
    ["+10%", "p50", { kind: "relative", change: 0.1 }],
    ["-10%", "throughput", { kind: "relative", change: 0.1 }],
    ["+0%", "p50", { kind: "relative", change: 0 }],
    ["+0.5pp", "error_rate", { kind: "points", points: 0.005 }],
    ["-5pp", "connection_reuse", { kind: "points", points: 0.05 }],
    ["1%", "error_rate", { kind: "absolute", value: 0.01 }],
    ["200ms", "p95", { kind: "absolute", value: 200 }],
    ["1.5s", "p95", { kind: "absolute", value: 1500 }],
    ["<=250us", "p50", { kind: "absolute", value: 0.25 }],
    ["50MB", "peak_rss", { kind: "absolute", value: 50_000_000 }],
    ["64MiB", "peak_rss", { kind: "absolute", value: 67_108_864 }],
    [">=50/s", "throughput", { kind: "absolute", value: 50 }],
    ["50/s", "throughput", { kind: "absolute", value: 50 }],
  ] as const)("%s of %s", (text, metric, limit) => {
    expect(parseLimit(text, metric)).toEqual(limit);
  });

  it.each([
    ["110%", "p50", 'write "+10%"'],
    ["150%", "throughput", 'write "-50%"'],
    ["10%", "p50", 'write "+10%"'],
    ["fast", "p50", 'write "+10%" or "200ms"'],
    ["-10%", "p50", "a change for the better"],
    ["+10%", "throughput", 'write "-10%"'],
    ["+0.5pp", "p50", "for shares such as error_rate"],
    ["+5pp", "connection_reuse", 'write "-5pp"'],
    ["200ms", "peak_rss", "not in the unit of peak_rss"],
    [">=200ms", "p50", "on its good side"],
    ["<50/s", "throughput", "on its good side"],
    ["+200ms", "p50", "has a sign but no percentage"],
    ["", "p50", "is not a threshold"],
    ["1e3ms", "p50", "is not a threshold"],
    ["NaN", "p50", "is not a threshold"],
  ] as const)("%s of %s is refused with the fix", (text, metric, problem) => {
    expect(parseLimit(text, metric)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it("has the documented defaults", () => {
    expect(defaultThresholds.map(({ metric, level, text }) => `${metric} ${level} ${text}`)).toEqual([
      "p50 warn +5%",
      "p50 fail +10%",
      "p95 warn +15%",
      "throughput fail -10%",
      "capacity fail -10%",
      "error_rate fail +0.5pp",
      "peak_rss fail +15%",
      "tools_list_bytes fail +10%",
      "startup fail +20%",
      "upstream_requests fail +10%",
    ]);
  });

  it("of a benchmark replaces the inherited ones of the same metric only", () => {
    const own = [{ metric: "p50", level: "fail", limit: { kind: "relative", change: 0.08 }, text: "+8%" }] as const;
    const merged = overrideThresholds(defaultThresholds, own);
    expect(merged.filter(({ metric }) => metric === "p50")).toEqual(own);
    expect(merged).toHaveLength(defaultThresholds.length - 1);
  });

  it.each([
    ["latency", "p50"],
    ["p95_latency", "p95"],
    ["p99.9", "p999"],
    ["memory", "peak_rss"],
    ["Peak RSS", "peak_rss"],
    ["start-up", "startup"],
    ["errors", "error_rate"],
    ["error_ratio", "error_rate"],
    ["median", "p50"],
    ["constructor", undefined],
    ["colour", undefined],
  ])("on what is no metric is answered with the one that was meant: %s", (name, meant) => {
    const [issue] = thresholdsSchema.safeParse({ [name]: "+10%" }).error?.issues ?? [];
    const few =
      "the usual ones are p50, p95, throughput, capacity, error_rate, peak_rss, tools_list_bytes, startup, upstream_requests; all: ";
    expect(issue?.message).toContain(meant === undefined ? few : `, did you mean "${meant}"?`);
    expect(issue?.message.length).toBeLessThan(300);
  });

  it("may be off, which leaves the metric without any", () => {
    const own = thresholdsSchema.parse({ throughput: "off", p95: "+20%" });
    const merged = overrideThresholds(defaultThresholds, own);
    expect(merged.map(({ metric }) => metric)).not.toContain("throughput");
    expect(merged.filter(({ metric }) => metric === "p95").map(({ text }) => text)).toEqual(["+20%"]);
    expect(() => thresholdsSchema.parse({ p50: { warn: "off" } })).toThrow("is not a threshold");
  });
});
