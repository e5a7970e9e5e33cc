import type { ArmSummary, MeasuredStatistic, RowSummary, Statistics } from "../../metrics/summary.ts";
import { isServerRow } from "../../record/row-ids.ts";
import type { ToolList } from "../../table/tool-changes.ts";
import { serverStatistics } from "../thresholds.ts";

/** An earlier run: of the same environment, complete, and fit to be compared with. */
export interface StoredEntry {
  readonly commit?: string;
  readonly createdAt: string;
  readonly summary: ArmSummary;
  /** Present where its regression was accepted. */
  readonly accepted?: { readonly by: string; readonly reason: string };
  /** Tools that its servers listed, where that was stored. Names are untrusted. */
  readonly tools?: readonly ToolList[];
}

/** Figures of one row or server of a run. */
export interface Figures {
  /** Hash of what they are figures of. */
  readonly hash: string;
  readonly statistics: Statistics;
  /** Absent for a server. */
  readonly summary?: RowSummary;
}

/** A gated figure of a stored run. */
export interface StoredFigure extends Figures {
  readonly statistic: MeasuredStatistic;
  readonly run: StoredEntry;
}

export function figuresOf(summary: ArmSummary, row: string): Figures | undefined {
  if (isServerRow(row)) return { hash: summary.serverHash, statistics: serverStatistics(summary, row) ?? {} };
  const found = summary.rows.find((candidate) => candidate.row === row);
  return found && { hash: found.configHash, statistics: found.statistics, summary: found };
}
