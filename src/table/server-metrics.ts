import { sum } from "simple-statistics";
import type { ServerMetricSummary } from "../metrics/summary.ts";
import type { RecordServerMetric } from "../record/launch.ts";
import type { RecordMeasurement } from "../record/record.ts";
import { median } from "../stats/describe.ts";

/** Figures of the server's own log for one row over all its rounds; undefined where none were asked for. */
export function summariseServerMetrics(
  rounds: readonly (readonly RecordMeasurement[])[],
): ServerMetricSummary[] | undefined {
  const measurements = rounds.flat().filter(({ serverMetrics }) => serverMetrics !== undefined);
  const fields = [
    ...new Set(measurements.flatMap(({ serverMetrics = [] }) => serverMetrics.map(({ field }) => field))),
  ];
  const calls = sum(measurements.flatMap(({ blocks }) => blocks.map(({ attempted }) => attempted)));
  const summaries = fields.map((field) => {
    const own = measurements.flatMap(({ serverMetrics = [] }) => serverMetrics.filter((one) => one.field === field));
    return { field, lines: sum(own.map(({ lines }) => lines)), calls, ...figures(own) };
  });
  return summaries.length > 0 ? summaries : undefined;
}

function figures(metrics: readonly RecordServerMetric[]): Pick<ServerMetricSummary, "values"> {
  const all = metrics.flatMap(({ values }) => values ?? []);
  if (all.length === 0) return {};
  const count = sum(all.map((one) => one.count));
  const middle = (id: "p50" | "p95" | "p99") => median(all.map((one) => one[id]));
  return {
    values: {
      count,
      mean: sum(all.map((one) => one.mean * (one.count / count))),
      min: Math.min(...all.map(({ min }) => min)),
      max: Math.max(...all.map(({ max }) => max)),
      p50: middle("p50"),
      p95: middle("p95"),
      p99: middle("p99"),
    },
  };
}
