import { z } from "zod";
import { amount, largest } from "./fields.ts";

/** Unit of a figure: milliseconds, bytes, a share of 1, a rate of calls or bytes per second, a plain count, or a rise in a time. */
export type Unit = keyof typeof budgets;

/** An example of a budget in each unit. */
const budgets = {
  ms: "200ms",
  bytes: "50MB",
  ratio: "1%",
  "per-second": ">=50/s",
  count: "100",
  tokens: "5000",
  "bytes-per-second": ">=5MB/s",
  "bytes-per-hour": "10MB/h",
  "ratio-per-10-minutes": "5%/10min",
};

/** Facts of a metric that decide which limits it takes. */
export interface LimitSubject {
  readonly id: string;
  readonly unit: Unit;
  readonly better: "less" | "more";
  readonly kind: "exact" | "noisy";
  readonly compared?: "counts" | "rise" | "none" | "beside";
  readonly givesWayTo?: string;
}

/** Limit of a metric. Relative limits and points need something to compare with; an absolute one, a budget, does not. */
const limit = z.discriminatedUnion("kind", [
  /** Change in the bad direction as a share: 0.1 is "+10 %" of a latency or "-10 %" of a throughput. */
  z.strictObject({ kind: z.literal("relative"), change: amount }),
  /** Rise in the metric's own unit: of a share 0.005 is "+0.5pp" (or "-0.5pp" where more is better), of a growth 500000 is "+500KB". */
  z.strictObject({ kind: z.literal("points"), points: amount }),
  /** A budget, in the metric's own unit: the most, or the least where more is better. */
  z.strictObject({ kind: z.literal("absolute"), value: amount }),
]);
export type Limit = z.infer<typeof limit>;

/** A limit on one metric, and what becomes of a run beyond it. Applied to a row it is a gate; see docs/metrics.md#glossary. */
export const threshold = z.strictObject({
  metric: z.string(),
  level: z.enum(["warn", "fail"]),
  limit,
  /** The limit as written, for messages. */
  text: z.string(),
});

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
  "KB/h": { of: "bytes-per-hour", factor: 1e3 },
  "MB/h": { of: "bytes-per-hour", factor: 1e6 },
  "GB/h": { of: "bytes-per-hour", factor: 1e9 },
  "%/10min": { of: "ratio-per-10-minutes", factor: 1e-2 },
  "": { of: "count", factor: 1 },
};

const shape = /^(?<bound><=|>=|<|>)?\s*(?<sign>[+-])?\s*(?<number>\d+(?:\.\d+)?)\s*(?<unit>[A-Za-zµ%/]*(?:10min)?)$/;

export type LimitProblem = { readonly problem: string };

/** Reads one bound such as `+10%`, `200ms` or `>=50/s`; the `problem` is why it cannot mean anything for the metric. */
export function parseLimit(text: string, subject: LimitSubject): Limit | LimitProblem {
  const { id, unit: metricUnit, better, compared, givesWayTo } = subject;
  if (compared === "beside") {
    const hint = givesWayTo === undefined ? "" : `; set a limit on ${givesWayTo} to leave it out`;
    return { problem: `${id} is judged beside p50 and takes no limit${hint}` };
  }
  const quoted = JSON.stringify(text);
  const refused = (why: string): LimitProblem => ({
    problem: `${quoted} ${why}; write ${limitExamples(subject)
      .map((one) => JSON.stringify(one))
      .join(" or ")}`,
  });
  const match = shape.exec(text.trim())?.groups;
  if (!match) return refused("is not a threshold");
  const { bound, sign, unit = "" } = match;
  const number = Number(match.number);
  const known = units[unit];
  if (number * (known?.factor ?? 1) > largest) return refused("is beyond all that is measured");
  if (sign && bound) return refused("has both a comparison and a sign");

  if (sign && compared === "none") return refused(`is a change, and ${id} is measured once per run`);
  if (sign && compared === "rise") {
    if (sign === "+" && known?.of === metricUnit) return { kind: "points", points: number * known.factor };
    return refused(`is not a rise in the unit of ${id}, which may be zero`);
  }
  if (sign && unit === "pp" && metricUnit !== "ratio") return refused("is for shares such as error_rate");
  const bad = better === "less" ? "+" : "-";
  if (sign && (unit === "%" || unit === "pp")) {
    if (sign !== bad)
      return {
        problem: `${quoted} is a change for the better; ${id} gets worse as it ${bad === "+" ? "rises" : "falls"}, write "${bad}${number}${unit}"`,
      };
    return unit === "%" ? { kind: "relative", change: number / 100 } : { kind: "points", points: number / 100 };
  }
  if (sign) return refused("has a sign but no percentage");

  if (unit === "%" && metricUnit !== "ratio") {
    const change = number > 100 ? Number((number - 100).toFixed(6)) : number;
    return {
      problem: `${quoted} does not say of what; a threshold is a change in the bad direction, write "${bad}${change}%"`,
    };
  }
  if (!known || !takesUnit(unit, metricUnit)) return refused(`is not in the unit of ${id}`);
  const upper = bound === undefined ? better === "less" : bound.startsWith("<");
  if (upper !== (better === "less")) return refused(`bounds ${id} on its good side`);
  return { kind: "absolute", value: number * known.factor };
}

export function limitExamples({ unit, better, compared, kind }: LimitSubject): string[] {
  const relative = better === "less" ? "+10%" : "-10%";
  const absolute = unit === "count" && kind === "exact" ? "0" : budgets[unit];
  if (compared === "none") return [absolute];
  if (compared === "rise") return [unit === "bytes" ? "+500KB" : `+${absolute}`, absolute];
  return [compared === "counts" ? "+0.5pp" : relative, absolute];
}

const numeral = "\\d+(\\.\\d+)?";

/** Returns the values that `parseLimit` takes for a metric, as a regular expression for editors. */
export function limitPattern({ unit: metricUnit, better, compared }: LimitSubject): string {
  const own = Object.keys(units).filter((unit) => takesUnit(unit, metricUnit));
  const changes = compared === "rise" ? own : ["%", ...(metricUnit === "ratio" ? ["pp"] : [])];
  const change = `[${compared === "rise" || better === "less" ? "+" : "-"}]\\s*${numeral}\\s*(${changes.join("|")})`;
  const budget = `(${better === "less" ? "<=?" : ">=?"})?\\s*${numeral}\\s*(${own.join("|")})`;
  return `^\\s*(${[...(compared === "none" ? [] : [change]), budget].join("|")})\\s*$`;
}

export function takesUnit(unit: string, metricUnit: Unit): boolean {
  const of = units[unit]?.of;
  return of === metricUnit || (of === "count" && metricUnit === "tokens");
}
