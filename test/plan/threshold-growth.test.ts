import { expect, test } from "vitest";
import { parseLimit } from "../../src/plan/threshold.ts";

test("growth is bounded by a rise in its own unit, since it may be zero", () => {
  expect(parseLimit("+500KB", "memory_growth")).toEqual({ kind: "points", points: 500_000 });
  expect(parseLimit("2MB", "memory_growth")).toEqual({ kind: "absolute", value: 2_000_000 });
  for (const text of ["+10%", "-500KB", "+5ms"])
    expect(parseLimit(text, "memory_growth")).toHaveProperty("problem", expect.stringContaining('"+500KB"'));
});

test("a trend is bounded in its own unit: a rise in a time", () => {
  expect(parseLimit("10MB/h", "memory_trend")).toEqual({ kind: "absolute", value: 10_000_000 });
  expect(parseLimit("+5MB/h", "memory_trend")).toEqual({ kind: "points", points: 5_000_000 });
  expect(parseLimit("3%/10min", "p95_trend")).toEqual({ kind: "absolute", value: 0.03 });
  for (const text of ["10MB", "+10%", "-5MB/h", "3%/h"])
    expect(parseLimit(text, "memory_trend")).toHaveProperty("problem", expect.stringContaining('"+10MB/h"'));
});

test("what is judged beside p50 takes no limit", () => {
  for (const text of ["+5pp", "+10%", "120%"])
    expect(parseLimit(text, "cpu_to_p50")).toHaveProperty(
      "problem",
      expect.stringContaining("set a limit on cpu_per_call"),
    );
});

test("what is measured once per run takes a budget and no change", () => {
  expect(parseLimit("200ms", "cold_startup")).toEqual({ kind: "absolute", value: 200 });
  expect(parseLimit("+10%", "cold_startup")).toHaveProperty("problem", expect.stringContaining("once per run"));
  expect(parseLimit("+10%", "peak_rss")).toEqual({ kind: "relative", change: 0.1 });
});
