import type { RecordBlock, RecordLaunch, RecordMeasurement, RecordRound, RunRecord } from "../record/record.ts";
import { latenciesOf } from "../record/samples.ts";
import { type Description, describe, middle } from "../stats/describe.ts";
import { pool, type Sample, sizeOf } from "../stats/pool.ts";
import { withinThreeSigma } from "../stats/trim.ts";
import { armFor } from "./arms.ts";

/** Measurements of one arm for one row in a round. Slow figures are computed when first asked for, and once. */
export class RowReading {
  /** One per launch. */
  readonly measurements: readonly RecordMeasurement[];
  readonly #decode: () => Sample;
  #latencies: Sample | undefined;
  #description: Description | undefined;
  #blocks: readonly RecordBlock[] | undefined;

  constructor(measurements: readonly RecordMeasurement[], decode = () => latenciesOf(measurements)) {
    this.measurements = measurements;
    this.#decode = decode;
  }

  /** Several rounds as one. */
  static together(readings: readonly RowReading[]): RowReading {
    return new RowReading(
      readings.flatMap(({ measurements }) => measurements),
      () => pool(readings.map(({ latencies }) => latencies)),
    );
  }

  /** The same without latencies beyond three standard deviations. */
  withinThreeSigma(): RowReading {
    return new RowReading(this.measurements, () => withinThreeSigma(this.latencies));
  }

  /** Latencies of the ok replies, in milliseconds. */
  get latencies(): Sample {
    this.#latencies ??= this.#decode();
    return this.#latencies;
  }

  /** Latencies that are known, one by one or counted. */
  get calls(): number {
    return sizeOf(this.latencies);
  }

  /** Statistics of the latencies; undefined where no call was ok. */
  get description(): Description | undefined {
    if (this.calls > 0) this.#description ??= describe(this.latencies);
    return this.#description;
  }

  get attempted(): number {
    return this.sum(({ outcomes }) => Object.values(outcomes).reduce((sum, count) => sum + count, 0));
  }

  get ok(): number {
    return this.sum(({ outcomes }) => outcomes.ok ?? 0);
  }

  /** In the order of their measurements. */
  get blocks(): readonly RecordBlock[] {
    this.#blocks ??= this.measurements.flatMap(({ blocks }) => blocks);
    return this.#blocks;
  }

  /** Time that the blocks took, pauses and warm-up left out; the launches of one arm run one after another. */
  get wallMs(): number {
    return this.sumOfBlocks(({ wallMs }) => wallMs);
  }

  sum(value: (measurement: RecordMeasurement) => number): number {
    return this.measurements.reduce((sum, measurement) => sum + value(measurement), 0);
  }

  sumOfBlocks(value: (block: RecordBlock) => number): number {
    return this.blocks.reduce((sum, block) => sum + value(block), 0);
  }

  /** The middle of the launches that tell. */
  middle(value: (measurement: RecordMeasurement) => number | undefined): number | undefined {
    return middle(this.measurements.map(value));
  }
}

/** Launches of one arm in a round, as far as they measured the server. */
export interface ServerReading {
  /** Those made for all rows, or whichever there are where no such exist. */
  readonly launches: readonly RecordLaunch[];
  /** Most rows that any launch of the run was called for longer on, to look for leaks. */
  readonly mostSoaked: number;
}

type ByRow = ReadonlyMap<string, RowReading>;

/**
 * Readings by arm and row, kept as long as their round is: every metric, every gate and every further look at a growing
 * run asks for the same ones. A round does not change once it is in a record.
 */
const known = new WeakMap<RecordRound, ReadonlyMap<string, ByRow>>();

/**
 * Returns the measurements of an arm for a row in one round; undefined where there are none. The arm is that of the
 * row's variant.
 */
export function readingOf(round: RecordRound, { arm, row }: { arm: string; row: string }): RowReading | undefined {
  const found = known.get(round) ?? readingsOf(round);
  known.set(round, found);
  return found.get(arm)?.get(row);
}

function readingsOf({ launches }: RecordRound): ReadonlyMap<string, ByRow> {
  const arms = new Map<string, Map<string, RecordMeasurement[]>>();
  for (const { arm, measurements } of launches) {
    const rows = arms.get(arm) ?? new Map<string, RecordMeasurement[]>();
    arms.set(arm, rows);
    for (const measurement of measurements) {
      const before = rows.get(measurement.row);
      if (before) before.push(measurement);
      else rows.set(measurement.row, [measurement]);
    }
  }
  const read = (rows: ReadonlyMap<string, RecordMeasurement[]>): ByRow =>
    new Map([...rows].map(([row, measurements]) => [row, new RowReading(measurements)]));
  return new Map([...arms].map(([arm, rows]) => [arm, read(rows)]));
}

/**
 * Returns the measurements of an arm, or of that variant of its side which the row is of, for a row: the rounds that
 * have any.
 */
export function rowReadings(record: RunRecord, { arm, row }: { arm: string; row: string }): RowReading[] {
  const measuring = armFor(record, arm, row);
  return record.rounds.flatMap((round) => readingOf(round, { arm: measuring, row }) ?? []);
}

/** Returns the launches of an arm as far as they measured the server, one entry for each round of the record. */
export function serverReadings({ rounds }: RunRecord, arm: string): ServerReading[] {
  const own = rounds.map(({ launches }) => launches.filter((launch) => launch.arm === arm));
  const isShared = ({ purpose }: RecordLaunch) => purpose === undefined;
  const someShared = own.flat().some(isShared);
  const soaked = rounds.flatMap(({ launches }) => launches.map((launch) => launch.soaked?.length ?? 0));
  const mostSoaked = Math.max(0, ...soaked);
  return own.map((launches) => ({ launches: someShared ? launches.filter(isShared) : launches, mostSoaked }));
}
