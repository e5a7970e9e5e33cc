import { plural } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { type MetricId, metric, metricIds } from "../../metrics/metric.ts";
import { figureOf } from "../../metrics/summary.ts";
import type { RecordLoadPass } from "../../record/load-pass.ts";
import { median } from "../../stats/describe.ts";
import type { Report } from "../report.ts";
import { type Chart, lineChart } from "./chart.ts";
import type { PictureSeries } from "./picture.ts";
import { armsOf } from "./samples.ts";
import { around, scaled, scaleOf } from "./scale.ts";

/** Draws start-up, end and memory of each launch, round by round. Exact metrics never differ and are left out. */
export function resourceCharts(report: Report): Chart[] {
  const ids = metricIds.filter((id) => metric(id).scope === "server" && metric(id).kind === "noisy");
  return ids.flatMap((id) => overRounds(report, id));
}

function overRounds(report: Report, id: MetricId): Chart[] {
  const arms = armsOf(report);
  const { rounds } = report.run;
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
  const medians = perArm.map(({ side }) => `${side} ${formatValue(id, figureOf(report[side]?.server, id))}`);
  const at = rounds.map(({ index }) => index + 1);
  return lineChart({
    quantity: id,
    of: "each round",
    x: { label: "round", at, texts: at.map(String) },
    lines: perArm.map(({ side, values }) => ({ label: side, colour: side, values })),
    alt: `${metric(id).label} over ${plural(rounds.length, "round")}. Median: ${medians.join(", ")}.`,
    shape: "points",
    range: around,
  });
}

/** Rows whose memory during the load is drawn. */
const curvesDrawn = 20;

/** Memory of each arm while the load of a row ran. */
export function loadCurves(report: Report): Chart[] {
  const { loadPasses = [], rows } = report.run;
  const arms = armsOf(report);
  return rows.slice(0, curvesDrawn).flatMap(({ id, ...both }) => {
    const passes = (["base", "head"] as const).flatMap((side) => {
      const measuring = arms[side] === undefined ? undefined : both[side]?.arm;
      const pass = loadPasses.find(({ row, arm }) => row === id && arm === measuring);
      return pass ? [{ side, pass }] : [];
    });
    return passes.length > 0 ? [loadCurve(id, passes)] : [];
  });
}

function loadCurve(row: string, passes: readonly { side: "base" | "head"; pass: RecordLoadPass }[]): Chart {
  const most = Math.max(...passes.map(({ pass }) => pass.peakRssBytes));
  const scale = scaleOf("load_peak_rss", most);
  // The arms were not read at the same moments: each keeps its own, and has nothing at the other's.
  const x = [...new Set(passes.flatMap(({ pass }) => pass.curve.map(([at]) => at)))].sort((a, b) => a - b);
  const series = passes.map(({ side, pass }): PictureSeries => {
    const values = new Map(pass.curve);
    return { label: side, colour: side, shape: "dots", values: x.map((at) => scaled(values.get(at), scale)) };
  });
  const peaks = passes.map(({ side, pass }) => `${side} ${formatValue("load_peak_rss", pass.peakRssBytes)}`);
  return {
    kind: "chart",
    quantity: "Memory during the load",
    of: { name: row },
    alt: `Memory of the process tree over the load. Peak: ${peaks.join(", ")}.`,
    notes: [],
    picture: {
      x,
      xLabel: "time (ms)",
      yLabel: `RSS (${scale.name})`,
      unit: scale.name,
      y: around(series.flatMap(({ values }) => values)),
      series,
    },
  };
}
