import { digest } from "../../base/host/digest.ts";
import { quickLoad } from "../../model/load.ts";
import type { Plan, Row } from "../../plan/plan.ts";

type QuickOptions = { readonly [Option in "rounds" | "timeBudgetMs"]?: number | undefined };

/**
 * The plan of `--quick`: the same rows with a tenth of the requests, warm-up, durations and pauses, in one launch and one
 * round, or as many as given. The figures decide nothing. Without `timeBudgetMs` there is no limit of time.
 */
export function quickPlan(plan: Plan, { rounds = 1, timeBudgetMs }: QuickOptions = {}): Plan {
  // Nothing is gated that a leak check could tell of, or that could be found regressed.
  const { leakCheck: _leakCheck, profile, ...rest } = plan;
  return {
    ...rest,
    ...(profile === "always" ? { profile } : {}),
    quick: true,
    rows: plan.rows.map((row) => quickRow(row, rounds)),
    defaults: quickLoad(plan.defaults),
    serverHash: digest({ quick: plan.serverHash }),
    rounds: { kind: "fixed", min: rounds, max: rounds, timeBudgetMs },
    cooldownMs: plan.cooldownMs / 10,
  };
}

function quickRow({ rounds: own, ...row }: Row, rounds: number): Row {
  return {
    ...row,
    ...(own === undefined ? {} : { rounds: Math.min(own, rounds) }),
    load: quickLoad(row.load),
    ...(row.setup ? { setup: { ...row.setup, processes: 1 } } : {}),
    ...(row.cooldownMs === undefined ? {} : { cooldownMs: row.cooldownMs / 10 }),
    configHash: digest({ quick: row.configHash }),
  };
}
