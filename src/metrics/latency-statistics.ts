import type { RecordMeasurement } from "../record/record.ts";
import { type Description, describe } from "../stats/describe.ts";
import { pool, type Sample, sizeOf } from "../stats/pool.ts";
import { slowShare, stalledShare } from "../stats/tail.ts";
import { withinThreeSigma } from "../stats/trim.ts";
import { samplesOf } from "./measurements.ts";
import type { MetricId } from "./metric.ts";
import { total } from "./rates.ts";
import { measured } from "./statistic.ts";
import type { RowSummary, Statistics } from "./summary.ts";

const describedMetrics = [
  "p50",
  "p75",
  "p90",
  "p95",
  "p99",
  "p999",
  "min",
  "max",
  "mean",
  "stddev",
  "iqr",
  "mad",
] as const satisfies readonly (MetricId & keyof Description)[];

/** Latency of a row; outliers are absent where no call was ok. */
export function latencyOf(
  rounds: readonly RecordMeasurement[][],
  attempted: number,
): Pick<RowSummary, "outliers"> & { readonly statistics: Statistics } {
  const samples = samplesOf(rounds);
  if (samples.length === 0) {
    const reason = attempted === 0 ? "nothing was measured" : `none of ${attempted} calls was ok`;
    return { statistics: Object.fromEntries(describedMetrics.map((id) => [id, { state: "not-available", reason }])) };
  }
  const perRound = samples.map(describe);
  const statistics = { ...latencyStatistics(samples, perRound), ...tailStatistics(samples) };
  const outliers = {
    beyondOneSigma: total(perRound.map((round) => round.outliers.beyondOneSigma)),
    beyondFences: total(perRound.map((round) => round.outliers.beyondFences)),
  };
  return { statistics, outliers };
}

function latencyStatistics(samples: readonly Sample[], perRound: readonly Description[]): Statistics {
  const pooled = describe(pool(samples));
  return Object.fromEntries(
    describedMetrics.map((id) => {
      const values = perRound.map((round) => round[id]).filter((value) => value !== undefined);
      return [id, measured(id, values, { pooled: pooled[id], count: pooled.count })];
    }),
  );
}

function tailStatistics(samples: readonly Sample[]): Statistics {
  return {
    slow_calls: measured(
      "slow_calls",
      samples.map((sample) => slowShare(sample)),
    ),
    stalls: measured(
      "stalls",
      samples.map((sample) => stalledShare(sample)),
    ),
  };
}

/** Latency without outliers beyond three standard deviations; undefined without an ok call. */
export function trimmedOf(rounds: readonly RecordMeasurement[][]): RowSummary["trimmed"] {
  const samples = samplesOf(rounds);
  if (samples.length === 0) return undefined;
  const kept = samples.map(withinThreeSigma);
  const removed = total(samples.map(sizeOf)) - total(kept.map(sizeOf));
  return { removed, statistics: latencyStatistics(kept, kept.map(describe)) };
}
