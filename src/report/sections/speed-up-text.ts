import { factor, noBreak } from "../../metrics/format.ts";
import type { Statistic } from "../../metrics/summary.ts";
import { ratioInterval } from "../../stats/ratio-interval.ts";
import { saysNothing, tooFewRounds } from "../interval.ts";

/** Smallest noticeable change of throughput, as a share, where there are too few rounds for an interval. */
export const noticeable = 0.05;

/** Said after directions that no interval bears out. */
export const withoutInterval = "without an interval, for which there are too few rounds";

type Measured = Statistic & { readonly state: "measured" };

/** Ratio of two figures, with its 95 % interval where there are enough rounds. */
export interface Ratio {
  readonly ratio: number;
  readonly interval?: { readonly low: number; readonly high: number };
}

/** The ratio of two figures: by their rounds, which were measured side by side, else by their medians. */
export function ratioOf(own: Measured | undefined, other: Measured | undefined): Ratio | undefined {
  if (!own || !other || other.value === 0) return undefined;
  const paired = ratioInterval(own.rounds, other.rounds);
  if (!paired) return { ratio: own.value / other.value };
  return { ratio: paired.estimate, interval: { low: paired.low, high: paired.high } };
}

/** Such as `1.44x (1.31x … 1.58x)`. */
export function ratioText({ ratio, interval }: Ratio): string {
  if (!interval) return factor(ratio);
  if (saysNothing(interval)) return tooFewRounds;
  return `${factor(ratio)} (${factor(interval.low)}${noBreak}…${noBreak}${factor(interval.high)})`;
}

type Direction = "faster" | "slower" | "open" | "unchanged";

function directionOf({ ratio, interval }: Ratio): Direction {
  if (interval) return interval.low > 1 ? "faster" : interval.high < 1 ? "slower" : "open";
  return ratio > 1 + noticeable ? "faster" : ratio < 1 - noticeable ? "slower" : "unchanged";
}

/**
 * Describes where throughput is higher or lower over a sweep, such as `faster than base at 10 … 100 (1.40x to 1.60x)`:
 * as far as the interval of each ratio excludes no change.
 */
export function speedUpText(points: readonly (Ratio & { readonly x: number })[], than: string): string[] {
  const found: { direction: Direction; xs: number[]; ratios: number[] }[] = [];
  for (const point of points) {
    const direction = directionOf(point);
    const last = found.at(-1);
    if (last?.direction === direction) {
      last.xs.push(point.x);
      last.ratios.push(point.ratio);
    } else found.push({ direction, xs: [point.x], ratios: [point.ratio] });
  }
  const texts = found.map(({ direction, xs, ratios }) => {
    const at = xs.length === 1 ? `at ${xs[0]}` : `at ${xs[0]} … ${xs.at(-1)}`;
    if (direction === "open") return `indistinguishable from ${than} ${at}`;
    if (direction === "unchanged") return `within ${noticeable * 100}% of ${than} ${at}`;
    const [low, high] = [factor(Math.min(...ratios)), factor(Math.max(...ratios))];
    return `${direction} than ${than} ${at} (${low === high ? low : `${low} to ${high}`})`;
  });
  const isBare = points.some(({ interval }) => interval === undefined);
  return isBare ? [...texts, withoutInterval] : texts;
}
