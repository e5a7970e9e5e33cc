import { changeIn, changeUnit, factor, noBreak, nothing } from "../metrics/format.ts";
import type { MetricId } from "../metrics/metric.ts";
import { measured, type Statistics } from "../metrics/summary.ts";
import { ratioMargin } from "../stats/trimmed.ts";

/** Shown in place of a figure whose interval holds both half and twice of what it is compared with. */
export const tooFewRounds = "too few rounds to tell";

/** Follows what is not compared for want of an interval. */
export const needsInterval = "an interval takes four rounds that differ";

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Ratio of two figures, with its 95 % interval where there are enough rounds. */
export interface Ratio {
  readonly ratio: number;
  readonly interval?: Interval;
}

/** Tests whether the interval of a ratio is so wide that its estimate says nothing. */
export function saysNothing(interval: Interval | undefined): boolean {
  return interval !== undefined && interval.low <= 0.5 && interval.high >= 2;
}

type Measured = { readonly statistics?: Statistics | undefined };

/** The ratio of two figures as they are shown, with its interval by their rounds, which were measured side by side. */
export function ratioOf(id: MetricId, of: Measured | undefined, to: Measured | undefined): Ratio | undefined {
  const [own, other] = [measured(of?.statistics, id), measured(to?.statistics, id)];
  if (!own || !other || other.value === 0) return undefined;
  const ratio = own.value / other.value;
  const margin = ratioMargin(own.rounds, other.rounds);
  return margin === undefined ? { ratio } : { ratio, interval: { low: ratio / margin, high: ratio * margin } };
}

/** Such as `1.44x (1.31x … 1.58x)`. */
export function ratioText(of: Ratio | undefined): string {
  if (!of) return nothing;
  const { ratio, interval } = of;
  if (!interval) return factor(ratio);
  if (saysNothing(interval)) return tooFewRounds;
  return `${factor(ratio)} (${factor(interval.low)}${noBreak}…${noBreak}${factor(interval.high)})`;
}

/** The same as a change, such as `+22.2%; +18.6% … +82.8%`. */
export function shareText({ ratio, interval }: Ratio): string {
  const unit = changeUnit(ratio - 1);
  const write = (one: number) => changeIn(unit, one - 1);
  const within = interval ? `; ${write(interval.low)}${noBreak}…${noBreak}${write(interval.high)}` : "";
  return `${write(ratio)}${within}`;
}

export type Direction = "more" | "less" | "open" | "unknown";

/** Compares two figures, as far as the interval of their ratio tells. */
export function directionOf({ interval }: Ratio): Direction {
  if (!interval) return "unknown";
  return interval.low > 1 ? "more" : interval.high < 1 ? "less" : "open";
}

/**
 * Describes where throughput differs over a sweep, such as `faster than base at 10 … 100 (1.40x to 1.60x)`. `why`: explains a
 * ratio without interval.
 */
export function speedUpText(
  points: readonly (Ratio & { readonly x: number })[],
  { than, why = needsInterval }: { than: string; why?: string },
): string[] {
  const found: { direction: Direction; xs: number[]; ratios: number[] }[] = [];
  for (const point of points) {
    const direction = directionOf(point);
    const last = found.at(-1);
    if (last?.direction === direction) {
      last.xs.push(point.x);
      last.ratios.push(point.ratio);
    } else found.push({ direction, xs: [point.x], ratios: [point.ratio] });
  }
  return found.map(({ direction, xs, ratios }) => {
    const at = xs.length === 1 ? `at ${xs[0]}` : `at ${xs[0]} … ${xs.at(-1)}`;
    if (direction === "open") return `indistinguishable from ${than} ${at}`;
    if (direction === "unknown") return `not compared with ${than} ${at} (${why})`;
    const [low, high] = [factor(Math.min(...ratios)), factor(Math.max(...ratios))];
    const word = direction === "more" ? "faster" : "slower";
    return `${word} than ${than} ${at} (${low === high ? low : `${low} to ${high}`})`;
  });
}
