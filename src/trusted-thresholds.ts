import type { RunRecord } from "./baseline/record.ts";
import { benchmarkName, type Config } from "./config/schema.ts";
import { defaultThresholds, overrideThresholds, type Threshold } from "./config/threshold.ts";
import { metric } from "./stats/metric.ts";

/**
 * The record with the thresholds of a configuration that its measurer could not touch, in place of its own. Without one
 * the standard thresholds hold. Benchmarks that the configuration has and the record lacks are warned about.
 */
export function withThresholdsOf(record: RunRecord, config: Config | undefined): RunRecord {
  const general = overrideThresholds(defaultThresholds, config?.thresholds ?? []);
  const own = new Map((config?.benchmarks ?? []).map((one) => [benchmarkName(one), one.thresholds ?? []]));
  const measured = new Set(record.rows.map(({ benchmark }) => benchmark));
  const missing = [...own.keys()].filter((name) => !measured.has(name));
  return {
    ...record,
    // What does not decide is for base to say as well.
    advisory: {},
    serverThresholds: ofScope(general, "server"),
    rows: record.rows.map((row) => ({
      ...row,
      thresholds: ofScope(overrideThresholds(general, own.get(row.benchmark) ?? []), "row"),
    })),
    warnings: [
      ...record.warnings,
      ...missing.map((name) => `${name} is a benchmark of the base branch, but was not measured`),
    ],
  };
}

function ofScope(thresholds: readonly Threshold[], scope: "row" | "server"): Threshold[] {
  return thresholds.filter((threshold) => metric(threshold.metric).scope === scope);
}
