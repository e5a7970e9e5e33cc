/** Milliseconds on a monotonic clock with microsecond resolution; the origin means nothing. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => performance.now() };
