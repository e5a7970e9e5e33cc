import { z } from "zod";
import { field } from "./fields.ts";

/** Signals by which a deploy asks a server to end. */
const signals = ["TERM", "INT", "QUIT", "HUP"] as const;

/** A restart of the server with calls of the row under way. */
export interface Restart {
  readonly signal: (typeof signals)[number];
}

/** The key `restart` of a benchmark; `true` stands for the signal that most deploys send. */
export const restartField = z.union([
  z.boolean().transform((isDrill): Restart | undefined => (isDrill ? { signal: "TERM" } : undefined)),
  z.strictObject({
    signal: field("Signal by which the server is asked to end", z.enum(signals).default("TERM"), "INT"),
  }),
]);
