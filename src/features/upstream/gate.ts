import { benchmarkName } from "../../config/schema/benchmark-fields.ts";
import type { Config } from "../../config/schema/schema.ts";
import { readOnce } from "../../model/quantity.ts";
import type { Plan, Row } from "../../plan/plan.ts";
import { ofLoad, overrideThresholds, type Threshold, thresholdsSchema } from "../../plan/threshold.ts";

const standard = overrideThresholds([], thresholdsSchema.parse({ upstream_requests: "+10%" }, readOnce));

/** Adds the standard limit on requests to the API, which only a recorded one has, where the configuration has none of its own. */
export function withGate(plan: Plan, config: object): Plan {
  const { thresholds = [], benchmarks = [] } = config as Partial<Config>;
  if (thresholds.some(isOwn)) return plan;
  const named = new Set(benchmarks.filter((one) => one.thresholds?.some(isOwn)).map(benchmarkName));
  const limited = (row: Row): readonly Threshold[] =>
    named.has(row.benchmark) || row.thresholds.some(isOwn)
      ? row.thresholds
      : [...row.thresholds, ...ofLoad(standard, row.load)];
  return {
    ...plan,
    rows: plan.rows.map((row) => ({ ...row, thresholds: limited(row) })),
    defaultThresholds: [...plan.defaultThresholds, ...standard],
  };
}

function isOwn({ metric }: { readonly metric: string }): boolean {
  return metric === "upstream_requests";
}
