import { armFor } from "../../metrics/arms.ts";
import type { RecordRound } from "../../record/record.ts";
import { decodeSamples, latenciesOf } from "../../record/samples.ts";
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
export function armsOf({ record, head, base, comparison }: Report): { head: string; base?: string } {
  const measuredHere = comparison.reference.kind === "paired" && record.arms.some(({ id }) => id === base?.arm);
  return { head: head.arm, ...(base && measuredHere ? { base: base.arm } : {}) };
}

/** The ok calls of a row, round by round; rounds without any are left out. */
export function samplesOf(report: Report, row: string): RoundSamples[] {
  const { record } = report;
  const arms = armsOf(report);
  const samplesOn = (round: RecordRound, arm: string | undefined) =>
    arm === undefined ? undefined : samplesIn(round, { arm: armFor(record, arm, row), row });
  return record.rounds.flatMap((round): RoundSamples[] => {
    const [head, base] = [samplesOn(round, arms.head), samplesOn(round, arms.base)];
    if (!head && !base) return [];
    return [{ round: round.index + 1, ...(base && { base }), ...(head && { head }) }];
  });
}

/** Returns the number of calls that a point of the series stands for. */
export function callsPerPoint({ all, series }: ArmSamples): number {
  return Math.max(1, Math.round(sizeOf(all) / series.length));
}

/** The ok calls of a row on one arm in one round; undefined without any. */
export function samplesIn(
  { launches }: RecordRound,
  { arm, row }: { arm: string; row: string },
): ArmSamples | undefined {
  const measurements = launches
    .filter((launch) => launch.arm === arm)
    .flatMap((launch) => launch.measurements.filter((measurement) => measurement.row === row));
  const all = latenciesOf(measurements);
  if (sizeOf(all) === 0) return undefined;
  return { all, series: concatenated(measurements.map(({ samples }) => decodeSamples(samples))) };
}
