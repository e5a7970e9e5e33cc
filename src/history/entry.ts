import type { ArmSummary, Figures, MeasuredStatistic } from "../metrics/summary.ts";
import type { ToolList } from "../table/tool-changes.ts";

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

/** A gated figure of a stored run. */
export interface StoredFigure extends Figures {
  readonly statistic: MeasuredStatistic;
  readonly run: StoredEntry;
}

/** From this many stored runs on, their spread tells what a run of unchanged code shows. */
export const fewestForSpread = 5;

/** Rounds as stored figures are: six significant digits are below any noise; whole numbers, such as bytes, stay exact. */
export function roundFraction(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(6));
}

/** Rounds figures as entries do; each launch of an old run, of which only the value is kept, has that value. */
export function asStored(
  { value, rounds, ...statistic }: MeasuredStatistic,
  head: MeasuredStatistic,
): MeasuredStatistic {
  const launches = rounds.length > 0 ? rounds : head.rounds.map(() => value);
  return { ...statistic, value: roundFraction(value), rounds: launches.map(roundFraction) };
}
