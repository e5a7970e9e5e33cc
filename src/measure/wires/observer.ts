import type { RecordMeasurement } from "../../record/record.ts";

/** What is observed of the calls of a row beside their latency, block by block. */
export interface Observer {
  /** A block is over and its replies are judged. */
  add(): void;
  /** A warm-up is over. */
  skip(): void;
  /** Of the ok calls of all blocks. */
  result(): Partial<RecordMeasurement>;
}
