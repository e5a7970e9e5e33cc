import { median } from "./describe.ts";

/** A point of a line: what was varied, and what was seen. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Slope of the line through points: the median of the slopes between all pairs, so that a few points far off, as steps of
 * a growing heap are, hardly move it (Theil 1950; Sen, JASA 63, 1968). Undefined where no two points differ in x.
 * Quadratic in time and memory: for up to a few hundred points.
 */
export function theilSen(points: readonly Point[]): number | undefined {
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).flatMap((other) => (other.x === one.x ? [] : [(other.y - one.y) / (other.x - one.x)])),
  );
  return slopes.length > 0 ? median(slopes) : undefined;
}
