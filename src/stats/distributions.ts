import { gammaln } from "simple-statistics";

/** P(Z > z) of the standard normal distribution; accurate far into the tail. Throws RangeError for NaN. */
export function normalTail(z: number): number {
  if (Number.isNaN(z)) throw new RangeError("the normal distribution of NaN");
  if (z < 0) return 1 - normalTail(-z);
  const density = Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI);
  return z < 2 ? 0.5 - density * centralSum(z) : density / millsFraction(z);
}

/** The z that is exceeded with probability `tail`. Throws RangeError unless 0 < tail < 1. */
export function normalCritical(tail: number): number {
  return criticalOf(`${tail}`, tail, normalTail);
}

/** P(T > t) for Student's t with `df` > 0 degrees of freedom; accurate far into the tail (Abramowitz and Stegun 26.7.1). */
export function studentTail(t: number, df: number): number {
  if (Number.isNaN(t) || !(df > 0)) throw new RangeError(`Student's t of ${t} with ${df} degrees of freedom`);
  const tail = incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2;
  return t >= 0 ? tail : 1 - tail;
}

/** The t that is exceeded with probability `tail`. Throws RangeError unless 0 < tail < 1 and df > 0. */
export function studentCritical(tail: number, df: number): number {
  return criticalOf(`${tail} ${df}`, tail, (t) => studentTail(t, df));
}

/** Critical values by what they are of: they are slow to find, and the same are asked for after every round. */
const criticals = new Map<string, number>();

/** The value that a distribution about 0 exceeds with probability `tail`, by bisection. */
function criticalOf(key: string, tail: number, tailBeyond: (value: number) => number): number {
  if (!(tail > 0 && tail < 1)) throw new RangeError(`a tail of ${tail} is not between 0 and 1`);
  const known = criticals.get(key);
  if (known !== undefined) return known;
  const upper = Math.min(tail, 1 - tail);
  let [low, high] = [0, 1];
  while (tailBeyond(high) > upper) [low, high] = [high, high * 2];
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (tailBeyond(middle) > upper) low = middle;
    else high = middle;
  }
  const found = tail > 0.5 ? -high : high;
  criticals.set(key, found);
  return found;
}

/** z + z³/3 + z⁵/(3·5) + … (Abramowitz and Stegun 26.2.11). */
function centralSum(z: number): number {
  let [sum, term] = [z, z];
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= z ** 2 / odd;
    sum += term;
  }
  return sum;
}

/** z + 1/(z + 2/(z + 3/(z + …))) (Abramowitz and Stegun 26.2.14), from the far end. */
function millsFraction(z: number): number {
  let value = z;
  for (let term = 300; term >= 1; term--) value = z + term / value;
  return value;
}

/** Regularised incomplete beta function by its continued fraction (DLMF 8.17.22), on the side where that converges fast. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  return front / betaFraction(x, a, b);
}

/** 1 + d1/(1 + d2/(1 + …)), from the far end: 400 terms are ample for every a and b used here. */
function betaFraction(x: number, a: number, b: number): number {
  let value = 1;
  for (let term = 400; term >= 1; term--) {
    const m = Math.floor(term / 2);
    const coefficient =
      term % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    value = 1 + coefficient / value;
  }
  return value;
}
