import { median } from "./describe.ts";

/**
 * Centre of a symmetric distribution: the median of the means of all pairs, each value with itself included (Hodges and
 * Lehmann, 1963). Nearly as precise as the mean on clean data and unmoved by a quarter of wild values. Quadratic in time
 * and memory: for up to a few hundred values. Throws RangeError when empty or not finite.
 */
export function hodgesLehmann(values: readonly number[]): number {
  return median(values.flatMap((one, place) => values.slice(place).map((other) => (one + other) / 2)));
}
