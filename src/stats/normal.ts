/** P(Z > z) of the standard normal distribution; accurate far into the tail. Throws RangeError for NaN. */
export function normalTail(z: number): number {
  if (Number.isNaN(z)) throw new RangeError("the normal distribution of NaN");
  if (z < 0) return 1 - normalTail(-z);
  const density = Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI);
  return z < 2 ? 0.5 - density * centralSum(z) : density / millsFraction(z);
}

/** The z that is exceeded with probability `tail`, by bisection. Throws RangeError unless 0 < tail < 1. */
export function normalCritical(tail: number): number {
  if (!(tail > 0 && tail < 1)) throw new RangeError(`a tail of ${tail} is not between 0 and 1`);
  if (tail > 0.5) return -normalCritical(1 - tail);
  let [low, high] = [0, 40];
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (normalTail(middle) > tail) low = middle;
    else high = middle;
  }
  return high;
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
