import { bySeverity } from "../../src/decide/decide.ts";
import type { Finding, Verdict } from "../../src/decide/verdict.ts";
import type { Comparison } from "../../src/facts/comparison.ts";
import { reportFeatures } from "../../src/feature.ts";
import { features } from "../../src/features/index.ts";
import { type MetricId, metric } from "../../src/metrics/metric.ts";
import type { ArmSummary, RowSummary, Statistic, Statistics } from "../../src/metrics/summary.ts";
import type { Threshold } from "../../src/plan/threshold.ts";
import type { RecordLaunch, RecordRow, RunRecord } from "../../src/record/record.ts";
import type { Status } from "../../src/record/status.ts";
import type { Report } from "../../src/report/report.ts";

import { seededRandom } from "../../src/stats/random.ts";

import { tabulate } from "../../src/table/table.ts";

/** Parts that the features of the product add. */
const added = await reportFeatures(features);

/** Inputs of the report as small literals: what a test does not say is filled with something ordinary. */

const headCommit = "1f2e3d4c5b6a79881726354453627180912a3b4c";
export const baseCommit = "a0b1c2d3e4f5061728394a5b6c7d8e9f00112233";

/** A hosted runner. */
export const environment: RunRecord["environment"] = {
  os: "linux",
  osVersion: "6.8.0",
  arch: "x64",
  cpuModel: "AMD EPYC 7763 64-Core Processor",
  cores: 4,
  memoryBytes: 16.8e9,
  runnerImage: "ubuntu24",
  runtime: "node 24.21.0",
  custom: {},
};

const rounds = 9;

/** Around a value, which is their geometric mean; those of another value come in another order. */
export function statistic(value: number, spread = 0.02): Statistic {
  const random = seededRandom(Math.trunc(Math.abs(Math.log(value || 1)) * 1e6));
  const places = Array.from({ length: rounds }, (_, index) => ({ index, key: random() }));
  const values = places
    .toSorted((a, b) => a.key - b.key)
    .map(({ index }) => value * Math.exp((spread * (index - 4)) / 4));
  return { state: "measured", value, rounds: values, pooled: value };
}

/** Latency statistics of a row around its p50, in ms, and what else is given. */
export function statistics(p50: number, others: Partial<Record<MetricId, Statistic | number>> = {}): Statistics {
  const ordinary: Partial<Record<MetricId, number>> = {
    min: p50 * 0.8,
    p50,
    p75: p50 * 1.1,
    p90: p50 * 1.3,
    p95: p50 * 1.5,
    p99: p50 * 2,
    max: p50 * 3,
    mean: p50 * 1.05,
    stddev: p50 * 0.2,
    iqr: p50 * 0.25,
    mad: p50 * 0.12,
    throughput: 900 / p50,
    error_rate: 0,
    cpu_per_call: p50 * 0.6,
    request_bytes: 118,
    response_bytes: 2410,
  };
  const entries = Object.entries({ ...ordinary, ...others }).map(
    ([id, value]) => [id, typeof value === "number" ? statistic(value) : value] as const,
  );
  const tooFew: Statistic = { ...statistic(p50 * 2.6), insufficient: { have: 900, need: 10_000 } } as Statistic;
  return { ...Object.fromEntries(entries), p999: tooFew };
}

interface RowInput {
  readonly id: string;
  readonly benchmark?: string;
  readonly group?: string;
  readonly x?: number;
  /** `tools/call` where absent. */
  readonly method?: string;
  /** Says what `x` is a value of; concurrency where absent. */
  readonly field?: string;
  readonly requests?: number;
  /** Instead of a closed loop of `x` in flight over `requests`. */
  readonly load?: RecordRow["load"];
  readonly line?: number;
  readonly head?: Statistics | undefined;
  readonly base?: Statistics | undefined;
  readonly headFailures?: Record<string, number>;
  readonly baseFailures?: Record<string, number>;
}

function recordRow(input: RowInput): RecordRow {
  return {
    id: input.id,
    benchmark: input.benchmark ?? input.id,
    ...(input.group !== undefined && { group: input.group }),
    method: input.method ?? "tools/call",
    target: input.benchmark ?? input.id,
    load: input.load ?? {
      kind: "closed",
      concurrency: input.x ?? 1,
      requests: input.requests ?? 100,
      warmup: 10,
      timeoutMs: 30_000,
    },
    ...(input.x !== undefined && { sweep: { field: input.field ?? "concurrency", value: input.x } }),
    configHash: `hash of ${input.benchmark ?? input.id}`,
    thresholds: [],
    ...(input.line !== undefined && { line: input.line }),
  };
}

export function rowSummary(input: RowInput, side: "head" | "base"): RowSummary {
  const failures = (side === "head" ? input.headFailures : input.baseFailures) ?? {};
  const attempted = (input.requests ?? 100) * rounds;
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  return {
    row: input.id,
    benchmark: input.benchmark ?? input.id,
    configHash: `hash of ${input.benchmark ?? input.id}`,
    attempted,
    ok: attempted - failed,
    failures,
    statistics: (side === "head" ? input.head : input.base) ?? {},
    outliers: { beyondOneSigma: 201, beyondFences: 34 },
  };
}

const server = { startup: 182, handshake: 11.3, first_list: 3.1, shutdown: 14, idle_rss: 61.2e6, peak_rss: 74.8e6 };

export function serverStatistics(others: Partial<Record<MetricId, number>> = {}): Statistics {
  const all = { ...server, tools_list_bytes: 14_211, instructions_bytes: 612, ...others };
  return Object.fromEntries(Object.entries(all).map(([id, value]) => [id, statistic(value)]));
}

export function threshold(id: MetricId, text: string, level: Threshold["level"] = "fail"): Threshold {
  const number = Number.parseFloat(text.replace(/[^\d.]/g, ""));
  if (text.endsWith("pp")) return { metric: id, level, text, limit: { kind: "points", points: number / 100 } };
  if (/^[+-].*%$/.test(text)) return { metric: id, level, text, limit: { kind: "relative", change: number / 100 } };
  const value = metric(id).unit === "ratio" ? number / 100 : number;
  return { metric: id, level, text, limit: { kind: "absolute", value } };
}

/** A finding with the change that follows from its values, ± 2 points. */
export function finding(input: Partial<Finding> & Pick<Finding, "row" | "threshold" | "state">): Finding {
  const { base, head } = input;
  const estimate = base && head ? head / base - 1 : undefined;
  return {
    metric: input.threshold.metric,
    rounds,
    reason: { code: "none" },
    ...(estimate !== undefined && { change: { estimate, low: estimate - 0.02, high: estimate + 0.02 } }),
    ...input,
  };
}

export interface ReportInput {
  readonly rows?: readonly RowInput[];
  readonly findings?: readonly Finding[];
  readonly warnings?: Comparison["warnings"];
  readonly status: Status;
  readonly reference?: Comparison["reference"];
  readonly comparison?: Partial<Comparison>;
  readonly record?: Partial<RunRecord>;
  readonly launches?: readonly Partial<RecordLaunch>[];
  readonly report?: Partial<Report>;
  readonly server?: { readonly head?: Statistics; readonly base?: Statistics };
}

export function report(input: ReportInput): MadeReport {
  const rows = input.rows ?? [];
  const reference = input.reference ?? { kind: "paired", commit: baseCommit };
  const findings = input.findings ?? [];
  const failing = findings.filter(({ state }) => state === "regressed" || state === "over-budget").toSorted(bySeverity);
  const verdict: Verdict = {
    status: input.status,
    failed: input.status === "regressed" || input.status === "over-budget",
    regressed: failing.filter(({ threshold: { level } }) => level === "fail"),
    improved: findings.filter(({ state }) => state === "improved"),
  };
  const arm = (side: "head" | "base"): ArmSummary => ({
    arm: side,
    serverHash: "c0ffee",
    server: input.server?.[side] ?? serverStatistics(),
    rows: rows.filter((row) => row[side] || row[`${side}Failures`]).map((row) => rowSummary(row, side)),
    rounds,
  });
  return {
    title: "MCP Bench",
    ...measured(record(input)),
    head: arm("head"),
    ...(reference.kind !== "none" && { base: arm("base") }),
    comparison: { reference, findings, warnings: input.warnings ?? [], ...input.comparison },
    verdict,
    features: added,
    reproduce: "npx mcp-bench run --config mcp-bench.yml --compare-ref a0b1c2d3e4 --rounds 9",
    history: [],
    configFile: "mcp-bench.yml",
    runUrl: "https://github.com/octo/server/actions/runs/42",
    ...input.report,
  };
}

/** A report and the record that it is of, which tests change. */
export type MadeReport = Report & { readonly record: RunRecord };

function measured(record: RunRecord): Pick<MadeReport, "record" | "run"> {
  return { record, run: tabulate(record) };
}

/** The same report of another record. */
export function recorded<One extends Report>(report: One, record: RunRecord): One & MadeReport {
  return { ...report, ...measured(record) };
}

function record(input: ReportInput): RunRecord {
  const identity = { name: "example-server", version: "1.4.0", protocol: "2025-11-25" };
  const launches = (input.launches ?? []).map((launch) => ({
    arm: "head",
    metrics: {},
    exitCode: 0,
    killed: false,
    orphans: 0,
    measurements: [],
    ...launch,
  }));
  return {
    schema: 1,
    kind: "mcp-bench-record",
    harness: "mcp-bench 0.1.0",
    createdAt: "2026-11-18T09:41:07.000Z",
    commit: { sha: headCommit, ref: "refs/pull/7/merge", dirty: false },
    environment: { ...environment, runnerImageVersion: "20261110.1" },
    seed: 0x5eed,
    command: "node dist/server.js",
    resourceMethod: "linux-proc-highwater",
    serverHash: "c0ffee",
    serverThresholds: [],
    arms: [
      { id: "base", side: "base", commit: baseCommit, transport: "stdio", server: identity },
      { id: "head", side: "head", commit: headCommit, transport: "stdio", server: identity },
    ],
    rows: (input.rows ?? []).map(recordRow),
    rounds: launches.length > 0 ? [{ index: 0, order: {}, launches }] : [],
    stop: [{ code: "decided", of: "gate", rounds: 9 }],
    skipped: [],
    warnings: [],
    ...input.record,
  };
}

/** A sweep over concurrency whose head differs from base by a factor per row. */
export function sweep(benchmark: string, factors: Readonly<Record<number, number>>): RowInput[] {
  return Object.entries(factors).map(([x, factor]) => {
    const concurrency = Number(x);
    const p50 = 4 + concurrency * 1.9;
    const throughput = (1000 * concurrency) / (p50 * 1.2);
    return {
      id: `${benchmark} @${x}`,
      benchmark,
      x: concurrency,
      line: 12,
      base: statistics(p50, { throughput }),
      head: statistics(p50 * factor, { throughput: throughput / factor }),
    };
  });
}
