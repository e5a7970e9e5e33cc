import { z } from "zod";
import { isOfLoad, type Metric } from "../metrics/definitions/definition.ts";
import { isMetricId, type MetricId, metric } from "../metrics/metric.ts";
import { meantMetric, withLimits } from "./meant-metric.ts";
import { readOnce } from "./quantity.ts";

/**
 * Limit of a metric. Relative limits and points need something to compare with; an absolute one, a budget, does not.
 */
export type Limit =
  /** Change in the bad direction as a share: 0.1 is "+10 %" of a latency or "-10 %" of a throughput. */
  | { readonly kind: "relative"; readonly change: number }
  /** Rise in the metric's own unit: of a share 0.005 is "+0.5pp" (or "-0.5pp" where more is better), of a growth 500000 is "+500KB". */
  | { readonly kind: "points"; readonly points: number }
  /** A budget, in the metric's own unit: the most, or the least where more is better. */
  | { readonly kind: "absolute"; readonly value: number };

/** Setting of a metric in a configuration: a limit, or none. */
type ThresholdSetting = Threshold | { readonly metric: MetricId; readonly level: "off" };

/** A limit on one metric, and what becomes of a run beyond it. Applied to a row it is a gate; see docs/metrics.md#glossary. */
export interface Threshold {
  readonly metric: MetricId;
  readonly level: "warn" | "fail";
  readonly limit: Limit;
  /** As written, for messages. */
  readonly text: string;
}

const units: Record<string, { of: string; factor: number }> = {
  us: { of: "ms", factor: 1e-3 },
  µs: { of: "ms", factor: 1e-3 },
  ms: { of: "ms", factor: 1 },
  s: { of: "ms", factor: 1e3 },
  B: { of: "bytes", factor: 1 },
  KB: { of: "bytes", factor: 1e3 },
  MB: { of: "bytes", factor: 1e6 },
  GB: { of: "bytes", factor: 1e9 },
  KiB: { of: "bytes", factor: 2 ** 10 },
  MiB: { of: "bytes", factor: 2 ** 20 },
  GiB: { of: "bytes", factor: 2 ** 30 },
  "%": { of: "ratio", factor: 1e-2 },
  "/s": { of: "per-second", factor: 1 },
  "KB/s": { of: "bytes-per-second", factor: 1e3 },
  "MB/s": { of: "bytes-per-second", factor: 1e6 },
  "": { of: "count", factor: 1 },
};

const shape = /^(?<bound><=|>=|<|>)?\s*(?<sign>[+-])?\s*(?<number>\d+(?:\.\d+)?)\s*(?<unit>[A-Za-zµ%/]*)$/;

/** The largest figure that a record can hold. */
const most = 1e15;

type Problem = { readonly problem: string };

/**
 * Reads one bound such as `+10%`, `+0.5pp`, `200ms` or `>=50/s` for a metric.
 * Returns the reason as `problem` when it cannot mean anything for that metric.
 */
export function parseLimit(text: string, id: MetricId): Limit | Problem {
  const { unit: metricUnit, better, compared, givesWayTo } = metric(id);
  if (compared === "beside") {
    const hint = givesWayTo === undefined ? "" : `; set a limit on ${givesWayTo} to leave it out`;
    return { problem: `${id} is judged beside p50 and takes no limit${hint}` };
  }
  const match = shape.exec(text.trim())?.groups;
  if (!match) return { problem: `${quote(text)} is not a threshold; write ${example(id)}` };
  const { bound, sign, unit = "" } = match;
  const number = Number(match.number);
  if (number * (units[unit]?.factor ?? 1) > most)
    return { problem: `${quote(text)} is beyond all that is measured; write ${example(id)}` };
  if (sign && bound) return { problem: `${quote(text)} has both a comparison and a sign; write ${example(id)}` };

  if (sign && compared === "none")
    return { problem: `${quote(text)} is a change, and ${id} is measured once per run; write ${example(id)}` };
  if (sign && compared === "rise") {
    const known = units[unit];
    if (sign !== "+" || known?.of !== metricUnit)
      return { problem: `${quote(text)} is not a rise in the unit of ${id}, which may be zero; write ${example(id)}` };
    return { kind: "points", points: number * known.factor };
  }
  if (sign && unit === "pp" && metricUnit !== "ratio")
    return { problem: `${quote(text)} is for shares such as error_rate; write ${example(id)}` };
  if (sign && (unit === "%" || unit === "pp")) {
    const bad = better === "less" ? "+" : "-";
    if (sign !== bad)
      return {
        problem: `${quote(text)} is a change for the better; ${id} gets worse as it ${bad === "+" ? "rises" : "falls"}, write "${bad}${number}${unit}"`,
      };
    return unit === "%" ? { kind: "relative", change: number / 100 } : { kind: "points", points: number / 100 };
  }
  if (sign) return { problem: `${quote(text)} has a sign but no percentage; write ${example(id)}` };

  if (unit === "%" && metricUnit !== "ratio") {
    const change = number > 100 ? Number((number - 100).toFixed(6)) : number;
    return {
      problem: `${quote(text)} does not say of what; a threshold is a change in the bad direction, write "${better === "less" ? "+" : "-"}${change}%"`,
    };
  }
  const known = units[unit];
  if (!known || !takesUnit(unit, metricUnit))
    return { problem: `${quote(text)} is not in the unit of ${id}; write ${example(id)}` };
  const upper = bound === undefined ? better === "less" : bound.startsWith("<");
  if (upper !== (better === "less"))
    return { problem: `${quote(text)} bounds ${id} on its good side; write ${example(id)}` };
  return { kind: "absolute", value: number * known.factor };
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function example(id: MetricId): string {
  return examples(id).map(quote).join(" or ");
}

function examples(id: MetricId): string[] {
  const { unit, better, compared, kind } = metric(id);
  const relative = compared === "rise" ? "+500KB" : better === "less" ? "+10%" : "-10%";
  const absolute = {
    ms: "200ms",
    bytes: "50MB",
    ratio: "1%",
    "per-second": ">=50/s",
    count: kind === "exact" ? "0" : "100",
    tokens: "5000",
    "bytes-per-second": ">=5MB/s",
  }[unit];
  if (compared === "none") return [absolute];
  return [compared === "counts" ? "+0.5pp" : relative, absolute];
}

const numeral = "\\d+(\\.\\d+)?";

/** Returns the values that `parseLimit` takes for a metric, as a regular expression for editors. */
export function limitPattern(id: MetricId): string {
  const { unit: metricUnit, better, compared } = metric(id);
  const own = Object.keys(units).filter((unit) => takesUnit(unit, metricUnit));
  const changes = compared === "rise" ? own : ["%", ...(metricUnit === "ratio" ? ["pp"] : [])];
  const change = `[${compared === "rise" || better === "less" ? "+" : "-"}]\\s*${numeral}\\s*(${changes.join("|")})`;
  const budget = `(${better === "less" ? "<=?" : ">=?"})?\\s*${numeral}\\s*(${own.join("|")})`;
  return `^\\s*(${[...(compared === "none" ? [] : [change]), budget].join("|")})\\s*$`;
}

function takesUnit(unit: string, metricUnit: Metric["unit"]): boolean {
  const of = units[unit]?.of;
  return of === metricUnit || (of === "count" && metricUnit === "tokens");
}

/** The value of one metric, for editors. */
function limitSchema(id: MetricId): object {
  const text = { type: "string", pattern: limitPattern(id) };
  const one = takesUnit("", metric(id).unit) ? { anyOf: [text, { type: "number", minimum: 0 }] } : text;
  const several = { anyOf: [one, { type: "array", items: one, minItems: 1 }] };
  const tiers = { type: "object", properties: { warn: several, fail: several }, additionalProperties: false };
  return {
    description: `Limit of ${metric(id).label}: ${example(id)}, a list of such, { warn, fail }, or off`,
    examples: examples(id),
    anyOf: [{ const: off }, several, tiers],
  };
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
  const add = (id: MetricId, level: Threshold["level"], text: string, path: PropertyKey[]) => {
    const limit = parseLimit(text, id);
    if ("problem" in limit) context.addIssue({ code: "custom", message: limit.problem, path, input: text });
    else thresholds.push({ metric: id, level, limit, text });
  };
  for (const [name, value] of Object.entries(map)) {
    if (!isMetricId(name)) {
      const meant = meantMetric(name);
      const help = meant === undefined ? `the usual ones are ${usual}; all: ${allMetrics}` : `did you mean "${meant}"?`;
      const message = `unknown metric ${quote(name)}, ${help}`;
      context.addIssue({ code: "custom", message, path: [name], input: value });
      continue;
    }
    if (value === off) {
      if (metric(name).compared === "beside") add(name, "fail", off, [name]);
      else thresholds.push({ metric: name, level: off });
      continue;
    }
    const tiers = typeof value === "string" || Array.isArray(value) ? { fail: value } : value;
    for (const level of ["warn", "fail"] as const) {
      const texts = tiers[level] === undefined ? [] : [tiers[level]].flat();
      for (const text of texts) add(name, level, text, [name]);
    }
  }
  return thresholds;
});

/** Thresholds for head against base by default. */
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
export const usualLoad = { kind: "closed" };

/** Those that rows of a load can have. */
export function ofLoad(thresholds: readonly Threshold[], load: { readonly kind: string }): Threshold[] {
  return thresholds.filter((threshold) => isOfLoad(metric(threshold.metric), load));
}
