import { latenciesOf } from "../baseline/latencies.ts";
import type { RecordLaunch, RecordMeasurement, RecordRound, RunRecord } from "../baseline/record.ts";
import { type Sample, sizeOf } from "../stats/pool.ts";
import { armFor } from "./arms.ts";

/**
 * What an arm measured for a row, or that variant of its side which the row is of: one list per round in which anything
 * was measured, an entry per launch.
 */
export function measurementsOf(record: RunRecord, armId: string, rowId: string): RecordMeasurement[][] {
  const measuring = armFor(record, armId, rowId);
  return record.rounds
    .map((round) =>
      round.launches
        .filter((launch) => launch.arm === measuring)
        .flatMap((launch) => launch.measurements.filter((measurement) => measurement.row === rowId)),
    )
    .filter((measurements) => measurements.length > 0);
}

/** Latencies of the ok replies, one sample per round that has any. */
export function samplesOf(rounds: readonly RecordMeasurement[][]): Sample[] {
  return rounds.map(latenciesOf).filter((round) => sizeOf(round) > 0);
}

/** Launches of a round whose server figures count: those made for all rows, or whichever there are where no such exist. */
export function serverLaunches(record: RunRecord, { round, arm }: { round: RecordRound; arm: string }): RecordLaunch[] {
  const ofArm = (one: RecordRound) => one.launches.filter((launch) => launch.arm === arm);
  const shared = record.rounds.some((one) => ofArm(one).some(({ purpose }) => purpose === undefined));
  return ofArm(round).filter(({ purpose }) => purpose === undefined || !shared);
}
