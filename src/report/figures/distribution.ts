import { quantileSorted } from "simple-statistics";
import { count, duration, plural } from "../../metrics/format.ts";
import { Bucketed } from "../../stats/bucketed.ts";
import { Histogram } from "../../stats/histogram.ts";
import { pool, type Sample, sizeOf } from "../../stats/pool.ts";
import type { Chart } from "./chart.ts";
import type { Picture, PictureSeries } from "./picture.ts";
import type { RoundSamples } from "./samples.ts";
import { fromZero, logarithmicTicks, scaled, scaleOf } from "./scale.ts";

/** The calls of an arm over all rounds. */
interface Pool {
  readonly arm: "base" | "head";
  readonly calls: number;
  /** Latency at a quantile from 0 to 1. */
  at(quantile: number): number;
  /** Counts the calls that took less. */
  below(limit: number): number;
}

/** Draws the latencies of a row: a histogram of the bulk and the percentiles up to the tail. */
export function distributionCharts(samples: readonly RoundSamples[]): Chart[] {
  const pools = (["base", "head"] as const).flatMap((arm): Pool[] => {
    const all = pool(samples.flatMap((round) => round[arm]?.all ?? []));
    return sizeOf(all) >= 10 ? [poolOf(arm, all)] : [];
  });
  return pools.length === 0 ? [] : [histogram(pools), percentiles(pools)];
}

function poolOf(arm: Pool["arm"], all: Sample): Pool {
  const clamped = (quantile: number) => Math.min(1, Math.max(0, quantile));
  if (all instanceof Histogram) {
    const spread = new Bucketed(all);
    return {
      arm,
      calls: all.count,
      at: (quantile) => spread.quantile(clamped(quantile)),
      below: (limit) => spread.below(limit),
    };
  }
  const sorted = Float64Array.from(all).sort();
  return {
    arm,
    calls: sorted.length,
    // The library asks for an array but only reads by index.
    at: (quantile) => quantileSorted(sorted as unknown as number[], clamped(quantile)),
    below: (limit) => below(sorted, limit),
  };
}

const bins = 48;

/** The p99 over the median from which on the histogram ends at the p95. */
const longTail = 3;

function histogram(pools: readonly Pool[]): Chart {
  const low = Math.min(...pools.map(({ at }) => at(0)));
  // A long tail would press the bulk into a few bars.
  const isLong = bulkEnd(pools) > longTail * Math.max(...pools.map(({ at }) => at(0.5)));
  const last = isLong ? 0.95 : 0.99;
  const cut = Math.max(...pools.map(({ at }) => at(last)));
  const width = (cut - low) / bins || low / bins || 1;
  const scale = scaleOf("p50", cut);
  const edges = Array.from({ length: bins + 1 }, (_, index) => low + index * width);
  const series = pools.map(({ arm, calls, below }): PictureSeries => {
    const shares = edges.map((edge, bin) => {
      const inBin = bin < bins ? below(edge + width) - below(edge) : 0;
      return Number(((100 * inBin) / calls).toPrecision(3));
    });
    return { label: arm, colour: arm, shape: "bins", values: shares };
  });
  const beyond = pools.map(({ arm, calls, below }) => `${count(calls - below(low + bins * width))} of ${arm}`);
  const calls = pools.map(({ arm, calls }) => `${count(calls)} calls of ${arm}`).join(", ");
  return {
    kind: "chart",
    quantity: "Latency distribution",
    alt: `Histogram of latencies. ${pools.map(describe).join("; ")}.`,
    notes: [
      [`${calls}, all rounds together. Calls slower than the p${100 * last} are not drawn: ${beyond.join(", ")}`],
    ],
    picture: {
      x: edges.map((edge) => Number((edge * scale.factor).toPrecision(5))),
      xLabel: `latency from (${scale.name})`,
      yLabel: "share of calls (%)",
      unit: "%",
      y: fromZero(series.flatMap(({ values }) => values)),
      series,
    },
  };
}

/** The p99: both charts have the unit that suits it. */
function bulkEnd(pools: readonly Pool[]): number {
  return Math.max(...pools.map(({ at }) => at(0.99)));
}

const points = 72;
const named = [0, 50, 75, 90, 95, 99, 99.9, 99.99];

/** Percentiles over the number of nines, as latencies are commonly drawn: every further step is ten times as rare. */
function percentiles(pools: readonly Pool[]): Chart {
  const most = Math.max(...pools.map(({ calls }) => calls));
  const end = Math.log10(most);
  const x = Array.from({ length: points + 1 }, (_, index) => Number(((end * index) / points).toPrecision(5)));
  const slowest = Math.max(...pools.map(({ at }) => at(1)));
  const fastest = Math.min(...pools.map(({ at }) => at(0)));
  const logarithmic = fastest > 0 && slowest / fastest > 20;
  const scale = scaleOf("p50", logarithmic ? bulkEnd(pools) : slowest);
  const series = pools.map(
    ({ arm, calls, at }): PictureSeries => ({
      label: arm,
      colour: arm,
      shape: "line",
      // Beyond one call in n there is nothing to see.
      values: x.map((nines, place) => {
        // Rounded, the right end may lie beyond its calls.
        if (place === points && calls === most) return scaled(at(1), scale);
        return nines > Math.log10(calls) + 1e-9 ? null : scaled(at(1 - 10 ** -nines), scale);
      }),
    }),
  );
  return {
    kind: "chart",
    quantity: "Latency percentiles",
    alt: `Latency by percentile. ${pools.map(describe).join("; ")}.`,
    notes: [[`All rounds together${logarithmic ? ", logarithmic scale" : ""}; the right end is the slowest call`]],
    picture: {
      x,
      xLabel: "percentile",
      xTexts: x.map((nines) => `p${Number((100 - 100 / 10 ** nines).toPrecision(nines > 2 ? 5 : 4))}`),
      ticks: named
        .filter((percent) => percent < 100 - 100 / most)
        .map((percent) => [-Math.log10(1 - percent / 100), `${percent}`]),
      yLabel: `latency (${scale.name})`,
      unit: scale.name,
      ...axis(series, logarithmic),
      series,
    },
  };
}

function axis(series: readonly PictureSeries[], logarithmic: boolean): Pick<Picture, "y" | "yTicks" | "logarithmic"> {
  const values = series.flatMap((one) => one.values);
  if (!logarithmic) return { y: fromZero(values) };
  const known = values.filter((value) => value !== null);
  const y = [Math.min(...known) / 1.1, Math.max(...known) * 1.1] as const;
  return { y, yTicks: logarithmicTicks(y), logarithmic };
}

/** Counts the samples smaller than `limit`. */
function below(sorted: Float64Array, limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

function describe({ arm, calls, at }: Pool): string {
  const [p50, p95, max] = [at(0.5), at(0.95), at(1)].map(duration);
  return `${arm}: ${plural(calls, "call")}, p50 ${p50}, p95 ${p95}, slowest ${max}`;
}
