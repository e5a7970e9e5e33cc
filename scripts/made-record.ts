import type { RunRecord } from "../src/record/record.ts";

/** A record of nothing yet, for what is timed with records that no run has made. */
export const madeRecord: RunRecord = {
  schema: 1,
  kind: "mcp-bench-record",
  harness: "mcp-bench 1.0.0",
  createdAt: "2026-11-23T12:00:00Z",
  commit: { sha: "a".repeat(40), dirty: false },
  environment: {
    os: "linux",
    osVersion: "6.8",
    arch: "x64",
    cpuModel: "CPU",
    cores: 2,
    memoryBytes: 16e9,
    runtime: "node 24",
    custom: {},
  },
  seed: 1,
  command: "node server.js",
  resourceMethod: "procfs",
  serverHash: "server",
  serverThresholds: [],
  arms: [],
  rows: [],
  rounds: [],
  stop: [{ code: "rounds-configured", rounds: 1 }],
  skipped: [],
  warnings: [],
};
