import { type MetricId, metric } from "../../metrics/metric.ts";
import type { Report } from "../report.ts";
import { chartedFigures, seriesOf } from "./series.ts";

/** Measures of Bencher's own, and the number of their units in one of ours. */
const ownMeasures: Partial<Record<MetricId, { readonly slug: string; readonly factor: number }>> = {
  p50: { slug: "latency", factor: 1e6 },
  throughput: { slug: "throughput", factor: 1 },
};

/**
 * Head in Bencher Metric Format. p50 and throughput go under Bencher's own measures, `latency` (nanoseconds) and
 * `throughput` (per second); the others under names that carry their unit. The bounds are the lowest and highest round.
 */
export function renderBencher(report: Report): string {
  const benchmarks = seriesOf(report).map((series) => {
    const measures = chartedFigures(series).map(({ id, statistic: { value, rounds } }) => {
      const { factor = 1 } = ownMeasures[id] ?? {};
      const [low, high] = [Math.min(...rounds), Math.max(...rounds)];
      return [slug(id), { value: value * factor, lower_value: low * factor, upper_value: high * factor }] as const;
    });
    return [series.name, Object.fromEntries(measures)] as const;
  });
  const filled = benchmarks.filter(([, measures]) => Object.keys(measures).length > 0);
  return `${JSON.stringify(Object.fromEntries(filled), null, 2)}\n`;
}

function slug(id: MetricId): string {
  const own = ownMeasures[id];
  if (own) return own.slug;
  const name = id.replaceAll("_", "-");
  const { unit } = metric(id);
  return name.endsWith(unit) ? name : `${name}-${unit}`;
}
