import { quantileSorted } from "simple-statistics";
import { duration, plural } from "../../metrics/format.ts";
import type { RowReading } from "../../metrics/reading.ts";
import { Bucketed } from "../../stats/bucketed.ts";
import { median } from "../../stats/describe.ts";
import { Histogram } from "../../stats/histogram.ts";
import { pool, type Sample, sizeOf } from "../../stats/pool.ts";
import type { Report } from "../report.ts";
import { around, type Chart, fromZero, lineChart, logarithmicTicks, scaled, scaleOf } from "./chart.ts";
import type { Picture, PictureSeries } from "./picture.ts";

/** Latencies of the ok calls of one row in one round, in milliseconds. */
export interface RoundSamples {
  /** Counted from one. */
  readonly round: number;
  readonly base?: Sample | undefined;
  readonly head?: Sample | undefined;
}

/** The arms whose samples the record holds. A base of another run is known by its figures only. */
export function armsOf({ run, head, base, comparison }: Report): { head: string; base?: string } {
  const measuredHere = comparison.reference.kind === "paired" && run.arms.some(({ id }) => id === base?.arm);
  return { head: head.arm, ...(base && measuredHere ? { base: base.arm } : {}) };
}

/** The ok calls of a row, round by round; rounds without any are left out. */
export function samplesOf(report: Report, row: string): RoundSamples[] {
  const arms = armsOf(report);
  const series = report.run.rows.find(({ id }) => id === row);
  return report.run.rounds.flatMap(({ index }, place): RoundSamples[] => {
    const on = (side: "base" | "head") =>
      arms[side] === undefined ? undefined : latenciesOf(series?.[side]?.cells[place]);
    const [head, base] = [on("head"), on("base")];
    return head || base ? [{ round: index + 1, base, head }] : [];
  });
}

function latenciesOf(cell: RowReading | undefined): Sample | undefined {
  return cell && cell.calls > 0 ? cell.latencies : undefined;
}

interface Pool {
  readonly arm: "base" | "head";
  readonly calls: number;
  /** Latency at a quantile from 0 to 1. */
  at(quantile: number): number;
}

const arms = ["base", "head"] as const;

/** Draws the latencies of a row: the percentiles up to the tail, and the p50 of each round. */
export function latencyCharts(samples: readonly RoundSamples[]): Chart[] {
  const pools = arms.flatMap((arm): Pool[] => {
    const all = pool(samples.flatMap((round) => round[arm] ?? []));
    return sizeOf(all) >= 10 ? [poolOf(arm, all)] : [];
  });
  return [...(pools.length > 0 ? [percentiles(pools)] : []), ...overRounds(samples)];
}

function poolOf(arm: Pool["arm"], all: Sample): Pool {
  const clamped = (quantile: number) => Math.min(1, Math.max(0, quantile));
  if (all instanceof Histogram) {
    const spread = new Bucketed(all);
    return { arm, calls: all.count, at: (quantile) => spread.quantile(clamped(quantile)) };
  }
  // The library asks for an array but only reads by index.
  const sorted = Float64Array.from(all).sort() as unknown as number[];
  return { arm, calls: sorted.length, at: (quantile) => quantileSorted(sorted, clamped(quantile)) };
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
  // Few calls are slower than the p99: the unit suits that.
  const scale = scaleOf("p50", logarithmic ? Math.max(...pools.map(({ at }) => at(0.99))) : slowest);
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

function describe({ arm, calls, at }: Pool): string {
  const [p50, p95, max] = [at(0.5), at(0.95), at(1)].map(duration);
  return `${arm}: ${plural(calls, "call")}, p50 ${p50}, p95 ${p95}, slowest ${max}`;
}

function overRounds(samples: readonly RoundSamples[]): Chart[] {
  if (samples.length < 2) return [];
  const medians = samples.map(({ base, head }) => ({ base: base && median(base), head: head && median(head) }));
  const paired = medians.flatMap(({ base, head }) => (base && head ? [head > base] : []));
  const slower = `${paired.filter((isSlower) => isSlower).length} of ${plural(paired.length, "round")}`;
  const compared = paired.length > 0 ? `. Head was slower than base in ${slower}` : "";
  const at = samples.map(({ round }) => round);
  return lineChart({
    quantity: "p50",
    of: "each round",
    x: { label: "round", at, texts: at.map(String) },
    lines: arms.map((arm) => ({ label: arm, colour: arm, values: medians.map((round) => round[arm]) })),
    alt: `p50 over ${plural(samples.length, "round")}${compared}.`,
    notes: [[`Each round launches every version afresh${compared}`]],
    shape: "points",
    range: around,
  });
}
