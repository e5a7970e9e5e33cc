import { type Entry, entryFrom } from "../../src/baseline/branch/entry.ts";
import type { ArmSummary, Statistic } from "../../src/metrics/summary.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { encodeSamples } from "../../src/record/samples.ts";
import type { Status } from "../../src/record/status.ts";

export interface SampleOptions {
  readonly commit?: string;
  readonly createdAt?: string;
  readonly p50?: number;
  readonly row?: string;
  readonly environment?: Partial<RunRecord["environment"]>;
}

/** A commit id made of a number. */
export function commitId(number: number): string {
  return number.toString(16).padStart(40, "0");
}

/** A small but complete record. */
export function sampleRecord({
  commit = commitId(1),
  createdAt,
  environment,
  row = "search",
}: SampleOptions = {}): RunRecord {
  return {
    schema: 1,
    kind: "mcp-bench-record",
    harness: "mcp-bench 0.1.0",
    createdAt: createdAt ?? "2026-11-02T03:04:05.000Z",
    commit: { sha: commit, dirty: false },
    environment: {
      os: "linux",
      osVersion: "6.8",
      arch: "x64",
      cpuModel: "AMD EPYC 7763 64-Core Processor",
      cores: 4,
      memoryBytes: 16e9,
      runnerImage: "ubuntu24",
      runnerImageVersion: "20261101.1",
      runtime: "node 24.21.0",
      custom: {},
      ...environment,
    },
    seed: 1,
    command: "node server.js",
    resourceMethod: "procfs",
    serverHash: "s1",
    serverThresholds: [],
    arms: [{ id: "head", side: "head", transport: "stdio" }],
    rows: [],
    rounds: [
      {
        index: 0,
        order: { [row]: ["head"] },
        launches: [
          {
            arm: "head",
            metrics: { startup: 100 },
            exitCode: 0,
            killed: false,
            orphans: 0,
            measurements: [
              { row, outcomes: { ok: 3 }, errors: [], blocks: [], samples: encodeSamples([1, 2, 3]), requestBytes: 80 },
            ],
          },
        ],
      },
    ],
    stop: [],
    skipped: [],
    warnings: [],
  };
}

/** A summary with one row. */
export function sampleSummary({ p50 = 1.5, row = "search" }: SampleOptions = {}): ArmSummary {
  const measured = (value: number): Statistic => ({
    state: "measured",
    value,
    rounds: [value * 0.99, value, value * 1.01],
  });
  return {
    arm: "head",
    serverHash: "s1",
    server: { startup: measured(120), peak_rss: measured(50_123_456) },
    rows: [
      {
        row,
        benchmark: row,
        configHash: "c1",
        attempted: 300,
        ok: 300,
        failures: {},
        statistics: {
          p50: measured(p50),
          p95: measured(p50 * 2),
          throughput: measured(900 / p50),
          error_rate: measured(0),
        },
      },
    ],
    rounds: 3,
  };
}

/** An entry as a run of the given commit would store it. */
export function sampleEntry(options: SampleOptions & { status?: Status } = {}): Entry {
  return entryFrom(sampleRecord(options), { head: sampleSummary(options), status: options.status ?? "pass" });
}
