import type { RecordRound } from "../../baseline/record.ts";
import { decodeSamples } from "../../baseline/record-samples.ts";
import type { Report } from "../report.ts";

/** What one arm's calls of one row took in one round, in milliseconds and in order of time. */
export interface RoundSamples {
  /** Counted from one. */
  readonly round: number;
  readonly base?: Float64Array;
  readonly head?: Float64Array;
}

/** The arms whose samples the record holds. A base of another run is known by its figures only. */
export function armsOf({ record, head, base, comparison }: Report): { head: string; base?: string } {
  const measuredHere = comparison.reference.kind === "paired" && record.arms.some(({ id }) => id === base?.arm);
  return { head: head.arm, ...(base && measuredHere ? { base: base.arm } : {}) };
}

/** The ok calls of a row, round by round; rounds without any are left out. */
export function samplesOf(report: Report, row: string): RoundSamples[] {
  const arms = armsOf(report);
  return report.record.rounds.flatMap((round): RoundSamples[] => {
    const head = samplesIn(round, { arm: arms.head, row });
    const base = arms.base === undefined ? undefined : samplesIn(round, { arm: arms.base, row });
    if (!head && !base) return [];
    return [{ round: round.index + 1, ...(base && { base }), ...(head && { head }) }];
  });
}

function samplesIn({ launches }: RecordRound, { arm, row }: { arm: string; row: string }): Float64Array | undefined {
  const measurements = launches
    .filter((launch) => launch.arm === arm)
    .flatMap((launch) => launch.measurements.filter((measurement) => measurement.row === row));
  const all = joined(measurements.map(({ samples }) => decodeSamples(samples)));
  return all.length > 0 ? all : undefined;
}

/** Several samples as one. */
export function joined(parts: readonly (Float32Array | Float64Array)[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    all.set(part, start);
    start += part.length;
  }
  return all;
}
