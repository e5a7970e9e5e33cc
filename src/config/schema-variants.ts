import { z } from "zod";
import { nearest } from "./nearest.ts";
import { positiveDuration } from "./quantity.ts";
import { thresholdsSchema } from "./threshold.ts";

const text = z.string().min(1);

const pattern = text.superRefine((value, context) => {
  try {
    new RegExp(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.addIssue({ code: "custom", message: `not a regular expression: ${reason}`, input: value });
  }
});

/** A regular expression, and the stream whose lines it is looked for in. */
export const outputPattern = z
  .strictObject({ stdout: pattern.optional(), stderr: pattern.optional() })
  .refine(
    ({ stdout, stderr }) => (stdout === undefined) !== (stderr === undefined),
    "needs one of `stdout` and `stderr`",
  );

/** A process that must run before the server does. */
export function serviceSchema<Args extends z.ZodType, Env extends z.ZodType>(fields: { args: Args; env: Env }) {
  return z.strictObject({
    command: text,
    args: fields.args.optional() as z.ZodOptional<Args>,
    env: fields.env.optional() as z.ZodOptional<Env>,
    cwd: text.default("."),
    ready: z.union([text, outputPattern], "a URL, or a map with `stdout` or `stderr`").optional(),
    startup_timeout: positiveDuration.default(30_000),
    shutdown_timeout: positiveDuration.default(5_000),
  });
}

type Optional<Fields extends Record<string, z.ZodType>> = { [Key in keyof Fields]: z.ZodOptional<Fields[Key]> };

/** Fields of a variant: any of the server's, what it is compared with, and the bounds of that comparison. */
export function variantFields<Fields extends Record<string, z.ZodType>>(server: Fields) {
  return {
    ...(Object.fromEntries(Object.entries(server).map(([key, field]) => [key, field.optional()])) as Optional<Fields>),
    reference: text.optional(),
    thresholds: thresholdsSchema.optional(),
  };
}

interface WithVariants {
  readonly variants?:
    | Readonly<Record<string, { reference?: string | undefined; thresholds?: readonly unknown[] | undefined }>>
    | undefined;
  readonly benchmarks?: readonly { readonly on?: readonly string[]; readonly tool?: unknown }[] | undefined;
}

/** Names of variants that do not exist, and references that cannot be one. */
export function variantProblems({ variants, benchmarks = [] }: WithVariants) {
  const found: { message: string; path: PropertyKey[] }[] = [];
  const names = Object.keys(variants ?? {});
  if (variants && names.length === 0) found.push({ message: "names no variant", path: ["variants"] });
  for (const [name, { reference, thresholds }] of Object.entries(variants ?? {})) {
    if (reference === name)
      found.push({
        message: "a variant cannot be its own reference; name another one",
        path: ["variants", name, "reference"],
      });
    else if (reference !== undefined && !names.includes(reference))
      found.push({ message: unknownVariant(reference, names), path: ["variants", name, "reference"] });
    if (thresholds && reference === undefined)
      found.push({
        message: "bound the change against a `reference`, which is not named",
        path: ["variants", name, "thresholds"],
      });
  }
  for (const [index, { on = [] }] of benchmarks.entries())
    for (const name of on.filter((one) => !names.includes(one)))
      found.push({ message: unknownVariant(name, names), path: ["benchmarks", index, "variants"] });
  return found;
}

function unknownVariant(name: string, names: readonly string[]): string {
  const quoted = JSON.stringify(name);
  if (names.length === 0) return `there is no variant ${quoted}; list it under the top-level \`variants\``;
  const hint = nearest(name, names);
  return `there is no variant ${quoted}, ${hint ? `did you mean "${hint}"?` : `only ${names.map((one) => JSON.stringify(one)).join(", ")}`}`;
}
