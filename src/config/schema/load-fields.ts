import { z } from "zod";
import { duration, positiveDuration, rate } from "../../plan/quantity.ts";
import { capacityField } from "./capacity-fields.ts";
import { positive } from "./common-fields.ts";

/** One value, or several: a row for each. */
function sweep<Value extends z.ZodType>(value: Value, what: string) {
  return z.union([value, z.array(value).min(1, "lists no value")], what);
}

/** Number and length of calls, per benchmark or for all of them. */
export const commonLoadFields = {
  concurrency: sweep(positive.max(10_000), "a whole number, or a list of them")
    .optional()
    .meta({ description: "Calls in flight at a time; of a list, each is a row of its own", examples: [[1, 10, 50]] }),
  requests: positive
    .max(1_000_000)
    .optional()
    .meta({ description: "Calls per launch; p95 takes 200, p99 1000 (default: 100)", examples: [200] }),
  duration: positiveDuration
    .optional()
    .meta({ description: "Time to call per launch, instead of a number of `requests`", examples: ["30s"] }),
  warmup: z
    .int()
    .nonnegative()
    .max(100_000)
    .optional()
    .meta({ description: "Untimed calls before the timed ones (default: 10)", examples: [10] }),
  timeout: positiveDuration
    .optional()
    .meta({ description: "Time limit of a call, after which it is an error (default: 30s)", examples: ["30s"] }),
};

const waves = z.strictObject({
  waves: positive.meta({ description: "Calls that are sent at once, before the next ones wait", examples: [5] }),
});

const batch = z.strictObject({
  size: positive.max(100_000).meta({ description: "Calls of a batch", examples: [20] }),
  dispatch: z
    .union([z.enum(["burst", "sequential"]), waves], '"burst", "sequential" or { waves: how many at once }')
    .default("burst")
    .meta({ description: "All at once, one after the other, or in waves of a size", examples: [{ waves: 5 }] }),
});

const stage = z
  .strictObject({
    duration: duration.meta({ description: "Duration; `0s` jumps to its `target`", examples: ["10s"] }),
    rate: rate.optional().meta({ description: "Held as long as it lasts", examples: ["50/s"] }),
    target: rate.optional().meta({
      description: "Gone to evenly, from the rate before; from nothing in the first stage",
      examples: ["200/s"],
    }),
  })
  .refine(({ rate: held, target }) => (held === undefined) !== (target === undefined), {
    message: "has either a `rate`, which it holds, or a `target`, to which it goes",
  });

/** Fields of a single benchmark only. */
export const loadFields = {
  ...commonLoadFields,
  rate: sweep(rate, "a rate such as 50/s, or a list of them")
    .optional()
    .meta({
      description: "An open loop: calls are sent on a schedule, and latency counts from when a call was due",
      examples: ["50/s"],
    }),
  capacity: capacityField.optional().meta({
    description:
      "Instead of a load: a search for the highest rate at which the conditions hold, reported as `capacity`",
    examples: [{ rate: "10/s..2000/s", while: { p95: "200ms", error_rate: "1%" } }],
  }),
  stages: z
    .array(stage)
    .min(1, "lists no stage")
    .max(100, "at most 100 stages")
    .refine((stages) => stages.some(({ duration: ms }) => ms > 0), "no stage takes any time")
    .optional()
    .meta({
      description: "An open loop whose rate is held and changed in stages, one after the other: steps, ramps, spikes",
      examples: [
        [
          { duration: "10s", rate: "50/s" },
          { duration: "5s", target: "200/s" },
          { duration: "10s", rate: "50/s" },
        ],
      ],
    }),
  max_in_flight: positive
    .max(100_000)
    .optional()
    .meta({
      description:
        "With `rate`, `capacity` or `stages`: a call that is due while so many are unanswered is dropped, an error (default: 1000)",
      examples: [1000],
    }),
  sessions: sweep(positive.max(1000), "a whole number, or a list of them")
    .optional()
    .meta({
      description: "Sessions that share the calls, at most 1000; over stdio each is a process of its own",
      examples: [[1, 8]],
    }),
  delay: duration
    .optional()
    .meta({ description: "A pause before each call, not part of its latency", examples: ["120ms"] }),
  cooldown: duration.optional().meta({ description: "A pause after the load of this benchmark", examples: ["5s"] }),
  batch: batch.optional().meta({
    description: "Several calls that are timed as one operation",
    examples: [{ size: 20, dispatch: "burst" }],
  }),
  items: z
    .number()
    .positive()
    .optional()
    .meta({ description: "Items per call, for figures per item", examples: [20] }),
};

const ofAllVariants = (key: string) =>
  z
    .custom<undefined>(
      (value) => value === undefined,
      `variants are interleaved, so \`${key}\` is the same for all; write it in the benchmark`,
    )
    .optional()
    // For editors: never there.
    .meta({ not: {} });

/**
 * Fields of the load that a variant may change in every benchmark: none that decides the blocks, or what is in flight.
 */
export const variantLoad = z.strictObject({
  warmup: commonLoadFields.warmup,
  timeout: commonLoadFields.timeout,
  items: loadFields.items,
  delay: loadFields.delay,
  concurrency: ofAllVariants("concurrency"),
  requests: ofAllVariants("requests"),
  duration: ofAllVariants("duration"),
  rate: ofAllVariants("rate"),
  capacity: ofAllVariants("capacity"),
  stages: ofAllVariants("stages"),
  max_in_flight: ofAllVariants("max_in_flight"),
  sessions: ofAllVariants("sessions"),
  cooldown: ofAllVariants("cooldown"),
  batch: ofAllVariants("batch"),
});

type Fields = { readonly [Key in keyof typeof loadFields]: z.output<(typeof loadFields)[Key]> | undefined };

/** Loads that say themselves when requests are sent, and the keys that would say it again. */
const ownPaces = [
  { load: "rate", decides: "decides", without: ["concurrency", "delay", "batch"] },
  {
    load: "capacity",
    decides: "decides",
    without: ["rate", "concurrency", "requests", "duration", "delay", "batch", "items"],
  },
  {
    load: "stages",
    decides: "decide",
    without: ["rate", "capacity", "concurrency", "requests", "duration", "delay", "batch"],
  },
] as const;

/** Finds conflicts in the load of a benchmark, each with its key. */
export function loadProblems(fields: Partial<Fields>): { readonly key: string; readonly message: string }[] {
  const { concurrency, rate: perSecond, sessions, batch: group, delay = 0 } = fields;
  const has = (key: keyof Fields) => fields[key] !== undefined;
  const problems: { key: string; message: string }[] = [];
  const complain = (key: keyof Fields, message: string) => problems.push({ key, message });
  if (has("duration") && has("requests"))
    complain("duration", "a benchmark ends after `requests` or after a `duration`; write one of them");
  for (const [key, values] of Object.entries({ concurrency, rate: perSecond, sessions }))
    if (Array.isArray(values) && new Set<number>(values).size < values.length)
      complain(key as keyof Fields, "lists a value twice");
  const lists = (["concurrency", "rate", "sessions"] as const).filter((key) => Array.isArray(fields[key]));
  if (lists[1]) complain(lists[1], `only one of ${lists.map((key) => `\`${key}\``).join(" and ")} can be a list`);
  for (const { load, decides, without } of ownPaces)
    for (const key of without)
      if (has(load) && has(key))
        complain(key, `\`${key}\` conflicts with \`${load}\`, which alone ${decides} when requests are sent`);
  if (has("max_in_flight") && !has("rate") && !has("capacity") && !has("stages"))
    complain("max_in_flight", "`max_in_flight` goes with `rate`; without one, write `concurrency`");
  if (group && has("concurrency"))
    complain("concurrency", "`concurrency` conflicts with `batch`, whose `dispatch` says how many calls are in flight");
  if (group && typeof group.dispatch === "object" && group.dispatch.waves > group.size)
    complain("batch", `waves of ${group.dispatch.waves} are larger than the batch of ${group.size}`);
  if (delay > 0 && has("concurrency") && concurrency !== 1)
    complain("delay", "a pause between requests works with one request in flight; remove `concurrency`");
  if (delay > 0 && !group && !has("concurrency") && [sessions ?? 1].flat().some((count) => count > 1))
    complain(
      "delay",
      "a pause between requests works with one request in flight, and several sessions have one each; write `concurrency: 1` or remove `sessions`",
    );
  return problems;
}
