import { describe, expect, test } from "vitest";
import type { MetricId } from "../../src/metrics/metric.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord, type RoundOf } from "../decide/records.ts";

const ratios = (record: RunRecord, id: MetricId) => tabulate(record).rows[0]?.paired?.ratios(id);

const recordOf = (rows: { base: RoundOf[]; head: RoundOf[] }) => makeRecord({ rows: { echo: rows } });

describe("changes of rounds", () => {
  test("p50 is the median over neighbouring block pairs, mean is over all calls", () => {
    const record = recordOf({
      base: [{ latencies: [], blocks: [[1], [1], [1]] }],
      head: [{ latencies: [], blocks: [[2], [2], [9]] }],
    });
    expect(ratios(record, "p50")).toEqual([{ round: 0, worse: Math.log(2), base: 1 }]);
    expect(ratios(record, "mean")?.[0]?.worse).toBeCloseTo(Math.log(13 / 3), 12);
    expect(ratios(record, "throughput")?.[0]?.worse).toBeCloseTo(Math.log(13 / 3), 12);
  });

  test("a round without any time, whose rate is infinite, is left out", () => {
    const record = recordOf({
      base: [{ latencies: [1] }, { latencies: [1] }],
      head: [{ latencies: [1] }, { latencies: [1] }],
    });
    for (const { measurements } of record.rounds[0]?.launches ?? [])
      for (const block of measurements[0]?.blocks ?? []) Object.assign(block, { wallMs: 0 });
    const rounds = ratios(record, "throughput");
    expect(rounds?.map(({ round }) => round)).toEqual([1]);
  });

  test("a round in which one arm has no value, or zero, is left out", () => {
    const record = recordOf({
      base: [{ latencies: [] }, { latencies: [0] }, { latencies: [1] }],
      head: [{ latencies: [1] }, { latencies: [1] }, { latencies: [1] }],
    });
    expect(ratios(record, "p50")).toEqual([{ round: 2, worse: 0, base: 1 }]);
  });
});
