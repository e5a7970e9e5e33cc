import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RecordRound, type RunRecord, recordSchema } from "../../src/record/record.ts";
import { encodeHistogram, encodeSamples, mostSamples } from "../../src/record/samples.ts";
import { Histogram } from "../../src/stats/histogram.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { madeRecord } from "../made-record.ts";

/** Says how large a record is, and whose. */
export interface Size {
  readonly rows: number;
  readonly rounds: number;
  /** For one row on one arm in one round. */
  readonly samples: number;
  /** Head alone, or base beside it. */
  readonly arms: readonly ("head" | "base")[];
  /** For its latencies, so that no two records hold the same rounds; absent: 1. */
  readonly seed?: number;
}

/** A record as a run of that size writes it. Every measurement has latencies of its own. */
function recordOf({ rows, rounds, samples, arms, seed = 1 }: Size): RunRecord {
  const random = seededRandom(seed);
  const ids = Array.from({ length: rows }, (_, index) => `row ${index}`);
  return recordSchema.parse({
    ...madeRecord,
    arms: arms.map((side) => ({ id: side, side, transport: "streamable-http" })),
    rows: ids.map((id) => ({
      id,
      benchmark: id,
      method: "tools/call",
      target: "echo",
      load: { kind: "closed", concurrency: 100, durationMs: 1000, warmup: 0, timeoutMs: 1000 },
      configHash: "row",
      thresholds: [{ metric: "p50", level: "fail", limit: { kind: "relative", change: 0.1 }, text: "+10%" }],
    })),
    rounds: Array.from(
      { length: rounds },
      (_, index): RecordRound => ({
        index,
        order: {},
        launches: arms.map((arm) => ({
          arm,
          metrics: {},
          exitCode: null,
          killed: false,
          orphans: 0,
          measurements: ids.map((row) => ({
            row,
            outcomes: { ok: samples },
            errors: [],
            blocks: [
              {
                position: 0,
                wallMs: 1000,
                attempted: samples,
                ok: samples,
                medianMs: 1,
                meanMs: 1,
              },
            ],
            ...latencies(samples, random),
            requestBytes: 100,
          })),
        })),
      }),
    ),
  });
}

function latencies(count: number, random: () => number) {
  const values = Float64Array.from({ length: count }, () => 0.5 - Math.log(1 - random()));
  if (count <= mostSamples) return { samples: encodeSamples(values) };
  return { samples: encodeSamples(values.subarray(0, 2048)), histogram: encodeHistogram(Histogram.of(values)) };
}

/** Writes it into a folder, and gives its path and its size. */
export function writeRecord(
  folder: string,
  name: string,
  size: Size,
): { readonly file: string; readonly bytes: number } {
  const file = join(folder, `${name}.json`);
  const text = JSON.stringify(recordOf(size));
  writeFileSync(file, text);
  return { file, bytes: text.length };
}
