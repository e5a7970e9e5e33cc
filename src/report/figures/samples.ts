import type { RowReading } from "../../metrics/reading.ts";
import { decodeSamples } from "../../record/samples.ts";
import { concatenated, type Sample, sizeOf } from "../../stats/pool.ts";
import type { Report } from "../report.ts";

/** Latencies of one arm's calls of one row in one round, in milliseconds. */
export interface ArmSamples {
  readonly all: Sample;
  /** In order of time; where there were very many, evenly thinned. */
  readonly series: Float32Array;
}

export interface RoundSamples {
  /** Counted from one. */
  readonly round: number;
  readonly base?: ArmSamples;
  readonly head?: ArmSamples;
}

/** The arms whose samples the record holds. A base of another run is known by its figures only. */
export function armsOf({ run, head, base, comparison }: Report): { head: string; base?: string } {
  const measuredHere = comparison.reference.kind === "paired" && run.arms.some(({ id }) => id === base?.arm);
  return { head: head.arm, ...(base && measuredHere ? { base: base.arm } : {}) };
}

/** The ok calls of a row, round by round; rounds without any are left out. */
export function samplesOf(report: Report, row: string): RoundSamples[] {
  const arms = armsOf(report);
  const series = report.run.rows.find(({ id }) => id === row);
  return report.run.rounds.flatMap(({ index }, place): RoundSamples[] => {
    const on = (side: "base" | "head") =>
      arms[side] === undefined ? undefined : samplesIn(series?.[side]?.cells[place]);
    const [head, base] = [on("head"), on("base")];
    if (!head && !base) return [];
    return [{ round: index + 1, ...(base && { base }), ...(head && { head }) }];
  });
}

/** Returns the number of calls that a point of the series stands for. */
export function callsPerPoint({ all, series }: ArmSamples): number {
  return Math.max(1, Math.round(sizeOf(all) / series.length));
}

/** The ok calls of a row on one arm in one round; undefined without any. */
export function samplesIn(cell: RowReading | undefined): ArmSamples | undefined {
  if (!cell || cell.calls === 0) return undefined;
  return { all: cell.latencies, series: concatenated(cell.measurements.map(({ samples }) => decodeSamples(samples))) };
}
