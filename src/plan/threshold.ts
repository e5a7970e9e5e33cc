import { z } from "zod";
import { nearest } from "../base/nearest.ts";
import { isOfLoad } from "../metrics/definitions/definition.ts";
import { isMetricId, type MetricId, metric, metricIds } from "../metrics/metric.ts";
import {
  type Limit,
  type LimitProblem,
  limitExamples,
  limitPattern,
  parseLimit as parseLimitOf,
  takesUnit,
  type threshold,
} from "../model/limit.ts";
import type { Load } from "../model/load.ts";
import { readOnce } from "../model/quantity.ts";

/** Setting of a metric in a configuration: a limit, or none. */
type ThresholdSetting = Threshold | { readonly metric: MetricId; readonly level: "off" };

export type Threshold = z.infer<typeof threshold> & { readonly metric: MetricId };

/** The thresholds of a run, by row id; those of the server under `serverRow`. */
export type RunThresholds = ReadonlyMap<string, readonly Threshold[]>;

/** Reads one bound such as `+10%`, `+0.5pp`, `200ms` or `>=50/s` for a metric; see `parseLimit` of the model. */
export function parseLimit(text: string, id: MetricId): Limit | LimitProblem {
  return parseLimitOf(text, { id, ...metric(id) });
}

function limitSchema(id: MetricId): object {
  const subject = { id, ...metric(id) };
  const examples = limitExamples(subject);
  const text = { type: "string", pattern: limitPattern(subject) };
  const one = takesUnit("", metric(id).unit) ? { anyOf: [text, { type: "number", minimum: 0 }] } : text;
  const several = { anyOf: [one, { type: "array", items: one, minItems: 1 }] };
  const tiers = { type: "object", properties: { warn: several, fail: several }, additionalProperties: false };
  return { description: `Limit of ${metric(id).label}`, examples, anyOf: [{ const: off }, several, tiers] };
}

const off = "off";
const bounds = z.union([z.string(), z.number()]).transform(String);
const bound = z.union([
  z.literal(off),
  bounds,
  z.array(bounds).min(1, "lists no limit"),
  z.strictObject({
    warn: z.union([bounds, z.array(bounds)]).optional(),
    fail: z.union([bounds, z.array(bounds)]).optional(),
  }),
]);

/** Any name and text is taken, so that one which is none is answered with the nearest; editors know both. */
const written = z.record(z.string(), bound).meta({
  id: "thresholds",
  // Made only where an editor's schema is asked for.
  get properties() {
    return Object.fromEntries(withLimits.map((id) => [id, limitSchema(id)]));
  },
  additionalProperties: false,
});

/** Sixty names are too many to list: the page that has them. */
const allMetrics = "https://github.com/org/mcp-bench-action/blob/v1/docs/metrics.md#each-by-its-name";

const standard = {
  p50: { warn: "+5%", fail: "+10%" },
  p95: { warn: "+15%" },
  throughput: "-10%",
  capacity: "-10%",
  error_rate: "+0.5pp",
  peak_rss: "+15%",
  tools_list_bytes: "+10%",
  startup: "+20%",
  upstream_requests: "+10%",
};

/** Tests whether a limit is the standard one of its metric. */
export function isStandard({ metric: id, level, text }: Threshold): boolean {
  const limits: Readonly<Record<string, string | { readonly warn?: string; readonly fail?: string }>> = standard;
  const own = limits[id];
  return typeof own === "object" ? own[level] === text : level === "fail" && own === text;
}

const usual = Object.keys(standard).join(", ");

/** The `thresholds:` map: metric to a bound, a list of bounds, `{warn, fail}` or `off`; a bare bound fails. */
export const thresholdsSchema = written.transform((map, context) => {
  const thresholds: ThresholdSetting[] = [];
  const add = (id: MetricId, level: Threshold["level"], text: string) => {
    const limit = parseLimit(text, id);
    if ("problem" in limit) context.addIssue({ code: "custom", message: limit.problem, path: [id] });
    else thresholds.push({ metric: id, level, limit, text });
  };
  for (const [name, value] of Object.entries(map)) {
    if (!isMetricId(name)) {
      const meant = meantMetric(name);
      const help = meant === undefined ? `the usual ones are ${usual}; all: ${allMetrics}` : `did you mean "${meant}"?`;
      context.addIssue({ code: "custom", message: `unknown metric ${JSON.stringify(name)}, ${help}`, path: [name] });
      continue;
    }
    if (value === off) {
      if (metric(name).compared === "beside") add(name, "fail", off);
      else thresholds.push({ metric: name, level: off });
      continue;
    }
    const tiers = typeof value === "string" || Array.isArray(value) ? { fail: value } : value;
    for (const level of ["warn", "fail"] as const)
      for (const text of [tiers[level] ?? []].flat()) add(name, level, text);
  }
  return thresholds;
});

export const defaultThresholds: readonly Threshold[] = overrideThresholds(
  [],
  thresholdsSchema.parse(standard, readOnce),
);

/** Thresholds that apply when `own` overrides `inherited`, metric by metric. */
export function overrideThresholds(inherited: readonly Threshold[], own: readonly ThresholdSetting[]): Threshold[] {
  const replaced = new Set(own.map((threshold) => threshold.metric));
  return [
    ...inherited.filter((threshold) => !replaced.has(threshold.metric)),
    ...own.filter((setting) => setting.level !== off),
  ];
}

/** Those about one call, or those about the server. */
export function ofScope(thresholds: readonly Threshold[], scope: "row" | "server"): Threshold[] {
  return thresholds.filter((threshold) => metric(threshold.metric).scope === scope);
}

/** Load of rows without a configuration: any but a search. */
export const usualLoad = { kind: "closed" } as const;

/** Those that rows of a load can have. */
export function ofLoad(thresholds: readonly Threshold[], load: Pick<Load, "kind">): Threshold[] {
  return thresholds.filter((threshold) => isOfLoad(metric(threshold.metric), load));
}

/** Other names that people and tools use for a metric. */
const otherNames: { readonly [Id in MetricId]?: readonly string[] } = {
  p50: ["latency", "duration", "response_time", "time", "median"],
  mean: ["average", "avg"],
  throughput: ["rps", "qps"],
  error_rate: ["error", "errors", "failures", "failure_rate"],
  cpu_per_call: ["cpu"],
  peak_rss: ["memory", "rss", "max_rss"],
  memory_growth: ["leak", "leaks", "memory_leak"],
  startup: ["startup_time", "boot_time"],
  cold_startup: ["cold_start"],
  tools_list_bytes: ["tools", "tools_list", "context"],
  tools_list_tokens: ["tokens"],
};

/** Those that a threshold can be on by themselves. */
const withLimits = metricIds.filter((id) => metric(id).compared !== "beside");

/** The metric that an unknown name was probably meant to be: by what it is called in reports or elsewhere, or but for a slip. */
function meantMetric(name: string): MetricId | undefined {
  const plain = plainName(name);
  const [percentile = ""] = /(?<![a-z\d])p\d+(?![a-z\d])/.exec(plain.replaceAll("_", " ")) ?? [];
  return (
    withLimits.find((id) => id === plain || plainName(metric(id).label) === plain) ??
    metricIds.find((id) => otherNames[id]?.includes(plain)) ??
    withLimits.find((id) => id === percentile) ??
    nearest(name, withLimits)
  );
}

/** `Peak RSS` and `peak-rss` are `peak_rss`. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]+/g, "_");
}
