import { z } from "zod";
import { positiveDuration, rateRange } from "../../plan/quantity.ts";
import { parseLimit } from "../../plan/threshold.ts";
import { type RateCondition, type RateMetric, rateMetrics } from "../../plan/workload.ts";

/** Fewest calls of a step that can tell. */
const fewestCalls = 10;

const standardErrorRate = 0.01;

const examples: Record<RateMetric, string> = {
  p50: "50ms",
  p95: "200ms",
  p99: "500ms",
  max: "2s",
  error_rate: "1%",
};

function bound(metric: RateMetric) {
  return z
    .string()
    .transform((text, context): RateCondition => {
      const limit = parseLimit(text, metric);
      if ("problem" in limit || limit.kind !== "absolute") {
        const fix = `write what ${metric} may be at most, such as "${examples[metric]}"`;
        const problem = "problem" in limit ? limit.problem : `${JSON.stringify(text)} is a change; ${fix}`;
        context.addIssue({ code: "custom", message: problem, input: text });
        return z.NEVER;
      }
      return { metric, atMost: limit.value };
    })
    .optional()
    .meta({ description: `Upper limit of ${metric} of a step`, examples: [examples[metric]] });
}

const conditions = z
  .strictObject(Object.fromEntries(rateMetrics.map((metric) => [metric, bound(metric)])) as Bounds)
  .transform((bounds, context): RateCondition[] => {
    const given = rateMetrics.flatMap((metric) => bounds[metric] ?? []);
    if (given.every(({ metric }) => metric === "error_rate"))
      context.addIssue({
        code: "custom",
        message: "bounds no latency, and a queue may be long; write what calls may take, such as `p95: 200ms`",
        input: bounds,
      });
    return bounds.error_rate ? given : [...given, { metric: "error_rate", atMost: standardErrorRate }];
  });

type Bounds = Record<RateMetric, ReturnType<typeof bound>>;

/** Fields of the search for the highest rate that a server holds. */
export const capacityField = z
  .strictObject({
    rate: rateRange.meta({
      description: "Range of the search, from the lowest to the highest rate",
      examples: ["10/s..2000/s"],
    }),
    while: conditions.meta({
      description: "Conditions: upper limits of a latency, and of failed calls (default: 1%)",
      examples: [{ p95: "200ms", error_rate: "1%" }],
    }),
    step: positiveDuration.prefault("1s").meta({ description: "Duration of each step", examples: ["2s"] }),
  })
  .superRefine(({ rate: { lowest }, step }, context) => {
    const calls = (lowest * step) / 1000;
    if (calls < fewestCalls)
      context.addIssue({
        code: "custom",
        message: `a step at the lowest rate has ${Number(calls.toPrecision(2))} calls, too few to tell; write \`step: ${Math.ceil(fewestCalls / lowest)}s\`, or a higher one`,
        path: ["step"],
        input: step,
      });
  });
