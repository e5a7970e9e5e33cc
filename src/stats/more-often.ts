/** Occurrences on either side of one round. */
export interface Pair {
  readonly before: boolean;
  readonly after: boolean;
}

/** Chances of it in a launch that are played against each other. */
const chances = [0.02, 0.2, 0.5, 0.8, 0.98];

const bets = chances.flatMap((before, index) => chances.slice(index + 1).map((after) => ({ before, after })));

/**
 * Evidence (an e-value) that something happens more often after than before, one pair of launches per round. Each bet is the
 * likelihood of a pair under two chances over that under their mean, which averages at most 1 where both sides have the same
 * chance, whatever it is and however it changes from round to round (Turner, Ly and Grünwald, "Generic E-variables for exact
 * sequential k-sample tests that allow for optional stopping", 2024). So the mean of their products reaches K at any look with
 * probability at most 1/K. A sign test would not count the rounds in which both sides agree.
 */
export function evidenceMoreOften(pairs: readonly Pair[]): number {
  const wealth = bets.map(({ before, after }) => {
    const either = (before + after) / 2;
    return pairs.reduce((product, pair) => {
      const apart = chanceOf(pair.before, before) * chanceOf(pair.after, after);
      return (product * apart) / (chanceOf(pair.before, either) * chanceOf(pair.after, either));
    }, 1);
  });
  return wealth.reduce((sum, one) => sum + one, 0) / wealth.length;
}

function chanceOf(happened: boolean, chance: number): number {
  return happened ? chance : 1 - chance;
}

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
