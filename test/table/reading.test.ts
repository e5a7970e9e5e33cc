import { expect, test } from "vitest";
import { shouldContinue } from "../../src/decide/paired/stopping.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord, noisyRounds } from "../decide/records.ts";

test("the latencies of a launch are decoded once, however many metrics, gates and further looks ask for them", () => {
  const rounds = (seed: number) => noisyRounds(12, { median: 1, spread: 0.1, seed, calls: 200 });
  const record = makeRecord({
    rows: { echo: { base: rounds(1), head: rounds(2) } },
    thresholds: { p50: "+10%", p95: "+15%", mean: "+10%", throughput: "-10%", slow_calls: "+5pp" },
  });
  const decoded = new Map<object, number>();
  for (const measurement of record.rounds.flatMap(({ launches }) => launches.flatMap((one) => one.measurements))) {
    const { samples } = measurement;
    Object.defineProperty(measurement, "samples", {
      get: () => {
        decoded.set(measurement, (decoded.get(measurement) ?? 0) + 1);
        return samples;
      },
    });
  }
  for (const seen of [7, 8, 9, 10, 11, 12])
    shouldContinue(tabulate({ ...record, rounds: record.rounds.slice(0, seen) }));
  expect([...decoded.values()]).toEqual(new Array(24).fill(1));
});
