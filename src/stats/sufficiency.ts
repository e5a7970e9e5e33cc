/** Fewest samples beyond a quantile for it to say anything about the tail. */
const beyond = 10;

/**
 * Fewest samples from which a quantile is worth reading: ten beyond it, so p50 needs 20, p95 200, p99 1000.
 * Throws RangeError unless 0 < q < 1.
 */
export function samplesNeeded(q: number): number {
  if (!(q > 0 && q < 1)) throw new RangeError(`quantile ${q} is not between 0 and 1`);
  // 10 / (1 - 0.95) is 199.999…8 or 200.000…2 depending on rounding: cut the noise off before rounding up.
  return Math.ceil(Number((beyond / (1 - q)).toPrecision(12)));
}
