import { plural } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { type MetricId, metric, metricIds } from "../../metrics/metric.ts";
import { figureOf } from "../../metrics/summary.ts";
import type { RecordTimeline } from "../../record/timeline.ts";
import type { TableRow } from "../../table/table.ts";
import type { Report } from "../report.ts";
import { around, type Chart, lineChart } from "./chart.ts";
import { armsOf } from "./latency.ts";

/** Draws start-up, end and memory of each launch, round by round. Exact metrics never differ and are left out. */
export function resourceCharts(report: Report): Chart[] {
  const ids = metricIds.filter((id) => metric(id).scope === "server" && metric(id).kind === "noisy");
  return ids.flatMap((id) => overRounds(report, id));
}

function overRounds(report: Report, id: MetricId): Chart[] {
  const arms = armsOf(report);
  const { rounds, servers } = report.run;
  const perArm = (["base", "head"] as const).flatMap((side) => {
    const values = arms[side] === undefined ? [] : (servers[0]?.[side]?.values(id) ?? []);
    return values.filter((value) => value !== undefined).length > 1 ? [{ side, values }] : [];
  });
  const medians = perArm.map(({ side }) => `${side} ${formatValue(id, figureOf(report[side]?.server, id))}`);
  const at = rounds.map(({ index }) => index + 1);
  return lineChart({
    quantity: id,
    of: "each round",
    x: { label: "round", at, texts: at.map(String) },
    lines: perArm.map(({ side, values }) => ({ label: side, colour: side, values })),
    alt: `${metric(id).label} over ${plural(rounds.length, "round")}. ${medians.join(", ")}.`,
    shape: "points",
    range: around,
  });
}

const timelinesDrawn = 20;

const series = {
  p50: ({ p50Ms }) => p50Ms,
  p95: ({ p95Ms }) => p95Ms,
  throughput: ({ ok, sliceMs }) => ok.map((calls) => (1000 * calls) / sliceMs),
  steady_rss: ({ rssBytes }) => rssBytes,
} as const satisfies Partial<Record<MetricId, (timeline: RecordTimeline) => readonly (number | null)[]>>;
const seriesIds = Object.keys(series) as (keyof typeof series)[];

/** Draws latency, throughput and memory of long loads while they last, of the first launch of each arm. */
export function timelineCharts(report: Report): Chart[] {
  const drawn = report.run.rows.map(timelinesOf).filter(({ arms }) => arms.length > 0);
  return drawn.slice(0, timelinesDrawn).flatMap((row) => seriesIds.flatMap((id) => overTime(row, id)));
}

function timelinesOf({ id: row, ...both }: TableRow) {
  const arms = (["base", "head"] as const).flatMap((side) => {
    const [timeline] = both[side]?.measurements.flatMap((one) => one.timeline ?? []) ?? [];
    return timeline ? [{ side, timeline }] : [];
  });
  return { row, arms };
}

function overTime({ row, arms }: ReturnType<typeof timelinesOf>, id: keyof typeof series): Chart[] {
  const isMemory = id === "steady_rss";
  const points = arms.map(({ side, timeline }) => ({
    side,
    values: new Map(
      series[id](timeline).flatMap((value, index) =>
        value === null ? [] : [[((index + 0.5) * timeline.sliceMs) / 1000, value] as const],
      ),
    ),
  }));
  const at = [...new Set(points.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => a - b);
  const ends = points.flatMap(({ side, values }) => {
    const known = [...values.values()];
    return known.length > 0 ? [`${side} from ${formatValue(id, known[0])} to ${formatValue(id, known.at(-1))}`] : [];
  });
  return lineChart({
    quantity: id,
    of: { name: row },
    x: { label: "time (s)", at, texts: at.map(String) },
    lines: points.map(({ side, values }) => ({
      label: side,
      colour: side,
      values: at.map((time) => values.get(time)),
    })),
    alt: `${isMemory ? "RSS of the process tree" : metric(id).label} while the load lasts: ${ends.join(", ")}.`,
    ...(isMemory ? { notes: [["The lowest reading of each slice of time"]], range: around } : {}),
    shape: "points",
  });
}
