import { describe, expect, test } from "vitest";
import { decide } from "../../src/decide/decide.ts";
import { shouldContinue } from "../../src/decide/paired/stopping.ts";
import { compare } from "../../src/facts/compare.ts";
import { trendIds } from "../../src/metrics/definitions/trends.ts";
import { type MetricId, metric, metricIds } from "../../src/metrics/metric.ts";
import { parseLimit } from "../../src/plan/threshold.ts";
import type { RecordMeasurement, RecordRow, RunRecord } from "../../src/record/record.ts";
import { samplesNeeded } from "../../src/stats/sufficiency.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { timelineOf } from "../support/timeline.ts";
import { makeRecord, type RoundOf } from "./records.ts";

/*
 * Whatever a configuration may bound, a run can decide: each metric of the registry, under each kind of bound that it takes,
 * rings where head is clearly worse in every round and stays quiet where it is the same.
 */

/** Says what one arm is like, in each of its rounds alike. */
interface Arm {
  /** Times each call takes as long. */
  readonly pace: number;
  /** Calls among a hundred that take twice the usual time, and that are held up. */
  readonly slow: number;
  readonly held: number;
  readonly failed: number;
  readonly cpuPerCallMs: number;
  readonly measured: Partial<RecordMeasurement>;
  readonly network: NonNullable<RecordMeasurement["network"]>;
  /** Per launch, by metric. */
  readonly server: Readonly<Record<string, number>>;
  readonly meanRssBytes: number;
  readonly peakRssBytes: number;
  /** Held for one more session, or one more of what the matrix counts. */
  readonly bytesPerUnit: number;
  readonly coldStartMs: number;
  /** Says how many tools it lists, and in how many launches otherwise. */
  readonly tools: number;
  readonly listChanges: number;
  /** In every second round each call takes three times as long. */
  readonly isModal: boolean;
}

const serverIds = metricIds.filter((id) => metric(id).scope === "server");

/** A search that found so much. */
function steps(perSecond: number): NonNullable<RecordMeasurement["searchSteps"]> {
  return [
    { ratePerSecond: perSecond, result: "held" },
    { ratePerSecond: 1.02 * perSecond, result: "failed", reason: "p95 260 ms is over 200 ms" },
  ];
}

function upstream(requests: number): NonNullable<RecordMeasurement["upstream"]> {
  return { calls: 100, requests, receivedBytes: 1000 * requests, routes: [] };
}

/** Returns what sessions leave behind, so many times over. */
function sessions(times: number): NonNullable<RecordMeasurement["sessions"]> {
  const reclaim = { kind: "refused", afterMs: 1000 * times } as const;
  return { ends: ["abandon"], opened: 100, bytes: 1e5 * times, files: 2 * times, threads: times, reclaim };
}

/** Returns a restart that costs its callers so many times as much. */
function restart(times: number): NonNullable<RecordMeasurement["restart"]> {
  const isBad = times > 1;
  return {
    calls: 8,
    lost: isBad ? 6 : times,
    repeated: isBad ? 3 : times,
    unreadyMs: 500 * times,
    killed: false,
    stream: isBad ? "cut" : "ended",
    session: isBad ? "stranded" : "told",
  };
}

const usual: Arm = {
  pace: 1,
  slow: 5,
  held: 1,
  failed: 2,
  cpuPerCallMs: 0.61,
  measured: {
    firstCallMs: 5,
    firstProgressMs: 5,
    longestSilenceMs: 5,
    pollsPerCall: 3,
    updateMs: 5,
    sessionOpenMs: 5,
    sessions: sessions(1),
    restart: restart(1),
    searchSteps: steps(300),
    requestBytes: 100,
    responseBytes: 1000,
    responseTokens: 250,
    upstream: upstream(100),
  },
  network: {
    sentBytes: 100_000,
    receivedBytes: 1_000_000,
    requests: 100,
    opened: 10,
    failed: 1,
    requestGzipBytes: 80,
    responseGzipBytes: 400,
  },
  server: {
    ...Object.fromEntries(serverIds.map((id) => [id, metric(id).unit === "bytes" ? 10e6 : 100])),
    idle_cpu: 0.1,
  },
  meanRssBytes: 20e6,
  peakRssBytes: 30e6,
  bytesPerUnit: 1e6,
  coldStartMs: 200,
  tools: 5,
  listChanges: 2,
  isModal: false,
};

const slower = { pace: 3 };

/** Says how head is made worse; of a metric of the server by default three times the figure. */
const harm: Partial<Record<MetricId, Partial<Arm>>> = {
  ...Object.fromEntries(
    serverIds.map((id) => [id, { server: { ...usual.server, [id]: 3 * (usual.server[id] ?? 0) } }]),
  ),
  p50: slower,
  p75: slower,
  p90: slower,
  p95: slower,
  p99: slower,
  p999: slower,
  min: slower,
  max: slower,
  mean: slower,
  stddev: slower,
  iqr: slower,
  mad: slower,
  throughput: slower,
  items_throughput: slower,
  wall_time: slower,
  achieved_rate: slower,
  capacity: { measured: { ...usual.measured, searchSteps: steps(100) } },
  error_rate: { failed: 30 },
  cpu_per_call: { cpuPerCallMs: 1.83 },
  cpu_to_p50: { cpuPerCallMs: 1.83 },
  slow_calls: { slow: 25 },
  stalls: { held: 6 },
  slow_mode: { isModal: true },
  first_call: { measured: { ...usual.measured, firstCallMs: 15 } },
  first_progress: { measured: { ...usual.measured, firstProgressMs: 15 } },
  polls: { measured: { ...usual.measured, pollsPerCall: 9 } },
  session_open: { measured: { ...usual.measured, sessionOpenMs: 15 } },
  session_memory: { measured: { ...usual.measured, sessions: sessions(3) } },
  session_files: { measured: { ...usual.measured, sessions: sessions(3) } },
  session_threads: { measured: { ...usual.measured, sessions: sessions(3) } },
  session_reclaim: { measured: { ...usual.measured, sessions: sessions(3) } },
  ...Object.fromEntries(
    metricIds
      .filter((id) => id.startsWith("restart_"))
      .map((id) => [id, { measured: { ...usual.measured, restart: restart(3) } }]),
  ),
  update_latency: { measured: { ...usual.measured, updateMs: 15 } },
  longest_silence: { measured: { ...usual.measured, longestSilenceMs: 15 } },
  p95_trend: { measured: { ...usual.measured, timeline: timelineOf({ p95: 0.2 }) } },
  throughput_loss: { measured: { ...usual.measured, timeline: timelineOf({ ok: -0.2 }) } },
  memory_trend: { measured: { ...usual.measured, timeline: timelineOf({ rssBytes: 6e6 }) } },
  load_peak_rss: { peakRssBytes: 90e6 },
  load_mean_rss: { meanRssBytes: 60e6 },
  memory_per_unit: { bytesPerUnit: 3e6 },
  memory_per_session: { bytesPerUnit: 3e6 },
  request_bytes: { measured: { ...usual.measured, requestBytes: 300 } },
  response_bytes: { measured: { ...usual.measured, responseBytes: 3000 } },
  response_tokens: { measured: { ...usual.measured, responseTokens: 750 } },
  request_gzip_bytes: { network: { ...usual.network, requestGzipBytes: 240 } },
  response_gzip_bytes: { network: { ...usual.network, responseGzipBytes: 1200 } },
  upstream_requests: { measured: { ...usual.measured, upstream: upstream(300) } },
  upstream_bytes: { measured: { ...usual.measured, upstream: upstream(300) } },
  sent_bandwidth: { network: { ...usual.network, sentBytes: 30_000 } },
  received_bandwidth: { network: { ...usual.network, receivedBytes: 300_000 } },
  connections_opened: { network: { ...usual.network, opened: 30 } },
  connection_reuse: { network: { ...usual.network, opened: 50 } },
  connection_failures: { network: { ...usual.network, failed: 3 } },
  cold_startup: { coldStartMs: 600 },
  breaking_changes: { tools: 3 },
  tools_list_changes: { listChanges: 6 },
};

/** Budgets that base keeps and a harmed head does not, where these are not one and a half times base's figure. */
const budgets: Partial<Record<MetricId, string>> = {
  error_rate: "10%",
  slow_calls: "15%",
  stalls: "20%",
  slow_mode: "10%",
  connection_reuse: ">=80%",
  breaking_changes: "1",
  p95_trend: "5%/10min",
  throughput_loss: "5%/10min",
  memory_trend: "20MB/h",
};

const count = 24;

function isTrend(id: MetricId): boolean {
  return trendIds.some((trend) => trend === id);
}

/** Only trends need a timeline, which takes most of the time to decide. */
function withTimeline(arm: Arm): Arm {
  return { ...arm, measured: { timeline: timelineOf({ p95: 0.02, ok: -0.02, rssBytes: 2e6 }), ...arm.measured } };
}

function roundsOf(arm: Arm, { calls, units }: { readonly calls: number; readonly units: number }): RoundOf[] {
  const { meanRssBytes, peakRssBytes, bytesPerUnit } = arm;
  const memory = { readings: 5, meanRssBytes, peakRssBytes, endRssBytes: 10e6 + units * bytesPerUnit };
  return Array.from({ length: count }, (_, round) => {
    const pace = arm.isModal && round % 2 === 0 ? 3 : arm.pace;
    const latencies = Array.from({ length: calls }, (__, call) => {
      const place = call % 100;
      if (place < arm.held) return 10 * pace;
      return (place < arm.held + arm.slow ? 2 : 0.9 + place / 500) * pace;
    });
    return {
      latencies,
      failures: { timeout: (arm.failed * calls) / 100 },
      cpuPerCallMs: arm.cpuPerCallMs,
      more: { ...arm.measured, network: arm.network, memory },
    };
  });
}

/** A run of a sweep of two rows, of which the longer is bounded, or the server is. */
function runOf(
  head: Arm,
  { id, thresholds, base = usual }: { id: MetricId; thresholds: Record<string, string>; base?: Arm },
): RunRecord {
  const { scope, quantile = 0.5 } = metric(id);
  const arms = isTrend(id) ? { base: withTimeline(base), head: withTimeline(head) } : { base, head };
  const rounds = (calls: number, units: number) => ({
    base: roundsOf(arms.base, { calls, units }),
    head: roundsOf(arms.head, { calls, units }),
  });
  const isAtRate = id === "requested_rate" || id === "achieved_rate";
  const open = { kind: "open", ratePerSecond: 500, maxInFlight: 9, requests: 100, warmup: 0, timeoutMs: 1000 } as const;
  const search = { kind: "search", lowest: 10, highest: 2000, stepMs: 1000, conditions: [], maxInFlight: 9 } as const;
  const load = isAtRate
    ? { load: open }
    : id === "capacity"
      ? { load: { ...search, durationMs: 11_000, warmup: 0, timeoutMs: 1000 } }
      : {};
  const row = (value: number): Partial<RecordRow> => ({
    benchmark: "echo",
    items: 10,
    sweep: { field: id === "memory_per_session" ? "sessions" : "items", value },
    ...load,
  });
  const listed = ({ tools }: Arm) =>
    Array.from({ length: tools }, (_, place) => ({ name: `tool ${place}`, bytes: 100 }));
  const record = makeRecord({
    rows: { short: rounds(100, 1), long: rounds(Math.max(100, samplesNeeded(quantile)), 2) },
    fields: { short: { ...row(1), thresholds: [] }, long: row(2) },
    thresholds: scope === "row" ? thresholds : {},
    serverThresholds: scope === "server" ? thresholds : {},
    launches: Object.fromEntries(
      Object.entries(arms).map(([arm, { server }]) => [arm, Array.from({ length: count }, () => server)]),
    ),
    run: {
      coldStart: { arm: "head", startupMs: head.coldStartMs },
    },
  });
  const listing = ({ listChanges }: Arm) => ({ compared: count - 1, reordered: listChanges, rewritten: 0, pages: 1 });
  return {
    ...record,
    arms: record.arms.map((arm) => ({ ...arm, tools: listed(arms[arm.side]), listing: listing(arms[arm.side]) })),
  };
}

function judged(record: RunRecord) {
  const head = summarise(tabulate(record), "head");
  return compare({ table: tabulate(record), head, against: { kind: "paired", stored: [] } });
}

/** The bounds that a configuration may set on a metric, one of a kind; of those judged beside p50 the bound on p50. */
function boundsOf(id: MetricId): Record<string, string>[] {
  const { better, unit, compared } = metric(id);
  if (compared === "beside") return [{ p50: "+10%" }];
  const sign = better === "less" ? "+" : "-";
  const texts = [`${sign}10%`, `${sign}5pp`, "+100KB", "+1", "+1MB/h", "+5%/10min", budgets[id] ?? budgetFor(id, unit)];
  return texts.filter((text) => !("problem" in parseLimit(text, id))).map((text) => ({ [id]: text }));
}

/** Half as bad again as base. */
function budgetFor(id: MetricId, unit: string): string {
  const { rows, server } = summarise(tabulate(runOf(usual, { id, thresholds: {} })), "head");
  const statistic = metric(id).scope === "row" ? rows[1]?.statistics[id] : server[id];
  if (statistic?.state !== "measured") throw new Error(`a record without ${id}`);
  const written = metric(id).better === "less" ? 1.5 * statistic.value : statistic.value / 1.5;
  const units: Record<string, string> = { "per-second": "/s", bytes: "B", ms: "ms" };
  const text =
    unit === "bytes-per-second"
      ? `${written / 1000}KB/s`
      : unit === "ratio"
        ? `${100 * written}%`
        : `${written}${units[unit] ?? ""}`;
  return metric(id).better === "less" ? text : `>=${text}`;
}

const cases = metricIds.flatMap((id) =>
  boundsOf(id).map((thresholds) => ({ id, thresholds, text: Object.values(thresholds)[0] })),
);

test("every metric takes a bound", () => {
  expect(metricIds.filter((id) => !cases.some((one) => one.id === id))).toEqual([]);
});

describe.each(cases)("$id under $text", ({ id, thresholds }) => {
  // The settings of a configuration are the same in both arms.
  test.skipIf(id === "requested_rate")("rings where head is clearly worse in every round", () => {
    const record = runOf({ ...usual, ...harm[id] }, { id, thresholds });
    const { regressed } = decide(judged(record), { failOn: ["regression"] });
    expect(regressed.map((finding) => finding.metric)).toContain(id);
    const shown = regressed.filter(({ state }) => state === "regressed").map((finding) => finding.metric);
    const { stop, regressed: seen = [] } = shouldContinue(tabulate(record));
    expect([stop?.code, seen.map((one) => one.metric).sort()]).toEqual(["decided", shown.sort()]);
  });

  test("is quiet where head is like base", () => {
    const record = runOf(usual, { id, thresholds });
    const comparison = judged(record);
    expect(decide(comparison, { failOn: ["regression"] })).toMatchObject({ status: "pass", regressed: [] });
    expect(comparison.warnings.filter(({ code }) => code === "not-checked")).toEqual([]);
    expect(shouldContinue(tabulate(record)).stop).toMatchObject({ code: "decided" });
  });
});

/** Without any of what is counted. */
const none: Partial<Record<MetricId, Partial<Arm>>> = {
  slow_calls: { slow: 0, held: 0 },
  stalls: { held: 0 },
  connections_opened: { network: { ...usual.network, opened: 0 } },
  connection_reuse: { network: { ...usual.network, opened: 100 } },
  connection_failures: { network: { ...usual.network, failed: 0 } },
  polls: { measured: { ...usual.measured, pollsPerCall: 0 } },
  session_files: { measured: { ...usual.measured, sessions: sessions(0) } },
  session_threads: { measured: { ...usual.measured, sessions: sessions(0) } },
  ...Object.fromEntries(
    metricIds
      .filter((id) => id.startsWith("restart_"))
      .map((id) => [id, { measured: { ...usual.measured, restart: restart(0) } }]),
  ),
  threads: { server: { ...usual.server, threads: 0 } },
  open_files: { server: { ...usual.server, open_files: 0 } },
  idle_cpu: { server: { ...usual.server, idle_cpu: 0 } },
};

const mayBeZero = metricIds.filter((id) => {
  const { unit, kind, compared } = metric(id);
  return (unit === "count" || unit === "ratio") && kind === "noisy" && compared === undefined;
});

describe.each(mayBeZero)("a relative bound on %s, which one arm has none of", (id) => {
  const isLess = metric(id).better === "less";
  const thresholds = { [id]: isLess ? "+10%" : "-10%" };
  const without: Arm = { ...usual, ...none[id] };
  // A restart that is as it should be cuts nothing.
  const some: Arm = id.startsWith("restart_") ? { ...usual, ...harm[id] } : usual;
  const states = (base: Arm, head: Arm) => {
    const record = runOf(head, { id, thresholds, base });
    return judged(record)
      .findings.filter((finding) => finding.metric === id && finding.threshold.limit.kind === "relative")
      .map(({ state }) => state);
  };

  test("rings where head is worse, and tells where it is better", () => {
    expect(states(without, some)).toEqual([isLess ? "regressed" : "improved"]);
    expect(states(some, without)).toEqual([isLess ? "improved" : "regressed"]);
  });

  test("is quiet where neither has any", () => expect(states(without, without)).toEqual(["pass"]));
});
