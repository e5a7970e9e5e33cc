import { count, duration, plural } from "../../metrics/format.ts";
import { median } from "../../stats/describe.ts";
import { Histogram } from "../../stats/histogram.ts";
import { type Chart, lineChart } from "./chart.ts";
import type { PictureSeries } from "./picture.ts";
import { type ArmSamples, callsPerPoint, type RoundSamples } from "./samples.ts";
import { around, fromZero, scaled, scaleOf } from "./scale.ts";

const arms = ["base", "head"] as const;

/** Draws the p50 of each round of a row, and the calls of a typical one in order of time. */
export function roundCharts(samples: readonly RoundSamples[]): Chart[] {
  return [...overRounds(samples), ...callsOfRound(samples)];
}

function overRounds(samples: readonly RoundSamples[]): Chart[] {
  if (samples.length < 2) return [];
  const medians = samples.map(({ base, head }) => ({
    base: base && median(base.all),
    head: head && median(head.all),
  }));
  const paired = medians.flatMap(({ base, head }) => (base && head ? [head > base] : []));
  const slower = paired.filter((isSlower) => isSlower).length;
  const compared =
    paired.length > 0 ? `. Head was slower than base in ${slower} of ${plural(paired.length, "round")}` : "";
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

/** Buckets of a time series that has more calls than can be told apart; each gives two points. */
const buckets = 160;

function callsOfRound(samples: readonly RoundSamples[]): Chart[] {
  const round = typicalRound(samples);
  if (!round) return [];
  const drawnArms = arms.flatMap((arm) => round[arm] ?? []);
  const most = Math.max(...drawnArms.map(({ series }) => series.length));
  const each = Math.max(...drawnArms.map(callsPerPoint));
  const size = most <= 2 * buckets ? 1 : Math.ceil(most / buckets);
  const x = size === 1 ? indices(most) : indices(Math.ceil(most / size) * 2).map((point) => point * (size / 2));
  const scale = scaleOf("p50", Math.max(...drawnArms.map(({ series }) => highest(series))) / 4);
  const series = arms.flatMap((arm): PictureSeries[] => {
    const calls = round[arm]?.series;
    if (!calls) return [];
    const drawn = size === 1 ? [...calls] : extremes(calls, size);
    const values = x.map((_, index) => scaled(drawn[index], scale));
    return [{ label: arm, colour: arm, shape: "dots", values }];
  });
  const known = each === 1 ? "" : `; one call in ${count(each)} is known by itself`;
  const thinned =
    size === 1
      ? "every call is drawn"
      : `of every ${count(size)} calls in a row the fastest and the slowest are drawn${known}`;
  return [
    {
      kind: "chart",
      quantity: "Calls",
      of: `round ${round.round} in order of time`,
      alt: `Latency of the calls of round ${round.round}. ${arms
        .flatMap((arm) =>
          round[arm]
            ? [`${arm}: p50 ${duration(median(round[arm].all))}, slowest ${duration(slowest(round[arm]))}`]
            : [],
        )
        .join("; ")}.`,
      notes: [[`The round whose p50 is the median of all rounds; ${thinned}. Calls that failed have no latency`]],
      picture: {
        x: x.map((call) => call * each + 1),
        xLabel: "call",
        yLabel: `latency (${scale.name})`,
        unit: scale.name,
        y: fromZero(series.flatMap(({ values }) => values)),
        series,
      },
    },
  ];
}

/** The round whose p50 of head (or base, without head) stands in the middle. */
function typicalRound(samples: readonly RoundSamples[]): RoundSamples | undefined {
  const ordered = samples
    .map((round) => ({ round, p50: median(round.head?.all ?? round.base?.all ?? [0]) }))
    .sort((a, b) => a.p50 - b.p50);
  return ordered[(ordered.length - 1) >> 1]?.round;
}

/** The smallest and the largest of every `size` values in a row, the earlier of the two first. */
export function extremes(values: Float32Array | Float64Array, size: number): number[] {
  return indices(Math.ceil(values.length / size)).flatMap((bucket) => {
    const part = values.subarray(bucket * size, (bucket + 1) * size);
    let [least, most] = [0, 0];
    for (let index = 1; index < part.length; index++) {
      if ((part[index] ?? 0) < (part[least] ?? 0)) least = index;
      if ((part[index] ?? 0) > (part[most] ?? 0)) most = index;
    }
    return [part[Math.min(least, most)] ?? 0, part[Math.max(least, most)] ?? 0];
  });
}

function slowest({ all }: ArmSamples): number {
  return all instanceof Histogram ? all.moments.max : highest(all);
}

function highest(values: Float32Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

function indices(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
