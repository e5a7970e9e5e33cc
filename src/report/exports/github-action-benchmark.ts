import type { Metric } from "../../metrics/definitions/definition.ts";
import { plural, significant } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { Report } from "../report.ts";
import { chartedFigures, seriesOf } from "./series.ts";

/** Latency, memory and sizes of head as benchmark-action's `customSmallerIsBetter`. */
export function renderSmallerIsBetter(report: Report): string {
  return render(report, "less");
}

/** Throughput of head as benchmark-action's `customBiggerIsBetter`. */
export function renderBiggerIsBetter(report: Report): string {
  return render(report, "more");
}

function render(report: Report, better: Metric["better"]): string {
  const entries = seriesOf(report).flatMap((series) =>
    chartedFigures(series)
      .filter(({ id }) => metric(id).better === better)
      .map(({ id, statistic: { value, rounds } }) => ({
        name: `${series.name} ${metric(id).label}`,
        unit: unitOf(id),
        value,
        ...(rounds.length > 1 ? { range: `± ${significant((Math.max(...rounds) - Math.min(...rounds)) / 2)}` } : {}),
        extra: plural(rounds.length, "round"),
      })),
  );
  return `${JSON.stringify(entries, null, 2)}\n`;
}

function unitOf(id: MetricId): string {
  const { unit } = metric(id);
  return unit === "per-second" ? "req/s" : unit === "ratio" ? "share" : unit;
}
