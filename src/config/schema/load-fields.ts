import { z } from "zod";
import { duration, positiveDuration, rate } from "../../plan/quantity.ts";

const count = z.number().int().nonnegative();
const positive = z.number().int().positive();

/** One value, or several: a row for each. */
function sweep<Value extends z.ZodType>(value: Value, what: string) {
  return z.union([value, z.array(value).min(1, "lists no value")], what);
}

/** How often and how long, per benchmark or for all of them. */
export const commonLoadFields = {
  concurrency: sweep(positive.max(10_000), "a whole number, or a list of them").optional(),
  requests: positive.max(1_000_000).optional(),
  iterations: positive.max(1_000_000).optional(),
  duration: positiveDuration.optional(),
  warmup: count.max(100_000).optional(),
  timeout: positiveDuration.optional(),
};

const waves = z.strictObject({ waves: positive });

const batch = z.strictObject({
  size: positive.max(100_000),
  dispatch: z
    .union([z.enum(["burst", "sequential"]), waves], '"burst", "sequential" or { waves: how many at once }')
    .default("burst"),
});

/** What only a single benchmark can ask for. */
export const loadFields = {
  ...commonLoadFields,
  rate: sweep(rate, "a rate such as 50/s, or a list of them").optional(),
  max_in_flight: positive.max(100_000).optional(),
  sessions: sweep(positive.max(1_000), "a whole number, or a list of them").optional(),
  delay: duration.optional(),
  cooldown: duration.optional(),
  batch: batch.optional(),
  items: z.number().positive().optional(),
};

const ofAllVariants = (key: string) =>
  z
    .custom<undefined>(
      (value) => value === undefined,
      `variants take turns block by block, so \`${key}\` is the same for all; write it in the benchmark`,
    )
    .optional()
    // For editors: never there.
    .meta({ not: {} });

/** What a variant may change about the load of every benchmark: nothing that decides the blocks, or what is in flight. */
export const variantLoad = z.strictObject({
  warmup: commonLoadFields.warmup,
  timeout: commonLoadFields.timeout,
  items: loadFields.items,
  delay: loadFields.delay,
  concurrency: ofAllVariants("concurrency"),
  requests: ofAllVariants("requests"),
  iterations: ofAllVariants("iterations"),
  duration: ofAllVariants("duration"),
  rate: ofAllVariants("rate"),
  max_in_flight: ofAllVariants("max_in_flight"),
  sessions: ofAllVariants("sessions"),
  cooldown: ofAllVariants("cooldown"),
  batch: ofAllVariants("batch"),
});

type Fields = { readonly [Key in keyof typeof loadFields]: z.output<(typeof loadFields)[Key]> | undefined };

/** What is wrong with the load of a benchmark as a whole, and at which key. */
export function loadProblems(fields: Partial<Fields>): { readonly key: string; readonly message: string }[] {
  const { concurrency, rate: perSecond, sessions, batch: group, delay = 0 } = fields;
  const has = (key: keyof Fields) => fields[key] !== undefined;
  const problems: { key: string; message: string }[] = [];
  const complain = (key: keyof Fields, message: string) => problems.push({ key, message });
  if (has("requests") && has("iterations"))
    complain("iterations", "`iterations` is another name of `requests`; write one of them");
  if (has("duration") && (has("requests") || has("iterations")))
    complain("duration", "a benchmark ends after `requests` or after a `duration`; write one of them");
  for (const [key, values] of Object.entries({ concurrency, rate: perSecond, sessions }))
    if (Array.isArray(values) && new Set<number>(values).size < values.length)
      complain(key as keyof Fields, "lists a value twice");
  const lists = (["concurrency", "rate", "sessions"] as const).filter((key) => Array.isArray(fields[key]));
  if (lists[1]) complain(lists[1], `only one of ${lists.map((key) => `\`${key}\``).join(" and ")} can be a list`);
  for (const key of ["concurrency", "delay", "batch"] as const)
    if (has("rate") && has(key))
      complain(key, `\`${key}\` does not go with \`rate\`, which alone decides when requests are sent`);
  if (has("max_in_flight") && !has("rate"))
    complain("max_in_flight", "`max_in_flight` goes with `rate`; without one, write `concurrency`");
  if (group && has("concurrency"))
    complain(
      "concurrency",
      "`concurrency` does not go with `batch`, whose `dispatch` says how many calls are in flight",
    );
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
