/**
 * P-values adjusted so that taking those up to q keeps the expected share of false discoveries at q (Benjamini and
 * Hochberg, 1995), in the order given. With p = 1/E from e-values this holds whatever the dependence between them (Wang
 * and Ramdas, 2022). Throws RangeError for a value outside [0, 1].
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  for (const p of pValues) if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is not a p-value`);
  const count = pValues.length;
  const largestFirst = pValues.map((p, index) => ({ p, index })).sort((a, b) => b.p - a.p);
  const adjusted = new Array<number>(count).fill(1);
  let least = 1;
  for (const [place, { p, index }] of largestFirst.entries()) {
    least = Math.min(least, (p * count) / (count - place));
    adjusted[index] = least;
  }
  return adjusted;
}
