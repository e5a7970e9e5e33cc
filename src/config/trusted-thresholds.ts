import { boundsByRow, referenceOf } from "../plan/bounds.ts";
import type { RunRecord } from "../record/record.ts";
import { boundsOf } from "./expand/bounds-of-config.ts";
import type { Config } from "./schema/schema.ts";

/**
 * The record with the thresholds of a configuration that its measurer could not touch, in place of its own. Without one
 * the standard thresholds hold. Benchmarks that the configuration has and the record lacks are warned about.
 */
export function withThresholdsOf(record: RunRecord, config: Config | undefined): RunRecord {
  const bounds = boundsOf(config);
  const boundsOfRow = boundsByRow(bounds);
  const measured = new Set(record.rows.map(({ benchmark }) => benchmark));
  const missing = [...new Set(bounds.rows.map(({ benchmark }) => benchmark))].filter((name) => !measured.has(name));
  return {
    ...record,
    // What does not decide is for base to say as well.
    advisory: {},
    serverThresholds: [...bounds.serverThresholds],
    arms: record.arms.map(({ thresholds: _own, ...arm }) => ({ ...arm, ...referenceOf(bounds, arm) })),
    rows: record.rows.map((row) => ({ ...row, thresholds: [...(boundsOfRow(row.id) ?? bounds.defaultThresholds)] })),
    warnings: [
      ...record.warnings,
      ...missing.map((name) => `${name} is a benchmark of the base branch, but was not measured`),
    ],
  };
}
