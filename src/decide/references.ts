import { isOfLoad } from "../metrics/definitions/definition.ts";
import { type MetricId, metric } from "../metrics/metric.ts";
import { type ArmSummary, measured, type RowSummary } from "../metrics/summary.ts";
import { pairRounds } from "../table/paired-rounds.ts";
import type { Table } from "../table/table.ts";
import type { Judge } from "./judge.ts";
import { type Pairing, pairedJudge } from "./paired/paired.ts";
import { type Gate, knownThreshold } from "./thresholds.ts";

/** The thresholds of variants on their comparison with a reference, applied to every row both were measured on. */
export function referenceGates(table: Table, head: ArmSummary): Gate[] {
  const summaryOf = (row: string): RowSummary | undefined => head.rows.find((summary) => summary.row === row);
  return table.rows.flatMap((row) => {
    const { reference, thresholds = [] } = table.head.arms.find(({ variant }) => variant === row.variant) ?? {};
    const other = table.rows.find(({ key, variant }) => key === row.key && variant === reference);
    if (reference === undefined || !other) return [];
    const [summary, before] = [summaryOf(row.id), summaryOf(other.id)];
    if (!summary?.ok || !before?.ok) return [];
    const roundsOf = ({ statistics }: RowSummary, id: MetricId) => measured(statistics, id)?.rounds ?? [];
    const perArm = (id: MetricId) => ({ base: roundsOf(before, id), head: roundsOf(summary, id) });
    const rounds = { ...pairRounds(other.head, row.head), perArm, modes: undefined };
    return thresholds
      .map((threshold) => knownThreshold(row.id, threshold))
      .filter(({ metric: id, limit }) => metric(id).scope === "row" && limit.kind !== "absolute")
      .filter(({ metric: id }) => isOfLoad(metric(id), row.load))
      .map((threshold) => {
        const { metric: id } = threshold;
        const beside = { summary: before, statistic: before.statistics[id], rounds };
        return { row: row.id, threshold, summary, statistic: summary.statistics[id], beside, reference };
      });
  });
}

/** Judges variants against their references, round by round: both were measured side by side. */
export function referenceJudge(pairing: Pairing): Judge {
  return pairedJudge(pairing, () => ({
    state: "inconclusive",
    reason: { code: "no-figure" },
  }));
}
