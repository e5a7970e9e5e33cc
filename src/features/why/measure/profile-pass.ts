import type { Pass, PassOptions } from "../../../measure/pass.ts";
import { profileKeeper } from "../keeper.ts";
import type { Effort } from "./profile-rows.ts";
import { allTargets, profilesMs, regressedTargets } from "./targets.ts";

/** Makes the pass that profiles the servers: of rows that regressed, or of all. `effort`: for one row; absent: the usual one. */
export async function makeProfilePass(options: PassOptions, effort?: Effort): Promise<Pass> {
  return {
    finds: "the profile",
    isWanted: ({ profile }) => profile !== undefined,
    expectedMs: ({ rows, rounds }, regressed) =>
      profilesMs(regressedTargets(regressed, rows).length, rounds.timeBudgetMs),
    run: async ({ context, regressed, untilMs }) => {
      const { plan, progress, clock } = context;
      const worst = regressedTargets(regressed, plan.rows);
      const targets = plan.profile === "always" ? allTargets(plan.rows, worst) : worst;
      if (targets.length === 0) return {};
      const from = clock.now();
      const name = "profiling the servers";
      progress({ kind: "stage", name });
      // Loaded late: most runs profile nothing.
      const { profileRows } = await import("./profile-rows.ts");
      const profiles = await profileRows(targets, { context, untilMs, keep: profileKeeper(options), effort });
      progress({ kind: "stage", name, durationMs: clock.now() - from });
      return { profiles };
    },
  };
}
