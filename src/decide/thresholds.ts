import { UserError } from "../errors.ts";
import { isOfLoad } from "../metrics/definitions/definition.ts";
import { isMetricId, type MetricId, metric } from "../metrics/metric.ts";
import {
  type ArmSummary,
  type Figures,
  figuresOf,
  measured,
  type RowSummary,
  type Statistic,
  serverRowsOf,
} from "../metrics/summary.ts";
import type { RunThresholds, Threshold } from "../plan/threshold.ts";
import type { RecordThreshold } from "../record/record.ts";
import { serverRow } from "../record/row-ids.ts";
import { type PairedRounds, pairRounds } from "../table/paired-rounds.ts";
import type { Table } from "../table/table.ts";
import { gatesP50 } from "./paired/guards.ts";
import type { Undecidable } from "./reason.ts";

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
  /** True where a change of p50 of the row is gated as well. */
  readonly isBesideP50?: boolean | undefined;
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
function knownThreshold(row: string, threshold: RecordThreshold): Threshold {
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
    const isBesideP50 = own?.some(gatesP50);
    return (own ?? []).map((threshold): Gate => {
      const { metric: id } = threshold;
      const beside = base && paired && { ...gated(ofBase, id), rounds: paired };
      return { row, threshold, ...gated(ofHead, id), isBesideP50, beside };
    });
  });
}

/** The thresholds of variants on their comparison with a reference, applied to every row both were measured on. */
export function referenceGates(table: Table, head: ArmSummary): Gate[] {
  const summaryOf = (row: string) => head.rows.find((summary) => summary.row === row);
  return table.rows.flatMap((row) => {
    const { reference, thresholds = [] } = table.head.arms.find(({ variant }) => variant === row.variant) ?? {};
    const other = table.rows.find(({ key, variant }) => key === row.key && variant === reference);
    if (reference === undefined || !other) return [];
    const [summary, before] = [summaryOf(row.id), summaryOf(other.id)];
    if (!summary?.ok || !before?.ok) return [];
    const roundsOf = ({ statistics }: RowSummary, id: MetricId) => measured(statistics, id)?.rounds ?? [];
    const perArm = (id: MetricId) => ({ base: roundsOf(before, id), head: roundsOf(summary, id) });
    const rounds = { ...pairRounds(other.head, row.head), perArm, modes: undefined };
    const isBesideP50 = thresholds.some(gatesP50);
    return thresholds
      .map((threshold) => knownThreshold(row.id, threshold))
      .filter(({ metric: id, limit }) => metric(id).scope === "row" && limit.kind !== "absolute")
      .filter(({ metric: id }) => isOfLoad(metric(id), row.load))
      .map((threshold) => {
        const { metric: id } = threshold;
        const beside = { summary: before, statistic: before.statistics[id], rounds };
        return { row: row.id, threshold, summary, statistic: summary.statistics[id], isBesideP50, beside, reference };
      });
  });
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
