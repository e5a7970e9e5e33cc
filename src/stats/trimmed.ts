import { mean, sampleStandardDeviation } from "simple-statistics";
import { studentCritical } from "./distributions.ts";
import { requireSample } from "./sample.ts";

/** Share of the values that is set aside at each end. */
const share = 0.2;

/** Fewer values are all kept. */
const fewestToTrim = 8;

/** Fewer values tell too little about their spread for an interval. */
const fewestForInterval = 4;

/** Values that differ by no more, as a share, are all equal: the logarithms of equal ratios differ by rounding. */
const roundingError = 1e-12;

/** Places of the values that a trimmed mean keeps, in their order. Throws RangeError when empty or not finite. */
export function keptPlaces(values: readonly number[]): number[] {
  requireSample(values, "a trimmed mean");
  const cut = cutOf(values.length);
  const places = values.map((_, place) => place);
  if (cut === 0) return places;
  const byValue = places.toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  return byValue.slice(cut, byValue.length - cut).sort((a, b) => a - b);
}

function cutOf(count: number): number {
  return count < fewestToTrim ? 0 : Math.floor(share * count);
}

/**
 * The 20 % trimmed mean: the mean of what is left without the fifth of the values at each end; of fewer than eight values
 * their mean. Throws RangeError when empty or not finite.
 */
export function trimmedMean(values: readonly number[]): number {
  return mean(keptPlaces(values).map((place) => values[place] ?? 0));
}

/** Geometric mean by the trimmed mean of logarithms. Undefined without any value, and where one has no logarithm. */
export function trimmedGeometricMean(values: readonly number[]): number | undefined {
  const logs = values.map(Math.log);
  return logs.length > 0 && logs.every(Number.isFinite) ? Math.exp(trimmedMean(logs)) : undefined;
}

/**
 * The 95 % interval of a trimmed mean: Student's, with the spread of the winsorised values, whose trimmed ends are set to their
 * neighbours (Tukey and McLaughlin, Sankhyā A 25, 1963; Yuen, Biometrika 61, 1974). Undefined for fewer than four values
 * and for values without any spread. Throws RangeError when empty or not finite.
 */
export function trimmedInterval(
  values: readonly number[],
): { readonly low: number; readonly high: number } | undefined {
  requireSample(values, "an interval");
  const half = halfWidth(winsorised(values));
  const centre = trimmedMean(values);
  return half === undefined ? undefined : { low: centre - half, high: centre + half };
}

/** The interval of `trimmedGeometricMean`, by logarithms; undefined where a value is not positive, too. */
export function trimmedGeometricInterval(values: readonly number[]): ReturnType<typeof trimmedInterval> {
  const interval = values.every((value) => value > 0) ? trimmedInterval(values.map(Math.log)) : undefined;
  return interval && { low: Math.exp(interval.low), high: Math.exp(interval.high) };
}

/**
 * The 95 % interval of how many times one trimmed geometric mean is another, of arms measured side by side, one value each per
 * round: as a factor below and above that ratio. The spread is that of the differences of winsorised logarithms (Yuen's test of
 * dependent groups; Wilcox, Introduction to Robust Estimation, 5.9.5). Undefined where an arm lacks a round, for fewer than
 * four, for a value without a logarithm, and without any spread.
 */
export function ratioMargin(own: readonly number[], other: readonly number[]): number | undefined {
  const [logs, others] = [own.map(Math.log), other.map(Math.log)];
  if (logs.length !== others.length || logs.length === 0 || ![...logs, ...others].every(Number.isFinite))
    return undefined;
  const subtracted = winsorised(others);
  const half = halfWidth(winsorised(logs).map((value, round) => value - (subtracted[round] ?? 0)));
  return half === undefined ? undefined : Math.exp(half);
}

/** Those of the interval over so many values; undefined for too few of them. */
export function degreesOfFreedom(count: number): number | undefined {
  return count < fewestForInterval ? undefined : count - 2 * cutOf(count) - 1;
}

/** The values in their order, with those at each end that a trimmed mean sets aside at their nearest neighbour. */
function winsorised(values: readonly number[]): number[] {
  const cut = cutOf(values.length);
  const sorted = values.toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [sorted[cut], sorted[values.length - 1 - cut]];
  return values.map((value) => Math.min(Math.max(value, least), most));
}

/** Half of a trimmed mean's interval, of its winsorised values. */
function halfWidth(values: readonly number[]): number | undefined {
  const count = values.length;
  const freedom = degreesOfFreedom(count);
  if (freedom === undefined) return undefined;
  const spread = sampleStandardDeviation([...values]);
  if (spread <= roundingError * Math.max(...values.map(Math.abs))) return undefined;
  return (studentCritical(0.025, freedom) * Math.sqrt(count) * spread) / (freedom + 1);
}
