/** Refuses what no statistic is defined for; NaN would otherwise pass silently through sorting and comparing. */
export function requireSample(values: ArrayLike<number>, what: string): void {
  if (values.length === 0) throw new RangeError(`${what} of no values`);
  for (let index = 0; index < values.length; index++) {
    if (!Number.isFinite(values[index]))
      throw new RangeError(`${what} of a value that is not finite (${values[index]})`);
  }
}

/** So few values are sorted sooner by inserting one after the other than by a call of the engine's own sort. */
const few = 32;

/** A sorted copy, ascending. Throws RangeError when empty or not finite. */
export function sortedSample(values: ArrayLike<number>, what: string): number[] {
  requireSample(values, what);
  const source = values.length > few ? new Float64Array(values).sort() : values;
  const sorted: number[] = [];
  for (let index = 0; index < source.length; index++) {
    const value = source[index] ?? 0;
    let place = index;
    for (; place > 0 && (sorted[place - 1] ?? 0) > value; place--) sorted[place] = sorted[place - 1] ?? 0;
    sorted[place] = value;
  }
  return sorted;
}
