/** So many of so many. */
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
