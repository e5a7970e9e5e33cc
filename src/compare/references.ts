import { isOfLoad } from "../metrics/definitions/definition.ts";
import { metric } from "../metrics/metric.ts";
import type { ArmSummary, RowSummary } from "../metrics/summary.ts";
import type { RecordRow, RunRecord } from "../record/record.ts";
import { finding, isMeasured } from "./judge.ts";
import { pairedJudge } from "./paired/paired.ts";
import { type Gate, inForce } from "./thresholds.ts";
import type { Finding } from "./verdict.ts";

/** A gate on the change of one variant against its reference, on one row. */
interface ReferenceGate {
  readonly gate: Gate & { readonly summary: RowSummary };
  /** The row on the reference. */
  readonly base: RowSummary;
  readonly reference: string;
}

/** The thresholds of variants on their comparison with a reference, applied to every row both were measured on. */
export function referenceGates(record: RunRecord, head: ArmSummary): ReferenceGate[] {
  const rows = new Map(record.rows.map((row) => [row.id, row]));
  return head.rows.flatMap((summary) => {
    const row = rows.get(summary.row);
    const arm = record.arms.find(({ side, variant }) => side === "head" && variant === row?.variant);
    const reference = arm?.reference;
    const base = reference === undefined ? undefined : summaryOn(reference, { row, head, rows: record.rows });
    if (!base || reference === undefined || summary.ok === 0 || base.ok === 0) return [];
    return (arm?.thresholds ?? [])
      .map((threshold) => inForce(record, summary.row, threshold))
      .filter(({ metric: id }) => row !== undefined && isOfLoad(metric(id), row.load))
      .filter((threshold) => metric(threshold.metric).scope === "row" && threshold.limit.kind !== "absolute")
      .map((threshold) => ({
        gate: { row: summary.row, threshold, summary, statistic: summary.statistics[threshold.metric] },
        base,
        reference,
      }));
  });
}

/** The same row of head on another variant. */
function summaryOn(
  variant: string,
  { row, head, rows }: { row: RecordRow | undefined; head: ArmSummary; rows: readonly RecordRow[] },
): RowSummary | undefined {
  const other = row && rows.find((candidate) => candidate.key === row.key && candidate.variant === variant);
  return head.rows.find((summary) => summary.row === other?.id);
}

interface ReferenceContext {
  readonly record: RunRecord;
  readonly head: ArmSummary;
  /** Decisions of the run that may fail it. */
  readonly gates: number;
  /** Correlation of neighbouring rounds, where base was measured too. */
  readonly correlation?: number;
}

/** Judges variants against their references, round by round: both were measured side by side. */
export function judgeReferences(
  ofReferences: readonly ReferenceGate[],
  { record, head, gates, correlation = 0 }: ReferenceContext,
): Finding[] {
  return ofReferences.map(({ gate, base, reference }) => {
    const judge = pairedJudge(
      {
        record,
        base: { ...head, rows: [{ ...base, row: gate.row }] },
        arms: { base: head.arm, head: head.arm },
        baseRow: base.row,
        modes: new Map(),
        slowdown: 0,
        correlation,
        intervals: true,
        gates,
      },
      () => ({ state: "inconclusive", reason: `${gate.threshold.metric} was not measured on ${reference}` }),
    );
    const judgement = isMeasured(gate)
      ? judge(gate)
      : ({ state: "inconclusive", reason: `${gate.threshold.metric} was not measured` } as const);
    return { ...finding(gate, judgement), against: reference };
  });
}
