import { digest } from "../../base/host/digest.ts";
import type { Plan, Row } from "../../plan/plan.ts";
import type { Load } from "../../plan/workload.ts";

const shortestMs = 200;

interface QuickOptions {
  readonly rounds?: number | undefined;
  /** Absent: the rounds take as long as they take. */
  readonly timeBudgetMs?: number | undefined;
}

/**
 * The plan of `--quick`: the same rows with a tenth of the requests, warm-up, durations and pauses, in one launch and one
 * round (`rounds`, where given). What one request or one batch is stays as it is. The figures decide nothing, and are
 * not comparable with those of a full run.
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
    serverHash: quickHash(plan.serverHash),
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
    configHash: quickHash(row.configHash),
  };
}

/** Never fewer requests than are to be in flight at a time. */
function quickLoad(load: Load): Load {
  const { requests, durationMs } = load;
  // A batch is large, and a quick look does not care for its first one.
  const warmup = load.kind === "batch" ? Math.floor(load.warmup / 10) : Math.ceil(load.warmup / 10);
  // As many steps, or it would be found no more.
  if (load.kind === "search") return { ...load, warmup };
  if (requests === undefined) {
    const shorterMs = Math.max(durationMs / 10, Math.min(durationMs, shortestMs));
    if (load.kind !== "open" || !load.stages) return { ...load, warmup, durationMs: shorterMs };
    const stages = load.stages.map((stage) => ({ ...stage, durationMs: (stage.durationMs * shorterMs) / durationMs }));
    return { ...load, warmup, durationMs: shorterMs, stages };
  }
  const least = load.kind === "closed" ? Math.max(2, load.concurrency) : load.kind === "open" ? 2 : 1;
  return { ...load, warmup, requests: Math.max(Math.ceil(requests / 10), Math.min(requests, least)) };
}

function quickHash(hash: string): string {
  return digest({ quick: hash });
}
