import { latenciesOf } from "../record/latencies.ts";
import type { RecordLaunch, RecordMeasurement, RecordRound, RunRecord } from "../record/record.ts";
import { median } from "../stats/describe.ts";
import { type Sample, sizeOf } from "../stats/pool.ts";
import { armFor } from "./arms.ts";
import type { MetricId } from "./metric.ts";

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

/**
 * A figure of the server in a round: the middle of the launches made for all rows, or of whichever there are where no such
 * exist.
 */
export function serverValue(
  record: RunRecord,
  { round, arm, id }: { round: RecordRound; arm: string; id: MetricId },
): number | undefined {
  const ofArm = (one: RecordRound) => one.launches.filter((launch) => launch.arm === arm);
  const shared = record.rounds.some((one) => ofArm(one).some(({ purpose }) => purpose === undefined));
  const values = ofArm(round)
    .filter(
      (launch) => (launch.purpose === undefined || !shared) && (id !== "memory_growth" || isSoaked(record, launch)),
    )
    .map(({ metrics }) => metrics[id])
    .filter((value) => value !== undefined);
  return values.length > 0 ? median(values) : undefined;
}

/** Rows are added to those that are watched, as they prove quick enough: what calls keep is known once all of them are. */
function isSoaked({ rounds }: RunRecord, { soaked }: RecordLaunch): boolean {
  const counts = rounds.flatMap(({ launches }) => launches.map((launch) => launch.soaked?.length ?? 0));
  return soaked === undefined || soaked.length === Math.max(...counts);
}
