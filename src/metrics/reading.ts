import type { RecordBlock, RecordLaunch, RecordMeasurement } from "../record/record.ts";
import { latenciesOf } from "../record/samples.ts";
import { type Description, describe, middle } from "../stats/describe.ts";
import { pool, type Sample, sizeOf, withinThreeSigma } from "../stats/pool.ts";

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

  static together(readings: readonly RowReading[]): RowReading {
    return new RowReading(
      readings.flatMap(({ measurements }) => measurements),
      () => pool(readings.map(({ latencies }) => latencies)),
    );
  }

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
  readonly launches: readonly Omit<RecordLaunch, "measurements">[];
  /** Most rows that any launch of the run was called for longer on, to look for leaks. */
  readonly mostLeakChecked: number;
}
