const stepsPerUnit = 5_000;

/**
 * Computes for `units` (fractions allowed) times about ten microseconds and gives a checksum, the same for the same
 * units on every machine. Source of the generator: Marsaglia, Xorshift RNGs (2003), the 32-bit triple 13, 17, 5.
 */
export function doWork(units: number): number {
  let state = 0x9e3779b9;
  for (let step = Math.round(units * stepsPerUnit); step > 0; step--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
  }
  return state >>> 0;
}
