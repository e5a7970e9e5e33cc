import type { Load } from "./workload.ts";

/** Which of several processes that make the load of one run together. */
export interface GeneratorPlace {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** Of a run by one process. */
export const onlyGenerator: GeneratorPlace = { index: 1, count: 1 };

export interface Generator extends GeneratorPlace {
  /** When the first round of all of them begins, in UTC. */
  readonly startAt: string;
}

/** How many of `whole` things that are dealt out one by one a generator has. */
export function dealt(whole: number, { index, count }: GeneratorPlace): number {
  return Math.floor((whole + count - index) / count);
}

/** Which of all things, from 0, a generator's own ones are: `own` counts them from 0. */
export function numberAmongAll(own: number, { index, count }: GeneratorPlace): number {
  return index - 1 + own * count;
}

/** Which of its own things, from 0, a generator has at a number among all; undefined where it is another's. */
export function ownNumber(amongAll: number, { index, count }: GeneratorPlace): number | undefined {
  const own = (amongAll - (index - 1)) / count;
  return Number.isInteger(own) && own >= 0 ? own : undefined;
}

/** What of a load is a generator's. A rate stays whole: of its one schedule a generator makes every n-th request. */
export function shareOf(load: Load, place: GeneratorPlace): Load {
  const sessions = load.sessions === undefined ? {} : { sessions: dealt(load.sessions, place) };
  const share = { ...load, warmup: dealt(load.warmup, place), ...sessions };
  switch (share.kind) {
    case "closed":
      return { ...share, concurrency: dealt(share.concurrency, place) };
    case "open":
      return { ...share, maxInFlight: dealt(share.maxInFlight, place) };
    case "batch":
    case "search":
      throw new RangeError("only rates and requests in flight can be shared out");
  }
}

/** Of one sequence that all generators draw alike, what falls to this one. */
export function dealtOut<Drawn>(draw: () => Drawn, { index, count }: GeneratorPlace): () => Drawn {
  let others = index - 1;
  return () => {
    for (; others > 0; others--) draw();
    others = count - 1;
    return draw();
  };
}
