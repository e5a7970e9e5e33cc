/** Refuses what no statistic is defined for; NaN would otherwise pass silently through sorting and comparing. */
export function requireSample(values: ArrayLike<number>, what: string): void {
  if (values.length === 0) throw new RangeError(`${what} of no values`);
  for (let index = 0; index < values.length; index++) {
    if (!Number.isFinite(values[index]))
      throw new RangeError(`${what} of a value that is not finite (${values[index]})`);
  }
}

/** A sorted copy, ascending. Throws RangeError when empty or not finite. */
export function sortedSample(values: ArrayLike<number>, what: string): number[] {
  requireSample(values, what);
  const sorted: number[] = [];
  // Array.from would go through an iterator, which takes longer than sorting a few values does.
  new Float64Array(values).sort().forEach((value) => void sorted.push(value));
  return sorted;
}
