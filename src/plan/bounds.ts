import type { RunRecord } from "../record/record.ts";
import type { Row } from "./plan.ts";
import { ofLoad, type Threshold } from "./threshold.ts";

/** All thresholds of a configuration, without its files and servers. */
export interface Bounds {
  readonly rows: readonly Pick<Row, "id" | "benchmark" | "thresholds">[];
  /** Thresholds of a row that has none of its own. */
  readonly defaultThresholds: readonly Threshold[];
  readonly serverThresholds: readonly Threshold[];
  readonly arms: readonly BoundArm[];
}

/** Bounds of an arm against another variant. */
interface BoundArm {
  readonly variant?: string | undefined;
  readonly reference?: string | undefined;
  readonly thresholds?: readonly Threshold[] | undefined;
}

/** Returns the bounds of a variant of head against another; undefined without any. */
export function referenceOf(
  { arms }: Pick<Bounds, "arms">,
  { variant }: { readonly variant?: string | undefined },
): { readonly reference: string; readonly thresholds?: Threshold[] } | undefined {
  const bound = arms.find((arm) => variant !== undefined && arm.variant === variant);
  if (bound?.reference === undefined) return undefined;
  const { reference, thresholds } = bound;
  return { reference, ...(thresholds === undefined ? {} : { thresholds: [...thresholds] }) };
}

/**
 * The record under thresholds that its measurer could not touch, in place of its own: those of the base commit's configuration.
 * Warns about benchmarks that have thresholds there and were not measured.
 */
export function withBounds(record: RunRecord, bounds: Bounds): RunRecord {
  const known = new Map(bounds.rows.map(({ id, thresholds }) => [id, thresholds]));
  const measured = new Set(record.rows.map(({ benchmark }) => benchmark));
  const missing = [...new Set(bounds.rows.map(({ benchmark }) => benchmark))].filter((name) => !measured.has(name));
  return {
    ...record,
    serverThresholds: [...bounds.serverThresholds],
    arms: record.arms.map(({ thresholds: _own, ...arm }) => ({ ...arm, ...referenceOf(bounds, arm) })),
    rows: record.rows.map((row) => ({
      ...row,
      thresholds: [...(known.get(row.id) ?? ofLoad(bounds.defaultThresholds, row.load))],
    })),
    warnings: [
      ...record.warnings,
      ...missing.map((name) => ({
        code: "other" as const,
        text: `${name} is a benchmark of the base branch, but was not measured`,
      })),
    ],
  };
}
