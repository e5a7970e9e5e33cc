import { formatValue, plural } from "../../metrics/format.ts";
import { type MetricId, metric, metricIds } from "../../metrics/metric.ts";
import type { RecordLoadPass } from "../../record/load-pass.ts";
import { median } from "../../stats/describe.ts";
import type { Figure } from "../html/figure.ts";
import { foreign, html } from "../html/markup.ts";
import type { Report } from "../report.ts";
import { figureOf } from "../view.ts";
import type { ChartSeries } from "./plot.ts";
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

/** Rows whose memory during the load is drawn. */
const curvesDrawn = 20;

/** Memory of each arm while the load of a row ran. */
export function loadCurves(report: Report): Figure[] {
  const { loadPasses = [], rows } = report.record;
  const arms = armsOf(report);
  return rows.slice(0, curvesDrawn).flatMap(({ id }) => {
    const passes = (["base", "head"] as const).flatMap((side) => {
      const pass = loadPasses.find(({ row, arm }) => row === id && arm === arms[side]);
      return pass ? [{ side, pass }] : [];
    });
    return passes.length > 0 ? [loadCurve(id, passes)] : [];
  });
}

function loadCurve(row: string, passes: readonly { side: "base" | "head"; pass: RecordLoadPass }[]): Figure {
  const most = Math.max(...passes.map(({ pass }) => pass.peakRssBytes));
  const scale = scaleOf("load_peak_rss", most);
  // The arms were not read at the same moments: each keeps its own, and has nothing at the other's.
  const x = [...new Set(passes.flatMap(({ pass }) => pass.curve.map(([at]) => at)))].sort((a, b) => a - b);
  const series = passes.map(({ side, pass }): ChartSeries => {
    const values = new Map(pass.curve);
    return { label: side, colour: side, shape: "dots", values: x.map((at) => scaled(values.get(at), scale)) };
  });
  const peaks = passes.map(({ side, pass }) => `${side} ${formatValue("load_peak_rss", pass.peakRssBytes)}`);
  return {
    title: html`Memory during the load of ${foreign(row, 80)}`,
    summary: `Memory of the process tree over the load. Peak: ${peaks.join(", ")}.`,
    spec: {
      x,
      xLabel: "time (ms)",
      yLabel: `RSS (${scale.unit})`,
      unit: scale.unit,
      y: around(series.flatMap(({ values }) => values)),
      series,
    },
  };
}
