import { studentCritical } from "../src/stats/distributions.ts";
import { keptPlaces, trimmedInterval } from "../src/stats/trimmed.ts";

/** Standard error of a trimmed mean, from its interval. NaN where that does not exist. */
export function standardError(values: readonly number[]): number {
  const { low, high } = trimmedInterval(values) ?? { low: Number.NaN, high: Number.NaN };
  return (high - low) / 2 / studentCritical(0.025, keptPlaces(values).length - 1);
}
