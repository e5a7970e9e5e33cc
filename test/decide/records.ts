import { compare } from "../../src/facts/compare.ts";
import type { Comparison } from "../../src/facts/comparison.ts";
import type { StoredEntry } from "../../src/history/entry.ts";
import type { SearchLoad } from "../../src/model/loads/search-load.ts";
import { overrideThresholds, thresholdsSchema } from "../../src/plan/threshold.ts";
import {
  type RecordBlock,
  type RecordMeasurement,
  type RecordRow,
  type RunRecord,
  recordSchema,
} from "../../src/record/record.ts";
import { encodeSamples } from "../../src/record/samples.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";

/** Says what one arm does for a row in one round. */
export interface RoundOf {
  readonly latencies: readonly number[];
  readonly failures?: RecordMeasurement["outcomes"];
  readonly cpuPerCallMs?: number;
  readonly responseBytes?: number;
  /** For an open loop, in a round of one block. */
  readonly backlog?: NonNullable<RecordBlock["backlog"]>;
  /** Time a round of one block took; by default that of its calls one after the other. */
  readonly wallMs?: number;
  /** Latencies of the blocks, where they matter; by default one block of all. */
  readonly blocks?: readonly (readonly number[])[];
  /** Whatever else was measured. */
  readonly more?: Partial<RecordMeasurement>;
}

export interface RecordOptions {
  readonly rows: Readonly<Record<string, Readonly<Record<string, readonly RoundOf[]>>>>;
  /** Says what rows have beside the ordinary, by id. */
  readonly fields?: Readonly<Record<string, Partial<RecordRow>>>;
  readonly thresholds?: Record<string, unknown>;
  readonly serverThresholds?: Record<string, unknown>;
  /** Server metrics per arm and round. */
  readonly launches?: Readonly<Record<string, readonly Readonly<Record<string, number>>[]>>;
  readonly configHash?: string;
  readonly createdAt?: string;
  readonly cpuModel?: string;
  readonly seed?: number;
  /** For the run as a whole. */
  readonly run?: Partial<RunRecord>;
}

/** A valid record from figures: rows → arm → rounds. */
export function makeRecord(options: RecordOptions): RunRecord {
  const { rows, thresholds = { p50: "+10%" }, serverThresholds = {}, launches = {} } = options;
  const arms = [...new Set([...Object.values(rows).flatMap(Object.keys), ...Object.keys(launches)])];
  const count = Math.max(
    ...Object.values(rows).flatMap((row) => Object.values(row).map((rounds) => rounds.length)),
    ...Object.values(launches).map((rounds) => rounds.length),
  );
  return recordSchema.parse({
    schema: 1,
    kind: "mcp-bench-record",
    harness: "0.1.0",
    createdAt: options.createdAt ?? "2026-11-20T12:00:00Z",
    commit: { sha: "a".repeat(40), dirty: false },
    environment: {
      os: "linux",
      osVersion: "6.1",
      arch: "x64",
      cpuModel: options.cpuModel ?? "Example CPU",
      cores: 2,
      memoryBytes: 8e9,
      runtime: "node 24.21.0",
      custom: {},
    },
    seed: options.seed ?? 1,
    command: "node server.js",
    resourceMethod: "none",
    serverHash: "server-1",
    serverThresholds: overrideThresholds([], thresholdsSchema.parse(serverThresholds)),
    arms: arms.map((id) => ({ id, side: id, transport: "stdio" })),
    rows: Object.keys(rows).map((id) => ({
      id,
      benchmark: id,
      method: "tools/call",
      target: id,
      load: { kind: "closed", concurrency: 1, requests: 100, warmup: 10, timeoutMs: 30_000 },
      configHash: options.configHash ?? "config-1",
      thresholds: overrideThresholds([], thresholdsSchema.parse(thresholds)),
      ...options.fields?.[id],
    })),
    rounds: Array.from({ length: count }, (_, index) => ({
      index,
      order: Object.fromEntries(
        Object.entries(rows).map(([id, byArm]) => {
          const blocks = Math.max(...Object.values(byArm).map((rounds) => rounds[index]?.blocks?.length ?? 1));
          return [id, Array.from({ length: blocks }, () => arms).flat()];
        }),
      ),
      launches: arms.map((arm) => ({
        arm,
        metrics: launches[arm]?.[index] ?? {},
        exitCode: 0,
        killed: false,
        orphans: 0,
        measurements: Object.entries(rows).flatMap(([id, byArm]) => {
          const round = byArm[arm]?.[index];
          return round ? [measurement(id, round)] : [];
        }),
      })),
    })),
    stop: [],
    skipped: [],
    warnings: [],
    ...options.run,
  });
}

/** Head of a record held against base, which was measured beside it. */
export function comparePaired(record: RunRecord, stored: readonly StoredEntry[] = []): Comparison {
  return compare({
    table: tabulate(record),
    head: summarise(tabulate(record), "head"),
    against: { kind: "paired", stored },
  });
}

function measurement(row: string, round: RoundOf): RecordMeasurement {
  const blocks = round.blocks ?? [round.latencies];
  const samples = round.blocks?.flat() ?? round.latencies;
  return {
    row,
    outcomes: { ok: samples.length, ...round.failures },
    errors: [],
    blocks: blocks.map((latencies, position) => {
      const sum = latencies.reduce((total, value) => total + value, 0);
      const sorted = [...latencies].sort((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)];
      return {
        position,
        wallMs: round.wallMs ?? sum,
        attempted: latencies.length + (round.backlog?.dropped ?? 0),
        ok: latencies.length,
        ...(median === undefined ? {} : { medianMs: median, meanMs: sum / latencies.length }),
        ...(round.backlog ? { backlog: round.backlog } : {}),
      };
    }),
    samples: encodeSamples(samples),
    requestBytes: 100,
    ...(round.cpuPerCallMs === undefined ? {} : { cpuPerCallMs: round.cpuPerCallMs }),
    ...(round.responseBytes === undefined ? {} : { responseBytes: round.responseBytes }),
    ...round.more,
  };
}

/** Rounds whose medians scatter around `median` by about `spread` (a share) from launch to launch. */
export function noisyRounds(
  count: number,
  { median, spread, seed, calls = 100 }: { median: number; spread: number; seed: number; calls?: number },
): RoundOf[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const launch = median * Math.exp(spread * normal(random));
    return { latencies: Array.from({ length: calls }, () => launch * Math.exp(0.1 * normal(random))) };
  });
}

/** For a row that looks for the highest rate. */
export const searchLoad: SearchLoad = {
  kind: "search",
  lowest: 10,
  highest: 2000,
  stepMs: 1000,
  conditions: [
    { metric: "p95", atMost: 200 },
    { metric: "error_rate", atMost: 0.01 },
  ],
  maxInFlight: 1000,
  durationMs: 11_000,
  warmup: 0,
  timeoutMs: 30_000,
};

/** Standard normal by Box and Muller. */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
