import { serverRowsOf, serverStatistics } from "../../decide/thresholds.ts";
import { type MetricId, metric, metricIds } from "../../metrics/metric.ts";
import { measured, type Statistics } from "../../metrics/summary.ts";
import type { Report } from "../report.ts";
import { plainText } from "../text.ts";
import { rowName } from "../view.ts";
import { uniqueNames } from "./unique-names.ts";

interface Measure {
  readonly value: number;
  readonly lower_value: number;
  readonly upper_value: number;
}

const rowMetrics: readonly MetricId[] = ["p50", "p95", "p99", "throughput", "error_rate", "cpu_per_call"];

/** Measures of Bencher's own, and the number of their units in one of ours. */
const ownMeasures: Partial<Record<MetricId, { readonly slug: string; readonly factor: number }>> = {
  p50: { slug: "latency", factor: 1e6 },
  throughput: { slug: "throughput", factor: 1 },
};

/**
 * Head in Bencher Metric Format. p50 and throughput go under Bencher's own measures, `latency` (nanoseconds) and
 * `throughput` (per second); the others under names that carry their unit. The bounds are the lowest and highest round.
 */
export function renderBencher({ head }: Report): string {
  const serverIds = metricIds.filter((id) => metric(id).scope === "server");
  const unique = uniqueNames();
  const servers = serverRowsOf(head).map(
    (row) => [unique(plainText([rowName(row)])), measures(serverStatistics(head, row) ?? {}, serverIds)] as const,
  );
  const rows = head.rows.map((row) => [unique(row.row), measures(row.statistics, rowMetrics)] as const);
  const benchmarks = [...rows, ...servers];
  const filled = benchmarks.filter(([, values]) => Object.keys(values).length > 0);
  return `${JSON.stringify(Object.fromEntries(filled), null, 2)}\n`;
}

function measures(statistics: Statistics, ids: readonly MetricId[]): Record<string, Measure> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const statistic = measured(statistics, id);
      if (!statistic || !Number.isFinite(statistic.value)) return [];
      const { factor: scale = 1 } = ownMeasures[id] ?? {};
      const [low, high] = [Math.min(...statistic.rounds), Math.max(...statistic.rounds)];
      const value = { value: statistic.value * scale, lower_value: low * scale, upper_value: high * scale };
      return [[slug(id), value]];
    }),
  );
}

function slug(id: MetricId): string {
  const own = ownMeasures[id];
  if (own) return own.slug;
  const name = id.replaceAll("_", "-");
  const { unit } = metric(id);
  return name.endsWith(unit) ? name : `${name}-${unit}`;
}
