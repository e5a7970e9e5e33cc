import { z } from "zod";
import { amount, checked, field, positive, positiveAmount } from "../fields.ts";
import { type LimitSubject, parseLimit } from "../limit.ts";
import { positiveDuration, rateRange } from "../quantity.ts";
import { everyLoad, type LoadKind, type LoadSettings } from "./load-kind.ts";
import { rateLabel } from "./open-load.ts";

const rateMetrics = ["p50", "p95", "p99", "max", "error_rate"] as const;
type RateMetric = (typeof rateMetrics)[number];

/** Condition at a rate: a latency in ms, or a share of calls, of at most so much. */
const condition = z.strictObject({ metric: z.enum(rateMetrics), atMost: amount });
export type RateCondition = z.infer<typeof condition>;

/**
 * A search for the highest rate that holds, in steps of an open loop each: see measure/load/rate-search.ts. It takes
 * `durationMs` at most, without what the server still works off after a step.
 */
export const searchLoad = z.strictObject({
  kind: z.literal("search"),
  /** Per second. */
  lowest: positiveAmount,
  highest: positiveAmount,
  stepMs: positiveAmount,
  conditions: z.array(condition).readonly(),
  maxInFlight: positive,
  ...everyLoad,
  durationMs: positiveAmount,
});

export type SearchLoad = z.infer<typeof searchLoad>;

/** Fewest calls of a step that can tell. */
const fewestCalls = 10;

const standardErrorRate = 0.01;

const examples: Record<RateMetric, string> = { p50: "50ms", p95: "200ms", p99: "500ms", max: "2s", error_rate: "1%" };

function subjectOf(id: RateMetric): LimitSubject {
  const latency = { id, unit: "ms", better: "less", kind: "noisy" } as const;
  return id === "error_rate" ? { ...latency, unit: "ratio", compared: "counts" } : latency;
}

function bound(id: RateMetric) {
  const type = z.string().transform((text, context): RateCondition => {
    const limit = parseLimit(text, subjectOf(id));
    if (!("problem" in limit) && limit.kind === "absolute") return { metric: id, atMost: limit.value };
    const fix = `write what ${id} may be at most, such as "${examples[id]}"`;
    context.addIssue("problem" in limit ? limit.problem : `${JSON.stringify(text)} is a change; ${fix}`);
    return z.NEVER;
  });
  return field(`Upper limit of ${id} of a step`, type.optional(), examples[id]);
}

type Bounds = Record<RateMetric, ReturnType<typeof bound>>;

const conditions = z
  .strictObject(Object.fromEntries(rateMetrics.map((id) => [id, bound(id)])) as Bounds)
  .transform((bounds, context): RateCondition[] => {
    const given = rateMetrics.flatMap((id) => bounds[id] ?? []);
    if (given.every(({ metric }) => metric === "error_rate"))
      context.addIssue("bounds no latency, and a queue may be long; write what calls may take, such as `p95: 200ms`");
    return bounds.error_rate ? given : [...given, { metric: "error_rate", atMost: standardErrorRate }];
  });

const written = z
  .strictObject({
    rate: field("Range of the search, from the lowest to the highest rate", rateRange, "10/s..2000/s"),
    while: field("Conditions: upper limits of a latency, and of failed calls (default: 1%)", conditions, {
      p95: "200ms",
      error_rate: "1%",
    }),
    step: field("Duration of each step", positiveDuration.prefault("1s"), "2s"),
  })
  .superRefine(
    checked(({ rate: { lowest }, step }, complain) => {
      const calls = (lowest * step) / 1000;
      if (calls < fewestCalls)
        complain(
          `a step at the lowest rate has ${Number(calls.toPrecision(2))} calls, too few to tell; write \`step: ${Math.ceil(fewestCalls / lowest)}s\`, or a higher one`,
          ["step"],
        );
    }),
  );

/** Field of the search for the highest rate that a server holds. */
export const capacityField = field(
  "Instead of a load: a search for the highest rate at which the conditions hold, reported as `capacity`",
  written.optional(),
  { rate: "10/s..2000/s", while: { p95: "200ms", error_rate: "1%" } },
);

/** Rates that lie closer together are not told apart by a search, and a backlog that grows by less of what arrives is none. */
export const rateResolution = 0.025;

/**
 * Steps of a search at most: what it takes to halve the range on a logarithmic scale until it is resolved, one for an end
 * of the range, and as many again, since a rate that does not hold is tried twice.
 */
export function mostSteps({ lowest, highest }: Pick<SearchLoad, "lowest" | "highest">): number {
  const halvings = Math.ceil(Math.log2(Math.log(highest / lowest) / Math.log1p(rateResolution)));
  return 2 * (Math.max(0, halvings) + 1);
}

export function makeSearch(
  { rate, while: while_, step: stepMs }: z.output<typeof written>,
  { common, maxInFlight }: LoadSettings,
): SearchLoad {
  const durationMs = mostSteps(rate) * stepMs;
  return { kind: "search", ...rate, stepMs, conditions: while_, maxInFlight, ...common, durationMs };
}

export const search: LoadKind<SearchLoad> = {
  isSearch: true,
  keys: [{ key: "capacity", conflicts: ["rate", "concurrency", "requests", "duration", "delay", "batch", "items"] }],
  label: ({ lowest, highest }, format) => `${rateLabel(lowest, format)} to ${rateLabel(highest, format)}/s`,
  blocks: ({ durationMs, stepMs }) => Array.from({ length: durationMs / stepMs }, () => stepMs),
  // Every step of a search may be one of two.
  leastMs: ({ durationMs }) => durationMs / 2,
  // Keeps as many steps, or it would be found no more.
  quick: (load) => ({ ...load, warmup: Math.ceil(load.warmup / 10) }),
  answered: () => ({ kind: "closed", concurrency: 1 }),
};
