import type { RecordRow, RunRecord } from "./baseline/record.ts";
import { type BenchmarkEntry, benchmarkName, type Config } from "./config/schema.ts";
import { defaultThresholds, overrideThresholds, type Threshold } from "./config/threshold.ts";
import { metric } from "./stats/metric.ts";

type RecordArm = RunRecord["arms"][number];

/**
 * The record with the thresholds of a configuration that its measurer could not touch, in place of its own. Without one
 * the standard thresholds hold. Benchmarks that the configuration has and the record lacks are warned about.
 */
export function withThresholdsOf(record: RunRecord, config: Config | undefined): RunRecord {
  const general = overrideThresholds(defaultThresholds, config?.thresholds ?? []);
  const own = new Map((config?.benchmarks ?? []).map((one) => [benchmarkName(one), one]));
  const measured = new Set(record.rows.map(({ benchmark }) => benchmark));
  const missing = [...own.keys()].filter((name) => !measured.has(name));
  return {
    ...record,
    // What does not decide is for base to say as well.
    advisory: {},
    serverThresholds: ofScope(general, "server"),
    arms: record.arms.map((arm) => boundBy(config, arm)),
    rows: record.rows.map((row) => ({
      ...row,
      thresholds: ofScope(overrideThresholds(general, thresholdsOn(own.get(row.benchmark), row)), "row"),
    })),
    warnings: [
      ...record.warnings,
      ...missing.map((name) => `${name} is a benchmark of the base branch, but was not measured`),
    ],
  };
}

/** Those of a benchmark, as it is on the row's variant. */
function thresholdsOn(entry: BenchmarkEntry | undefined, { variant }: RecordRow): readonly Threshold[] {
  const cell = entry?.cells.find((one) => one.variant === undefined || one.variant === variant);
  return cell?.benchmark.thresholds ?? [];
}

/** An arm with the bounds that the configuration sets on its variant. */
function boundBy(config: Config | undefined, { thresholds: _own, ...arm }: RecordArm): RecordArm {
  const { reference, thresholds } = config?.variants?.[arm.variant ?? ""] ?? {};
  if (reference === undefined) return arm;
  return { ...arm, reference, ...(thresholds === undefined ? {} : { thresholds: [...thresholds] }) };
}

function ofScope(thresholds: readonly Threshold[], scope: "row" | "server"): Threshold[] {
  return thresholds.filter((threshold) => metric(threshold.metric).scope === scope);
}
