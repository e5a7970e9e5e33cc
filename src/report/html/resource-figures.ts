import { median } from "../../stats/describe.ts";
import { formatValue, plural } from "../../stats/format.ts";
import { type MetricId, metric, metricIds } from "../../stats/metric.ts";
import type { Report } from "../report.ts";
import { figureOf } from "../view.ts";
import type { ChartSeries } from "./chart-spec.ts";
import type { Figure } from "./figure.ts";
import { armsOf } from "./samples.ts";
import { around, scaled, scaleOf } from "./scale.ts";

/** What each launch took to start and to end, and what it held, round by round. Exact metrics never differ and are left out. */
export function resourceFigures(report: Report): Figure[] {
  const ids = metricIds.filter((id) => metric(id).scope === "server" && metric(id).kind === "noisy");
  return ids.flatMap((id) => overRounds(report, id));
}

function overRounds(report: Report, id: MetricId): Figure[] {
  const arms = armsOf(report);
  const { rounds } = report.record;
  const perArm = (["base", "head"] as const).flatMap((side) => {
    const arm = arms[side];
    const values = rounds.map(({ launches }) => {
      const known = launches
        .filter((launch) => launch.arm === arm)
        .flatMap((launch) => launch.metrics[id] ?? [])
        .filter(Number.isFinite);
      return known.length > 0 ? median(known) : undefined;
    });
    return arm !== undefined && values.filter((value) => value !== undefined).length > 1 ? [{ side, values }] : [];
  });
  if (perArm.length === 0) return [];
  const scale = scaleOf(id, Math.max(...perArm.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const series = perArm.map(
    ({ side, values }): ChartSeries => ({
      label: side,
      colour: side,
      shape: "line",
      values: values.map((value) => scaled(value, scale)),
    }),
  );
  const { label } = metric(id);
  const medians = perArm.map(({ side }) => `${side} ${formatValue(id, figureOf(report[side]?.server, id))}`);
  return [
    {
      title: `${label} of each round`,
      summary: `${label} over ${plural(rounds.length, "round")}. Median: ${medians.join(", ")}.`,
      spec: {
        x: rounds.map(({ index }) => index + 1),
        xTexts: rounds.map(({ index }) => String(index + 1)),
        xLabel: "round",
        yLabel: scale.unit === "" ? label : `${label} (${scale.unit})`,
        unit: scale.unit,
        y: around(series.flatMap(({ values }) => values)),
        series,
      },
    },
  ];
}
