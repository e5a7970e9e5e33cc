import { describe, expect, test } from "vitest";
import { LatencyLog } from "../../../src/measure/load/latency-log.ts";
import { decodeSamples, histogram, latenciesOf, mostSamples } from "../../../src/record/samples.ts";
import { describe as described } from "../../../src/stats/describe.ts";
import { sizeOf } from "../../../src/stats/pool.ts";
import { seededRandom } from "../../../src/stats/random.ts";

function draw(count: number, seed = 1): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => 0.2 - Math.log(1 - random()));
}

function logOf(values: readonly number[]): LatencyLog {
  const log = new LatencyLog();
  for (const value of values) log.add(value);
  return log;
}

test("up to the cap every latency is kept, in order of time", () => {
  const values = draw(mostSamples);
  const stored = logOf(values).stored();
  expect(stored.histogram).toBeUndefined();
  expect(decodeSamples(stored.samples)).toEqual(Float32Array.from(values));
});

describe.each([mostSamples + 1, 100_000, 1_000_000])("%i latencies", (count) => {
  const values = draw(count, count);
  const log = logOf(values);
  const stored = log.stored();

  test("keep their figures", () => {
    const [coarse, exact] = [described(latenciesOf([stored])), described(values)];
    expect(coarse).toMatchObject({ count, min: exact.min, max: exact.max });
    expect(coarse.mean).toBeCloseTo(exact.mean, 9);
    expect(coarse.stddev).toBeCloseTo(exact.stddev ?? 0, 9);
    for (const id of ["p50", "p95", "p99", "p999"] as const)
      expect(Math.abs(coarse[id] / exact[id] - 1)).toBeLessThanOrEqual(0.005);
    expect(Math.abs(log.median / exact.p50 - 1)).toBeLessThanOrEqual(0.005);
    expect(log.mean).toBeCloseTo(exact.mean, 9);
  });

  test("leave an evenly thinned series in order of time", () => {
    const series = decodeSamples(stored.samples);
    const stride = Math.ceil(count / series.length);
    expect(series.length).toBeGreaterThanOrEqual(1024);
    expect(series.length).toBeLessThanOrEqual(2048);
    expect(series).toEqual(Float32Array.from(values.filter((_, index) => index % stride === 0)));
  });

  test("take little room in a record, which takes them", () => {
    expect(histogram.safeParse(stored.histogram).error).toBeUndefined();
    expect(JSON.stringify(stored).length).toBeLessThan(40_000);
  });
});

describe("blocks in a row", () => {
  test.each([
    ["all known", 1000, 2000],
    ["together too many", 20_000, 20_000],
    ["the first too many", 200_000, 5_000],
    ["the second too many", 5_000, 200_000],
    ["both too many", 100_000, 400_000],
  ])("%s", (_, first, second) => {
    const values = [...draw(first, 1), ...draw(second, 2).map((value) => 10 * value)];
    const log = logOf(values.slice(0, first));
    log.append(logOf(values.slice(first)));
    const [all, exact] = [latenciesOf([log.stored()]), described(values)];
    expect([sizeOf(all), log.count]).toEqual([values.length, values.length]);
    expect(Math.abs(described(all).p50 / exact.p50 - 1)).toBeLessThanOrEqual(0.005);
    expect(log.mean).toBeCloseTo(exact.mean, 6);
    const series = decodeSamples(log.stored().samples);
    const ofFirst = series.filter((value) => value < 2).length / series.length;
    const expected = values.filter((value) => value < 2).length / values.length;
    expect(Math.abs(ofFirst - expected)).toBeLessThan(0.05);
  });
});

test("an empty log is stored as nothing", () => {
  expect(new LatencyLog().stored()).toEqual({ samples: "" });
});

test("a histogram whose counts do not add up is refused", () => {
  const stored = logOf(draw(mostSamples + 1)).stored().histogram;
  expect(histogram.safeParse({ ...stored, count: 3 }).error?.message).toContain("do not add up");
  expect(histogram.safeParse({ ...stored, meanMs: 1e9 }).error?.message).toContain("outside of minimum and maximum");
});
