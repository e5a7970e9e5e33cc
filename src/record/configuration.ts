import { z } from "zod";
import { commitId } from "../model/fields.ts";

const name = z.string();

/** Difference of head's configuration from base's. */
const change = z.strictObject({
  what: z.enum(["added", "removed", "renamed", "changed", "load", "thresholds", "length", "launch"]),
  /** Owner of the thresholds: all rows by default, the server, or pairs of variants. Absent: single rows. */
  of: z.enum(["defaults", "server", "variants"]).optional(),
  /** Rows, variants or keys of the configuration. Untrusted. */
  names: z.array(name),
});

export type ConfigurationChange = z.infer<typeof change>;

/** Commit whose benchmarks and thresholds decided, where the two commits do not have the same. */
export const configuration = z.union([
  z.strictObject({ decides: z.literal("base"), changes: z.array(change).readonly() }),
  /** Base has none, or none that can be used: then `unusable` says why. */
  z.strictObject({ decides: z.literal("head"), unusable: z.string().optional() }),
]);

export type Configuration = z.infer<typeof configuration>;

/** Reason why base could not be measured. A server of base that does not start is a failure of its launches. */
export const baseFailure = z.strictObject({
  stage: z.enum(["checkout", "configuration", "build", "service"]),
  commit: commitId.optional(),
  /** Commit whose configuration named the command. */
  whose: z.enum(["base", "head"]).optional(),
  message: z.string(),
  /** The end of what the command printed. Untrusted. */
  output: z.string().optional(),
});

export type BaseFailure = z.infer<typeof baseFailure>;
