import { expect, test } from "vitest";
import type { MetricId } from "../../src/metrics/metric.ts";
import { type RunRecord, recordSchema } from "../../src/record/record.ts";
import { decodeSamples, encodeHistogram, encodeSamples } from "../../src/record/samples.ts";
import { Histogram } from "../../src/stats/histogram.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord } from "../decide/records.ts";

const random = seededRandom(7);

function latencies(scale: number): number[] {
  return Array.from({ length: 4000 }, () => scale * (random() < 0.05 ? 3 : 1) * (1 + 0.2 * random()));
}

const exact = makeRecord({
  rows: {
    search: {
      base: [1, 1.1, 0.9].map((scale) => ({ latencies: latencies(scale) })),
      head: [1.2, 1.3, 1.1].map((scale) => ({ latencies: latencies(scale) })),
    },
  },
});

/** The same as if every measurement had had too many latencies to keep; `only`: those of one round. */
function coarsened(record: RunRecord, only?: number): RunRecord {
  const copy = structuredClone(record);
  for (const measurement of copy.rounds
    .filter(({ index }) => only === undefined || index === only)
    .flatMap(({ launches }) => launches.flatMap((launch) => launch.measurements))) {
    const all = decodeSamples(measurement.samples);
    measurement.histogram = encodeHistogram(Histogram.of(all));
    measurement.samples = encodeSamples(all.filter((_, index) => index % 4 === 0));
  }
  return recordSchema.parse(copy);
}

test.each([
  ["every measurement", undefined],
  ["one round only", 1],
])("a record with histograms in %s gives the same figures", (_, only) => {
  const [known, coarse] = [exact, coarsened(exact, only)].map((record) => summarise(tabulate(record), "head").rows[0]);
  expect(coarse?.ok).toBe(known?.ok);
  let compared = 0;
  for (const [id, statistic] of Object.entries(known?.statistics ?? {})) {
    const other = coarse?.statistics[id as MetricId];
    if (statistic.state !== "measured" || other?.state !== "measured") {
      expect(other?.state).toBe(statistic.state);
      continue;
    }
    compared++;
    // Half a percent of the latencies is more than half a percent of their spread.
    const share = id === "iqr" || id === "mad" ? 0.05 : 0.006;
    expect(Math.abs(other.value - statistic.value), id).toBeLessThanOrEqual(share * statistic.value);
    if (statistic.pooled !== undefined)
      expect(Math.abs((other.pooled ?? 0) - statistic.pooled), id).toBeLessThanOrEqual(share * statistic.pooled);
  }
  expect(compared).toBeGreaterThan(12);
});

test.each(["p50", "p95", "max", "stddev"] as const)("%s has the same ratios over the rounds", (id) => {
  const [known, coarse] = [exact, coarsened(exact)].map((record) => tabulate(record).rows[0]?.paired?.ratios(id));
  expect(coarse).toHaveLength(3);
  for (const [index, { worse }] of (coarse ?? []).entries())
    expect(Math.abs(worse - (known?.[index]?.worse ?? 0))).toBeLessThan(0.01);
});

test.each(["slow_calls", "stalls"] as const)("%s has the same differences over the rounds", (id) => {
  const [known, coarse] = [exact, coarsened(exact)].map((record) =>
    tabulate(record)
      .rows[0]?.paired?.differences(id)
      .map(({ worse }) => worse),
  );
  expect(coarse).toHaveLength(3);
  for (const [index, difference] of (coarse ?? []).entries())
    expect(Math.abs(difference - (known?.[index] ?? 0))).toBeLessThan(0.005);
});

test("trimmed figures are there too", () => {
  const record = { ...exact, outliers: "3sigma" as const };
  const [known, coarse] = [record, coarsened(record)].map((one) => summarise(tabulate(one), "head").rows[0]?.trimmed);
  expect(Math.abs((coarse?.removed ?? 0) - (known?.removed ?? 0))).toBeLessThanOrEqual(60);
});
