import { describe, expect, it } from "vitest";
import {
  bytes,
  changeIn,
  changeUnit,
  count,
  duration,
  factor,
  minute,
  plural,
  signed,
  significant,
} from "../../src/metrics/format.ts";
import { formatValue } from "../../src/metrics/format-value.ts";
import { metricIds } from "../../src/metrics/metric.ts";

/** Units are bound to their numbers by no-break spaces. */
const spaced = (text: string) => text.replaceAll("\u00a0", " ");

describe("durations", () => {
  it.each([
    [0, "0 ms"],
    [0.0004, "0.400 µs"],
    [0.0832, "83.2 µs"],
    [0.9997, "1.00 ms"],
    [8.3, "8.30 ms"],
    [99.96, "100 ms"],
    [999.7, "1.00 s"],
    [1234, "1.23 s"],
    [5_000_000, "5,000 s"],
  ])("%d ms is %s", (value, text) => expect(spaced(duration(value))).toBe(text));
});

describe("sizes", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [999.9, "1.00 KB"],
    [61.2e6, "61.2 MB"],
    [1.68e10, "16.8 GB"],
  ])("%d is %s", (value, text) => expect(spaced(bytes(value))).toBe(text));

  it("keeps every byte of an exact metric", () => {
    expect(spaced(formatValue("tools_list_bytes", 14_211))).toBe("14,211 B");
    expect(spaced(formatValue("peak_rss", 74_812_345))).toBe("74.8 MB");
  });
});

describe("other numbers", () => {
  it("rounds to three digits and groups thousands", () => {
    expect(significant(2184.4)).toBe("2,184");
    expect(significant(0.001234)).toBe("0.00123");
    expect(significant(1e-9)).toBe("0");
    expect(count(1_234_567)).toBe("1,234,567");
  });

  it("signs changes", () => {
    expect([0.234, -0.0041, 0, 12.34, 0.0004].map((share) => signed(share))).toEqual([
      "+23.4%",
      "−0.4%",
      "0%",
      "13.34x\u00a0as\u00a0much",
      "+0.04%",
    ]);
    expect([8.99, 9].map((share) => signed(share))).toEqual(["+899%", "10.00x\u00a0as\u00a0much"]);
    expect(spaced(signed(0.25, "pp"))).toBe("+25.0 pp");
    expect(spaced(signed(12.5, "pp"))).toBe("+1,250 pp");
  });

  it("writes what stands beside a change as it is written", () => {
    expect([8.4, 12, 15].map((one) => changeIn(changeUnit(12), one))).toEqual(["9.40x", "13.00x", "16.00x"]);
    expect([0.5, 12].map((one) => changeIn(changeUnit(8), one))).toEqual(["+50.0%", "+1,200%"]);
  });

  it("writes factors, times and plurals", () => {
    expect([factor(1.465), factor(140.4)]).toEqual(["1.47x", "140x"]);
    expect(minute("2026-11-18T09:41:07.000Z")).toBe("2026-11-18 09:41 UTC");
    expect(minute("@octocat")).toBe("–");
    expect([plural(1, "row"), plural(2000, "row"), plural(2, "launch")]).toEqual(["1 row", "2,000 rows", "2 launches"]);
  });
});

it("never writes NaN, infinity or an exponent, for any metric", () => {
  const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300, -1e300, 1e-300, 5e-324, 1e21];
  for (const value of values) {
    const texts = [
      ...metricIds.map((id) => formatValue(id, value)),
      significant(value),
      signed(value),
      factor(value),
      count(value),
    ];
    for (const text of texts) expect(text).not.toMatch(/NaN|Infinity|\de[+-]?\d/);
  }
});
