import { z } from "zod";

const count = z.number().int().nonnegative();

/** What went over HTTP in the blocks of one row, on one arm in one round; warm-up and set-up are left out. */
export const recordNetwork = z.strictObject({
  /** Bytes both ways, heads of requests and replies included. */
  sentBytes: count,
  receivedBytes: count,
  requests: count,
  /** Connections established and failed meanwhile; every request beyond `opened` used one that was there. */
  opened: count,
  failed: count,
  /** Mean size of a compressed body over a small sample; absent where none was small enough, and of batches. */
  requestGzipBytes: z.number().nonnegative().optional(),
  responseGzipBytes: z.number().nonnegative().optional(),
});

export type RecordNetwork = z.infer<typeof recordNetwork>;
