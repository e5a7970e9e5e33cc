import { z } from "zod";
import { milliseconds, positive } from "../fields.ts";
import { everyLoad, fairBlocks, type LoadKind, type LoadSettings, pausedMs, tenthOf } from "./load-kind.ts";

/** So many requests in flight at any time: the next is sent when one is answered. */
export const closedLoad = z.strictObject({
  kind: z.literal("closed"),
  concurrency: positive,
  /** Pause between a reply and the next request, in no figure. Only with one in flight. */
  delayMs: milliseconds.optional(),
  ...everyLoad,
});

export type ClosedLoad = z.infer<typeof closedLoad>;

const standard = { concurrency: 1, requests: 100 };

export function makeClosed({ common, extent, concurrency, delayMs }: LoadSettings): ClosedLoad {
  const inFlight = concurrency ?? common.sessions ?? standard.concurrency;
  return { kind: "closed", concurrency: inFlight, ...common, requests: standard.requests, ...extent, delayMs };
}

export const closed: LoadKind<ClosedLoad> = {
  keys: [],
  label: ({ concurrency }, { count }) => `${count(concurrency)} in flight`,
  // Enough to fill the connection twice over.
  blocks: (load) => fairBlocks(load, { fewest: 2 * load.concurrency, wave: load.concurrency }),
  leastMs: pausedMs,
  // Never fewer requests than are to be in flight at a time.
  quick: (load) => tenthOf(load, Math.max(2, load.concurrency)),
  answered: ({ kind, concurrency }) => ({ kind, concurrency }),
  pace: ({ concurrency }) => ({ field: "concurrency", value: concurrency }),
};
