import { ownValue } from "../base/json.ts";
import { UserError } from "../errors.ts";
import { isMetricId, type MetricId, metric } from "../metrics/metric.ts";
import type { ArmSummary, RowSummary, Statistic, Statistics } from "../metrics/summary.ts";
import type { Threshold } from "../plan/threshold.ts";
import type { RecordThreshold } from "../record/record.ts";
import { isServerRow, serverRow, serverRowOf, serverVariant } from "../record/row-ids.ts";
import type { PairedRounds } from "../table/paired-rounds.ts";
import type { Table } from "../table/table.ts";
import type { Undecidable } from "./reason.ts";

/** The thresholds of a run, by row id; those of the server under `serverRow`. */
export type RunThresholds = ReadonlyMap<string, readonly Threshold[]>;

/** Figures of one row or server of a run. */
export interface Figures {
  /** Hash of what they are figures of. */
  readonly hash: string;
  readonly statistics: Statistics;
  /** Absent for a server. */
  readonly summary?: RowSummary;
}

/** The figures of one side that a threshold is about. */
interface GatedFigures {
  /** Absent for metrics of the server. */
  readonly summary?: RowSummary | undefined;
  readonly statistic: Statistic | undefined;
}

/** A threshold applied to one row, or to the server, of one run. */
export interface Gate extends GatedFigures {
  readonly row: string;
  readonly threshold: Threshold;
  /** The variant that it compares with instead of base. */
  readonly reference?: string;
  /** Figures measured beside it, round by round: of base, or of the reference of a variant. */
  readonly beside?: (GatedFigures & { readonly rounds: PairedRounds }) | undefined;
}

/** Reads the thresholds a record carries. Throws UserError on a metric this version does not know: no gate is dropped silently. */
export function thresholdsOf(table: Table): RunThresholds {
  const read = (row: string, thresholds: readonly RecordThreshold[]) =>
    [row, thresholds.map((threshold) => knownThreshold(row, threshold))] as const;
  return new Map([...table.rows.map((row) => read(row.id, row.thresholds)), read(serverRow, table.serverThresholds)]);
}

/** Returns why figures only inform, such as those of two servers; undefined where they decide. */
export function whyUndecidable({ quick, rounds }: Table): Undecidable | undefined {
  if (quick) return { code: "quick" };
  const replaced = rounds.flatMap(({ launches }) => launches).find(({ server }) => server);
  return replaced && { code: "replaced", arm: replaced.arm };
}

/** A threshold of a record on a row, or on the server. Throws UserError on an unknown metric. */
export function knownThreshold(row: string, threshold: RecordThreshold): Threshold {
  const { metric: id } = threshold;
  if (!isMetricId(id))
    throw new UserError(`the record has a threshold on the unknown metric ${JSON.stringify(id)}`, {
      where: row,
      fix: "measure again with this version of mcp-bench",
    });
  return { ...threshold, metric: id };
}

/** Every threshold with the figure of head it applies to. A row's thresholds may name server metrics: they apply to the server. */
export function gatesOf(
  head: ArmSummary,
  thresholds: RunThresholds,
  base?: { readonly summary: ArmSummary; readonly table: Table },
): Gate[] {
  const rounds = new Map(
    [...(base?.table.rows ?? []), ...(base?.table.servers ?? [])].map((one) => [one.id, one.paired]),
  );
  const all = [
    ...head.rows.map(({ row }) => ({ row, scope: "row", of: row })),
    ...serverRowsOf(head).map((row) => ({ row, scope: "server", of: serverRow })),
  ];
  return all.flatMap(({ row, scope, of }) => {
    // Changes of the tool lists are judged in breaking-changes.ts.
    const own = thresholds.get(of)?.filter(({ metric: id }) => metric(id).scope === scope && id !== "breaking_changes");
    const [ofHead, ofBase, paired] = [figuresOf(head, row), base && figuresOf(base.summary, row), rounds.get(row)];
    const gated = (figures: Figures | undefined, id: MetricId): GatedFigures => {
      return { summary: figures?.summary, statistic: figures?.statistics[id] };
    };
    return (own ?? []).map((threshold): Gate => {
      const { metric: id } = threshold;
      const beside = base && paired && { ...gated(ofBase, id), rounds: paired };
      return { row, threshold, ...gated(ofHead, id), beside };
    });
  });
}

/** Returns the figures of a row, or of a server, on one arm; undefined for a row that it lacks. */
export function figuresOf(arm: ArmSummary, row: string): Figures | undefined {
  if (isServerRow(row)) return { hash: arm.serverHash, statistics: serverStatistics(arm, row) ?? {} };
  const summary = arm.rows.find((one) => one.row === row);
  return summary && { hash: summary.configHash, statistics: summary.statistics, summary };
}

/** The row ids of the server metrics: one for each variant, where there are variants. */
export function serverRowsOf({ servers }: ArmSummary): string[] {
  return servers ? Object.keys(servers).map(serverRowOf) : [serverRow];
}

/** The server metrics that a row id stands for. */
export function serverStatistics(summary: ArmSummary, row: string): Statistics | undefined {
  const variant = serverVariant(row);
  return variant === undefined ? summary.server : ownValue(summary.servers ?? {}, variant);
}

/** Counts the gates that can fail the run statistically: the evidence needed of each grows with their number. */
export function gatedCount(gates: readonly Gate[]): number {
  const deciding = gates.filter(
    ({ threshold }) =>
      threshold.level === "fail" && threshold.limit.kind !== "absolute" && metric(threshold.metric).kind === "noisy",
  );
  // Warnings alone are judged as one gate would be.
  return Math.max(1, deciding.length);
}
