import { UserError } from "../../errors.ts";
import type { Companion, CompanionOptions } from "../../measure/companion.ts";
import { upstreamOf } from "./upstream-schema.ts";

/** Makes the helper that answers the servers of a run from their recordings. */
export async function makeReplayCompanion({ head }: CompanionOptions): Promise<Companion | undefined> {
  if (upstreamOf(head.config) === undefined) return undefined;
  return {
    start: async () => {
      throw new UserError("recordings cannot be replayed yet", { where: "upstream" });
    },
  };
}
