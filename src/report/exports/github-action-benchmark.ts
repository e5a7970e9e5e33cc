import type { Metric } from "../../metrics/definitions/definition.ts";
import { plural, significant } from "../../metrics/format.ts";
import { metric } from "../../metrics/metric.ts";
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
    chartedFigures(series).flatMap(({ id, statistic: { value, rounds } }) => {
      const { label, unit, better: own } = metric(id);
      if (own !== better) return [];
      return {
        name: `${series.name} ${label}`,
        unit: unit === "per-second" ? "req/s" : unit === "ratio" ? "share" : unit,
        value,
        ...(rounds.length > 1 ? { range: `± ${significant((Math.max(...rounds) - Math.min(...rounds)) / 2)}` } : {}),
        extra: plural(rounds.length, "round"),
      };
    }),
  );
  return `${JSON.stringify(entries, null, 2)}\n`;
}
