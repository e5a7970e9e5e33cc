import { mean, sampleStandardDeviation } from "simple-statistics";
import { requireSample } from "./sample.ts";
import { studentCritical } from "./student.ts";

/** Share of the values that is set aside at each end. */
const share = 0.2;

/** Fewer values are all kept. */
const fewestToTrim = 8;

/** Fewer values tell too little about their spread for an interval. */
const fewestForInterval = 4;

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

/**
 * The 95 % interval of a trimmed mean: Student's, with the spread of the winsorised values, whose trimmed ends are set to their
 * neighbours (Tukey and McLaughlin, Sankhyā A 25, 1963; Yuen, Biometrika 61, 1974). Undefined for fewer than four values
 * and for values without any spread. Throws RangeError when empty or not finite.
 */
export function trimmedInterval(
  values: readonly number[],
): { readonly low: number; readonly high: number } | undefined {
  requireSample(values, "an interval");
  const count = values.length;
  if (count < fewestForInterval) return undefined;
  const cut = cutOf(count);
  const sorted = values.toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [sorted[cut], sorted[count - 1 - cut]];
  const spread = sampleStandardDeviation(sorted.map((value) => Math.min(Math.max(value, least), most)));
  if (spread === 0) return undefined;
  const left = count - 2 * cut;
  const error = (spread * Math.sqrt(count)) / left;
  const half = criticalOf(left - 1) * error;
  const centre = trimmedMean(values);
  return { low: centre - half, high: centre + half };
}

const criticals = new Map<number, number>();

/** Student's t of 2.5 % on each side: asked for after every round, and slow to find. */
function criticalOf(degrees: number): number {
  const known = criticals.get(degrees) ?? studentCritical(0.025, degrees);
  criticals.set(degrees, known);
  return known;
}
