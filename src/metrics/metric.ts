/**
 * The one registry of metrics. Thresholds, comparison and report all read it, so a metric's unit, direction and kind
 * are said once.
 */

/** How a value is written: milliseconds, bytes, a share of 1, a rate of calls or bytes per second, or a plain count. */
type Unit = "ms" | "bytes" | "ratio" | "per-second" | "bytes-per-second" | "count" | "tokens";

export interface Metric {
  readonly label: string;
  readonly unit: Unit;
  /** Which direction is good. */
  readonly better: "less" | "more";
  /** Exact metrics are the same in every launch of the same code and are compared exactly; noisy ones statistically. */
  readonly kind: "exact" | "noisy";
  /** `row`: measured per benchmark row. `server`: once per launch of the server. */
  readonly scope: "row" | "server";
  /**
   * How a value stands against base's, where that is not by their ratio. `rise`: by the difference, since zero and less
   * are values like others. `none`: measured once per run, so that only a budget can decide on it. `beside`: only where base
   * is measured beside head, and without a threshold of its own.
   */
  readonly compared?: "rise" | "none" | "beside";
  /** The quantile a percentile metric estimates; only then can a sample be too small for it. */
  readonly quantile?: number;
}

const latency = { unit: "ms", better: "less", kind: "noisy", scope: "row" } as const;
const share = { unit: "ratio", better: "less", kind: "noisy", scope: "row" } as const;
const phase = { unit: "ms", better: "less", kind: "noisy", scope: "server" } as const;
const memory = { unit: "bytes", better: "less", kind: "noisy", scope: "server" } as const;
const holding = { unit: "count", better: "less", kind: "noisy", scope: "server" } as const;
const bandwidth = { unit: "bytes-per-second", better: "more", kind: "noisy", scope: "row" } as const;
const tokens = { unit: "tokens", better: "less", kind: "exact", scope: "server" } as const;
const once = { better: "less", kind: "noisy", compared: "none" } as const;
const size = { unit: "bytes", better: "less", kind: "exact", scope: "server" } as const;

const metrics = {
  p50: { ...latency, label: "p50", quantile: 0.5 },
  p75: { ...latency, label: "p75", quantile: 0.75 },
  p90: { ...latency, label: "p90", quantile: 0.9 },
  p95: { ...latency, label: "p95", quantile: 0.95 },
  p99: { ...latency, label: "p99", quantile: 0.99 },
  p999: { ...latency, label: "p99.9", quantile: 0.999 },
  min: { ...latency, label: "min" },
  max: { ...latency, label: "max" },
  mean: { ...latency, label: "mean" },
  stddev: { ...latency, label: "stddev" },
  iqr: { ...latency, label: "IQR" },
  mad: { ...latency, label: "MAD" },
  throughput: { label: "throughput", unit: "per-second", better: "more", kind: "noisy", scope: "row" },
  items_throughput: { label: "items", unit: "per-second", better: "more", kind: "noisy", scope: "row" },
  wall_time: { ...latency, label: "total time" },
  requested_rate: { label: "requested rate", unit: "per-second", better: "more", kind: "exact", scope: "row" },
  achieved_rate: { label: "achieved rate", unit: "per-second", better: "more", kind: "noisy", scope: "row" },
  error_rate: { ...share, label: "error rate" },
  cpu_per_call: { ...latency, label: "CPU per call" },
  cpu_to_p50: { ...share, label: "CPU per call / p50", compared: "beside" },
  slow_calls: { ...share, label: "slow calls" },
  stalls: { ...share, label: "stalled time" },
  slow_mode: { ...share, label: "slow launches" },
  first_call: { ...latency, label: "first call" },
  load_peak_rss: { ...once, label: "peak RSS under load", unit: "bytes", scope: "row" },
  load_mean_rss: { ...once, label: "mean RSS under load", unit: "bytes", scope: "row" },
  memory_per_unit: { ...once, label: "memory per unit", unit: "bytes", scope: "row" },
  memory_per_session: { ...once, label: "memory per session", unit: "bytes", scope: "row" },
  request_bytes: { label: "request size", unit: "bytes", better: "less", kind: "exact", scope: "row" },
  response_bytes: { label: "response size", unit: "bytes", better: "less", kind: "exact", scope: "row" },
  response_tokens: { label: "response tokens", unit: "tokens", better: "less", kind: "exact", scope: "row" },
  request_gzip_bytes: { label: "request size, gzip", unit: "bytes", better: "less", kind: "exact", scope: "row" },
  response_gzip_bytes: { label: "response size, gzip", unit: "bytes", better: "less", kind: "exact", scope: "row" },
  sent_bandwidth: { ...bandwidth, label: "sent" },
  received_bandwidth: { ...bandwidth, label: "received" },
  connections_opened: { label: "connections opened", unit: "count", better: "less", kind: "noisy", scope: "row" },
  connection_reuse: { label: "connection reuse", unit: "ratio", better: "more", kind: "noisy", scope: "row" },
  connection_failures: { label: "connection failures", unit: "count", better: "less", kind: "noisy", scope: "row" },
  startup: { ...phase, label: "start-up" },
  cold_startup: { ...once, label: "very first start-up", unit: "ms", scope: "server" },
  handshake: { ...phase, label: "handshake" },
  first_list: { ...phase, label: "first tools/list" },
  connection_setup: { ...phase, label: "connection set-up" },
  shutdown: { ...phase, label: "shut-down" },
  idle_rss: { ...memory, label: "idle RSS" },
  steady_rss: { ...memory, label: "steady RSS" },
  peak_rss: { ...memory, label: "peak RSS" },
  memory_growth: { ...memory, label: "memory growth per 1,000 calls", compared: "rise" },
  threads: { ...holding, label: "threads" },
  open_files: { ...holding, label: "open files" },
  idle_cpu: { label: "idle CPU", unit: "ratio", better: "less", kind: "noisy", scope: "server" },
  orphans: { label: "processes left behind", unit: "count", better: "less", kind: "exact", scope: "server" },
  unclean_exits: { label: "unclean exits", unit: "count", better: "less", kind: "exact", scope: "server" },
  tools_list_bytes: { ...size, label: "tools/list size" },
  instructions_bytes: { ...size, label: "instructions size" },
  tools_list_tokens: { ...tokens, label: "tools/list tokens" },
  instructions_tokens: { ...tokens, label: "instructions tokens" },
} as const satisfies Record<string, Metric>;

export type MetricId = keyof typeof metrics;

export const metricIds = Object.keys(metrics) as MetricId[];

export function isMetricId(name: string): name is MetricId {
  return Object.hasOwn(metrics, name);
}

/** The registry entry with its optional fields visible to the type checker. */
export function metric(id: MetricId): Metric {
  return metrics[id];
}
