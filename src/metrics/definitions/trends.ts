import { steadyTimeOf } from "../../model/load.ts";
import type { RecordMeasurement, RecordRow } from "../../record/record.ts";
import type { RecordTimeline } from "../../record/timeline.ts";
import { median } from "../../stats/describe.ts";
import type { Point } from "../../stats/theil-sen.ts";
import { type Trend, trendOf } from "../../stats/trend.ts";
import type { RowMetric } from "./definition.ts";

export const hourMs = 3_600_000;
export const tenMinutesMs = 600_000;

const trend = { better: "less", kind: "noisy", scope: "row", compared: "rise", optional: true } as const;
const share = { ...trend, unit: "ratio-per-10-minutes" } as const;

/** Metrics of what changes while a load lasts, after its warm-up. */
export const trends = {
  p95_trend: { ...share, label: "p95 trend", trend: sharesOf(({ p95Ms }) => p95Ms) },
  throughput_loss: { ...share, label: "throughput loss", trend: sharesOf(({ ok }) => ok, -1) },
  memory_trend: {
    ...trend,
    label: "memory trend",
    unit: "bytes-per-hour",
    trend: trendAlong(
      ({ rssBytes }) => rssBytes,
      () => hourMs,
    ),
  },
} as const satisfies Record<string, RowMetric>;

export const trendIds = Object.keys(trends) as readonly (keyof typeof trends)[];

type Series = (timeline: RecordTimeline) => readonly (number | null)[];

/** A trend as a share of the typical value, in ten minutes. `sign`: -1 for a loss. */
function sharesOf(series: Series, sign = 1) {
  return trendAlong(series, (values) => {
    const typical = median(values);
    return typical > 0 ? (sign * tenMinutesMs) / typical : undefined;
  });
}

/** `scale`: factor from a rise in a millisecond to the unit. */
function trendAlong(series: Series, scale: (values: readonly number[]) => number | undefined) {
  const known = new WeakMap<RecordTimeline, Trend | undefined>();
  const trendIn = (points: readonly Point[]): Trend | undefined => {
    const factor = points.length > 0 ? scale(points.map(({ y }) => y)) : undefined;
    const found = factor === undefined ? undefined : trendOf(points);
    if (!found || factor === undefined) return undefined;
    const [one, other] = [found.low * factor, found.high * factor];
    return { ...found, estimate: found.estimate * factor, low: Math.min(one, other), high: Math.max(one, other) };
  };
  return ({ timeline }: RecordMeasurement, row: RecordRow): Trend | undefined => {
    if (!timeline) return undefined;
    if (!known.has(timeline)) known.set(timeline, trendIn(steadyPart(timeline, row, series(timeline))));
    return known.get(timeline);
  };
}

/** Points of a series, by the middle of their slice: of a load that changes, those of its longest part that does not. */
function steadyPart({ sliceMs }: RecordTimeline, { load }: RecordRow, values: readonly (number | null)[]): Point[] {
  const [from, to] = steadyTimeOf(load);
  return values.flatMap((y, index) => {
    const isWithin = index * sliceMs >= from && (index + 1) * sliceMs <= to;
    return y === null || !isWithin ? [] : [{ x: (index + 0.5) * sliceMs, y }];
  });
}
