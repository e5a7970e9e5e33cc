import type { Point } from "./theil-sen.ts";

/** A rise per unit of x, with its 95 % interval. */
export interface Trend {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** End of the warm-up on the axis of x, where there is one. */
  readonly warmUntil?: number;
}

/** Fewer points after the warm-up show no trend. */
const fewestPoints = 20;

/** Student's t of partial sums that is exceeded with a probability of 2.5 %, and its weight of J (Vogelsang, table II). */
const critical = 2.152;
const weight = 0.995;

/** A series that is bent more tells nothing of a line: its interval would be a hundred times as wide. */
const mostBent = 5;

/** Degree of the polynomial beside which a line is held. */
const degree = 9;

/**
 * Rise of an evenly spaced series that was warming up at first. Undefined where it is too short, or too bent to tell.
 *
 * The interval is that of Vogelsang's test by partial sums (Econometrica 66, 1998): it holds for errors that are independent,
 * that are correlated to any degree, and that are a random walk, as the heap of a healthy server may be.
 */
export function trendOf(points: readonly Point[]): Trend | undefined {
  const from = warmUpOf(points);
  const rest = points.slice(from);
  const [first, last] = [rest[0], rest.at(-1)];
  if (!first || !last || rest.length < fewestPoints) return undefined;
  const { slope, error } = lineOfSums(rest.map(({ y }) => y - first.y));
  const bend = bendOf(rest.map(({ y }) => y));
  if (bend > mostBent) return undefined;
  const half = critical * error * Math.exp(weight * bend);
  const step = (last.x - first.x) / (rest.length - 1);
  return {
    estimate: slope / step,
    low: (slope - half) / step,
    high: (slope + half) / step,
    ...(from > 0 ? { warmUntil: first.x } : {}),
  };
}

/**
 * Number of points of the warm-up, which ends where the rest lies closest to one straight line for its length (White's MSER rule,
 * Simulation 69, 1997, with a line in place of the mean), and as many again, but not beyond the middle.
 */
function warmUpOf(points: readonly Point[]): number {
  const values = points.map(({ y }) => y);
  // Rounding makes a straight line no straighter.
  const least = Number.EPSILON * dot(values, values);
  let [best, end] = [Number.POSITIVE_INFINITY, 0];
  for (let start = 0; start <= values.length / 2; start++) {
    const error = Math.max(least, residualSquares(values.slice(start), 1)) / (values.length - start) ** 2;
    if (error < best) [best, end] = [error, start];
  }
  return Math.min(2 * end, Math.floor(values.length / 2));
}

/** Slope of a series by the regression of its partial sums, and its standard error times the root of its length. */
function lineOfSums(values: readonly number[]): { readonly slope: number; readonly error: number } {
  let [sum, aa, ab, bb, az, bz, zz] = [0, 0, 0, 0, 0, 0, 0];
  for (const [index, value] of values.entries()) {
    const a = index + 1;
    const b = (a * (a + 1)) / 2;
    sum += value;
    aa += a * a;
    ab += a * b;
    bb += b * b;
    az += a * sum;
    bz += b * sum;
    zz += sum * sum;
  }
  const determinant = aa * bb - ab * ab;
  const [level, slope] = [(bb * az - ab * bz) / determinant, (aa * bz - ab * az) / determinant];
  const squares = Math.max(0, zz - level * az - slope * bz);
  return { slope, error: Math.sqrt(((squares / values.length) * aa * values.length) / determinant) };
}

/** Returns by how much closer the series lies to a polynomial than to a line, as a share: large where neighbours hang together. */
function bendOf(values: readonly number[]): number {
  const [line, curve] = [residualSquares(values, 1), residualSquares(values, degree)];
  return line <= Number.EPSILON * dot(values, values) ? 0 : line / curve - 1;
}

/** Sum of squared distances from the polynomial of a degree, by orthogonal polynomials (Forsythe, SIAM Journal 5, 1957). */
function residualSquares(values: readonly number[], highest: number): number {
  const { length } = values;
  const x = values.map((_, index) => (2 * index) / Math.max(1, length - 1) - 1);
  const residuals = [...values];
  let [before, own] = [new Array<number>(length).fill(0), new Array<number>(length).fill(1)];
  let normBefore = 1;
  for (let power = 0; power <= highest; power++) {
    const norm = dot(own, own);
    const share = dot(residuals, own) / norm;
    for (let index = 0; index < length; index++) residuals[index] = (residuals[index] ?? 0) - share * (own[index] ?? 0);
    const shift = own.reduce((sum, value, index) => sum + (x[index] ?? 0) * value * value, 0) / norm;
    const pull = power === 0 ? 0 : norm / normBefore;
    const next = own.map((value, index) => ((x[index] ?? 0) - shift) * value - pull * (before[index] ?? 0));
    [before, own, normBefore] = [own, next, norm];
  }
  return dot(residuals, residuals);
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}
