/**
 * P-value that heads come up at least `above` times in `above + below` tosses of a fair coin: the exact one-sided sign
 * test. 1 without any toss. Throws RangeError unless both are whole numbers from 0.
 */
export function signTest(above: number, below: number): number {
  const count = above + below;
  if (![above, below].every((value) => Number.isSafeInteger(value) && value >= 0))
    throw new RangeError(`a sign test of ${above} against ${below}`);
  let [term, tail] = [-count * Math.LN2, 0];
  for (let tosses = count; tosses >= above; tosses--) {
    tail += Math.exp(term);
    term += Math.log(tosses / (count - tosses + 1));
  }
  return Math.min(1, tail);
}
