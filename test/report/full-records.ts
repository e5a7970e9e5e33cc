import { type RecordMeasurement, type RunRecord, recordSchema } from "../../src/record/record.ts";
import { encodeSamples } from "../../src/record/samples.ts";
import { timelineOf } from "../support/timeline.ts";

/** Valid records that between them hold every kind of text a record can hold. */

const rounds = 3;
const text = "words of the server";
const relative = { level: "fail", limit: { kind: "relative", change: 0.1 }, text: "+10%" } as const;
const closed = { kind: "closed", concurrency: 1, requests: 6, warmup: 1, timeoutMs: 1000 } as const;
const identity = { name: "example-server", version: "1.4.0", protocol: "2025-11-25" };

function measured(row: string, { ms, round }: { ms: number; round: number }): RecordMeasurement {
  const latencies = [1, 1.02, 0.98, 1.01, 0.99, 1.03].map((factor) => ms * factor * (1 + round / 1000));
  const sum = latencies.reduce((total, one) => total + one, 0);
  const meanMs = sum / latencies.length;
  return {
    row,
    outcomes: { ok: latencies.length, "tool-error": 1 },
    errors: [{ kind: "tool-error", message: `the tool said: ${text}`, count: 1 }],
    blocks: [{ position: 0, wallMs: sum, attempted: 7, ok: 6, medianMs: ms, meanMs }],
    samples: encodeSamples(latencies),
    requestBytes: 80,
    responseBytes: 90,
    responseTokens: 12,
    cpuPerCallMs: ms / 2,
    firstCallMs: ms * 3,
    serverMetrics: [
      { field: "queue_ms", lines: 6, values: { count: 6, mean: ms, min: ms, max: ms, p50: ms, p95: ms, p99: ms } },
      { field: "never_there", lines: 6 },
    ],
  };
}

const sides = { head: 13, base: 10 } as const;
const sideNames = ["base", "head"] as const;

const environment: RunRecord["environment"] = {
  os: "linux",
  osVersion: "6.8.0",
  arch: "x64",
  cpuModel: "AMD EPYC 7763",
  cores: 4,
  memoryBytes: 16e9,
  runnerImage: "ubuntu24",
  runnerImageVersion: "20261101.1",
  runnerKey: "large",
  serverRuntime: "python 3.12",
  runtime: "node 24.21.0",
  custom: { libc: "glibc 2.39" },
};

/** Head and base of one server: everything that is compared, and everything that is told beside it. */
export const pairedRecord: RunRecord = recordSchema.parse({
  schema: 1,
  kind: "mcp-bench-record",
  harness: "mcp-bench 0.1.0",
  createdAt: "2026-11-18T09:41:07.000Z",
  commit: { sha: "1f2e3d4c".repeat(5), ref: "refs/pull/7/merge", dirty: true, head: "5b6a7988".repeat(5) },
  environment,
  seed: 7,
  command: "node dist/server.js",
  resourceMethod: "linux-proc-highwater",
  asked: { server: "node server.js", config: "bench.yml", workingDirectory: "servers/a", passEnv: ["TOKEN"], rounds },
  tokenizer: "o200k_base",
  changedInBase: ["data/users.json"],
  serverHash: "server-1",
  serverThresholds: [{ metric: "startup", ...relative }],
  arms: sideNames.map((side) => ({
    id: side,
    side,
    environment: { database: "sqlite 3.46" },
    commit: (side === "head" ? "1f2e3d4c" : "a0b1c2d3").repeat(5),
    transport: "streamable-http",
    server: identity,
    program: { kind: "elsewhere", name: "pkg/server.js", doubt: "unclear" },
    tools: [
      { name: "read_file", bytes: side === "head" ? 300 : 200, tokens: 60, digest: "0123456789abcdef" },
      { name: `only_${side}`, bytes: 90, tokens: 20, digest: side === "head" ? "1".repeat(16) : "2".repeat(16) },
    ],
    listing: { compared: 2, reordered: 0, rewritten: 0, pages: 1, ttlMs: 300_000, cacheScope: "public" },
  })),
  rows: [
    {
      id: "search",
      benchmark: "search",
      group: "reading",
      method: "tools/call",
      target: "search",
      load: closed,
      items: 3,
      note: "three answers each",
      configHash: "config-1",
      thresholds: [
        { metric: "p50", ...relative },
        { metric: "p95", ...relative, level: "warn" },
        { metric: "mean", level: "fail", limit: { kind: "absolute", value: 5 }, text: "5ms" },
      ],
      line: 4,
    },
    ...[1, 2].map((value) => ({
      id: `mixed, size ${value}`,
      benchmark: "mixed",
      method: "mix",
      target: "list and get",
      load: closed,
      sweep: { field: "arguments.size", value },
      configHash: `config-mixed-${value}`,
      thresholds: [{ metric: "p50", ...relative }],
    })),
  ],
  rounds: Array.from({ length: rounds }, (_, round) => ({
    index: round,
    order: { search: ["base", "head"], "mixed, size 1": ["base", "head"], "mixed, size 2": ["head", "base"] },
    launches: [
      ...sideNames.map((arm) => ({
        arm,
        metrics: { startup: sides[arm] * 10, handshake: 5, peak_rss: 60e6, memory_growth: 10 },
        leakChecked: ["search"],
        exitCode: 0,
        killed: false,
        orphans: 1,
        measurements: [
          {
            ...measured("search", { ms: sides[arm], round }),
            network: { sentBytes: 900, receivedBytes: 990, requests: 7, opened: 1, failed: 0, requestGzipBytes: 60 },
            memory: { readings: 3, meanRssBytes: 50e6, peakRssBytes: 60e6, endRssBytes: 55e6 },
            timeline: timelineOf({ p95: 0.02, rssBytes: 2e6 }),
          },
          ...[1, 2].map((size) => ({
            ...measured(`mixed, size ${size}`, { ms: sides[arm] * size, round }),
            parts: {
              names: ["list", "get"],
              attempted: [3, 4],
              latencies: [1, 2].map((factor) => ({ samples: encodeSamples([factor, factor, factor]) })),
            },
          })),
        ],
      })),
      ...(round > 0
        ? []
        : [
            {
              arm: "head",
              purpose: "the load pass",
              metrics: {},
              exitCode: 1,
              killed: true,
              orphans: 0,
              measurements: [],
              failure: `exited with code 1: ${text}`,
            },
          ]),
    ],
  })),
  coldStart: { arm: "head", unknown: "the machine had started it before" },
  stop: [{ code: "decided", of: "gate", rounds: 9 }],
  configuration: { decides: "base", changes: [{ what: "changed", names: ["mixed, size 1"] }] },
  baseFailure: { stage: "build", whose: "base", message: "the build failed", output: "no compiler" },
  skipped: [{ benchmark: "subscribe", reason: "the server does not offer it" }],
  warnings: [{ code: "other", text: "the machine was busy" }],
});

const variants = { direct: 10, proxied: 14 } as const;
const variantNames = ["direct", "proxied"] as const;

/** One server run in two ways, with nothing to compare it with. */
export const variantRecord: RunRecord = recordSchema.parse({
  ...pairedRecord,
  asked: { config: "variants.yml", workingDirectory: ".", passEnv: [] },
  outliers: "3sigma",
  resourceMethod: "macos-ps-sampled",
  environment: {
    ...environment,
    os: "darwin",
    runnerKey: undefined,
  },
  arms: variantNames.map((variant) => ({
    id: `head/${variant}`,
    side: "head",
    variant,
    ...(variant === "proxied" ? { reference: "direct", thresholds: [{ metric: "p50", ...relative }] } : {}),
    environment: { proxy: `envoy, ${variant}` },
    transport: "stdio",
    server: identity,
    tools: [{ name: "read_file", bytes: 300, tokens: 60 }],
  })),
  rows: [1, 2].flatMap((value) =>
    variantNames.map((variant) => ({
      id: `get @${value} [${variant}]`,
      key: `get @${value}`,
      variant,
      benchmark: "get",
      group: "plain",
      method: "http",
      target: "/get",
      load: { kind: "batch", size: 2, dispatch: { kind: "burst" }, requests: 6, warmup: 1, timeoutMs: 1000 },
      sweep: { field: "concurrency", value, within: "region: north" },
      configHash: "config-get",
      thresholds: [{ metric: "p50", ...relative }],
    })),
  ),
  rounds: Array.from({ length: rounds }, (_, round) => ({
    index: round,
    order: { "get @1": variantNames.map((name) => `head/${name}`) },
    launches: variantNames.map((variant) => ({
      arm: `head/${variant}`,
      metrics: { startup: 50, peak_rss: 40e6 },
      exitCode: 0,
      killed: false,
      orphans: 0,
      measurements: [1, 2].map((value) =>
        measured(`get @${value} [${variant}]`, { ms: variants[variant] * value, round }),
      ),
    })),
  })),
  configuration: { decides: "head", unusable: "it does not parse" },
  baseFailure: undefined,
  coldStart: { arm: "head/direct", startupMs: 90 },
});

const search = {
  kind: "search",
  lowest: 10,
  highest: 200,
  stepMs: 1000,
  conditions: [{ metric: "p95", atMost: 200 }],
  maxInFlight: 1000,
  durationMs: 10_000,
  warmup: 1,
  timeoutMs: 1000,
} as const;

const staged = {
  kind: "open",
  ratePerSecond: 75,
  stages: [
    { durationMs: 1000, from: 50, to: 50 },
    { durationMs: 1000, from: 50, to: 150 },
  ],
  maxInFlight: 1000,
  durationMs: 2000,
  warmup: 1,
  timeoutMs: 1000,
} as const;

/** Loads that are no number of calls, and calls that go on beyond a reply. */
export const loadsRecord: RunRecord = recordSchema.parse({
  ...pairedRecord,
  rows: [
    { load: search, id: "most", method: "tools/call", thresholds: [] },
    { load: staged, id: "spike", method: "tools/call", thresholds: [{ metric: "p50", ...relative }] },
    { load: closed, id: "long", method: "tools/call", thresholds: [{ metric: "p50", ...relative }] },
    { load: closed, id: "turn", method: "steps", thresholds: [{ metric: "p50", ...relative }] },
  ].map((row) => ({ ...row, benchmark: row.id, target: "search", configHash: `config-${row.id}` })),
  rounds: Array.from({ length: rounds }, (_, round) => ({
    index: round,
    order: Object.fromEntries(["most", "spike", "long", "turn"].map((row) => [row, ["base", "head"]])),
    launches: sideNames.map((arm) => ({
      arm,
      metrics: { startup: sides[arm] * 10 },
      exitCode: 0,
      killed: false,
      orphans: 0,
      measurements: [
        {
          ...measured("most", { ms: sides[arm], round }),
          searchSteps: [
            { ratePerSecond: 44.72, result: arm === "head" && round > 0 ? "lagged" : "held" },
            { ratePerSecond: 94.57, result: "failed", reason: `p95 is over 200 ms: ${text}` },
          ],
        },
        {
          ...measured("spike", { ms: sides[arm], round }),
          blocks: [{ ...measured("spike", { ms: sides[arm], round }).blocks[0], backlog: { most: 4, dropped: 1 } }],
          parts: {
            names: ["1. 50/s, 1 s", "2. 50 to 150/s, 1 s"],
            attempted: [3, 4],
            latencies: [1, 2].map((factor) => ({ samples: encodeSamples([factor, factor, factor]) })),
          },
        },
        {
          ...measured("long", { ms: sides[arm], round }),
          firstProgressMs: sides[arm] / 2,
          longestSilenceMs: 4,
          pollsPerCall: 1.5,
          updateMs: 3,
          sessionOpenMs: 2,
        },
        {
          ...measured("turn", { ms: sides[arm], round }),
          parts: {
            names: ["1. list", "2. search"],
            attempted: [7, 6],
            latencies: [1, 2].map((factor) => ({ samples: encodeSamples([factor, factor, factor]) })),
          },
        },
      ],
    })),
  })),
  configuration: undefined,
});
