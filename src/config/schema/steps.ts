import { z } from "zod";
import { duration, positiveDuration } from "../../model/quantity.ts";
import { capture, checkOneRequest, expectation, requestFields } from "./request-fields.ts";

const turnStep = z
  .strictObject({
    ...requestFields,
    capture,
    expect: expectation
      .optional()
      .meta({ description: "Condition on the reply for the steps to continue", examples: [{ text: "/found/" }] }),
  })
  .superRefine(checkOneRequest);

export type TurnStepConfig = z.output<typeof turnStep>;

const think = z.strictObject({
  mean: positiveDuration.meta({ description: "On average", examples: ["2s"] }),
  distribution: z
    .enum(["fixed", "exponential"])
    .default("exponential")
    .meta({ description: "The same each time, or drawn from the seed of the run", examples: ["exponential"] }),
});

/** Fields of a benchmark with several steps. */
export const stepsFields = {
  steps: z
    .array(turnStep)
    .min(2, "`steps` has at least two steps")
    .max(100, "`steps` has at most 100 steps")
    .optional()
    .meta({
      description: "Requests one after the other, as an agent makes them: timed as one operation and each for itself",
      examples: [
        [
          { tool: "search", arguments: { query: "a" }, capture: { ids: "structuredContent.ids" } },
          { tool: "get", arguments: { id: "{{ids[0]}}" } },
        ],
      ],
    }),
  think: z
    .union([duration, think], "a time, or { mean: a time, distribution: fixed or exponential }")
    .optional()
    .meta({ description: "With `steps`: a pause before each step, in no latency", examples: [{ mean: "2s" }] }),
};
