import { z } from "zod";
import { field } from "./fields.ts";

/** Signals by which a deploy asks a server to end. */
const signals = ["TERM", "INT", "QUIT", "HUP"] as const;

/** The key `restart` of a benchmark; `true` stands for the signal that most deploys send. */
export const restartField = z.union([
  z.boolean().transform((isDrill) => (isDrill ? { signal: "TERM" as const } : undefined)),
  z.strictObject({
    signal: field("Signal by which the server is asked to end", z.enum(signals).default("TERM"), "INT"),
  }),
]);

/** A restart of the server with calls of the row under way. */
export type Restart = NonNullable<z.output<typeof restartField>>;
