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
  for (let index = 0; index < source.length; index++) sorted.push(source[index] ?? 0);
  return source === values ? insertionSort(sorted) : sorted;
}

function insertionSort(values: number[]): number[] {
  for (let end = 1; end < values.length; end++) {
    const value = values[end] ?? 0;
    let place = end;
    for (; place > 0 && (values[place - 1] ?? 0) > value; place--) values[place] = values[place - 1] ?? 0;
    values[place] = value;
  }
  return values;
}
