/** A share as counted: how many there are, and of how many. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's score interval of a share (1927); honest at 0 and 1, unlike the textbook interval. `z` is the number of
 * standard errors on either side. Throws RangeError unless 0 <= count <= of and of > 0.
 */
export function wilsonInterval({ count, of }: Share, z: number): Interval {
  if (!(of > 0 && count >= 0 && count <= of)) throw new RangeError(`${count} of ${of} is not a share`);
  const share = count / of;
  const centre = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const scale = 1 + z ** 2 / of;
  return {
    low: count === 0 ? 0 : (centre - half) / scale,
    high: count === of ? 1 : (centre + half) / scale,
  };
}

/**
 * Interval of the difference `after - before` of two independent shares: Newcombe's hybrid score interval (Statistics in
 * Medicine 17, 1998, method 10), built from the two Wilson intervals. Throws as wilsonInterval.
 */
export function newcombeInterval(before: Share, after: Share, z: number): Interval {
  const [p, q] = [before.count / before.of, after.count / after.of];
  const [first, second] = [wilsonInterval(before, z), wilsonInterval(after, z)];
  return {
    low: q - p - Math.hypot(q - second.low, first.high - p),
    high: q - p + Math.hypot(second.high - q, p - first.low),
  };
}

/**
 * Estimates how many times further apart the shares of clusters lie than those of independent trials would, at least 1:
 * the dispersion by Pearson's statistic (McCullagh and Nelder, Generalized Linear Models, 1989, section 4.5). `shares`
 * are those of the clusters that make up the whole, taken to be of one size. A share of so many trials is worth that of
 * as many divided by this. 1 where nothing can be told: fewer than two clusters, or all trials alike.
 */
export function overdispersion(shares: readonly number[], { count, of }: Share): number {
  const share = count / of;
  if (shares.length < 2 || share === 0 || share === 1) return 1;
  const squares = shares.reduce((sum, one) => sum + (one - share) ** 2, 0);
  return Math.max(1, ((of / shares.length) * squares) / (share * (1 - share)) / (shares.length - 1));
}
