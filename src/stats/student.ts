import { gammaln } from "simple-statistics";

/** P(T > t) for Student's t with `df` > 0 degrees of freedom; accurate far into the tail (Abramowitz and Stegun 26.7.1). */
export function studentTail(t: number, df: number): number {
  if (Number.isNaN(t) || !(df > 0)) throw new RangeError(`Student's t of ${t} with ${df} degrees of freedom`);
  const tail = incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2;
  return t >= 0 ? tail : 1 - tail;
}

/** The t that is exceeded with probability `tail`, by bisection. Throws RangeError unless 0 < tail < 1 and df > 0. */
export function studentCritical(tail: number, df: number): number {
  if (!(tail > 0 && tail < 1)) throw new RangeError(`a tail of ${tail} is not between 0 and 1`);
  if (tail > 0.5) return -studentCritical(1 - tail, df);
  let [low, high] = [0, 1];
  while (studentTail(high, df) > tail) [low, high] = [high, high * 2];
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (studentTail(middle, df) > tail) low = middle;
    else high = middle;
  }
  return high;
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
