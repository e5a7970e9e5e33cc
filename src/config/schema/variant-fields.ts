import { z } from "zod";
import { nearest } from "../../base/nearest.ts";
import { type Complain, field, text } from "../../model/fields.ts";
import { thresholdsSchema } from "../../plan/threshold.ts";
import { serverFields } from "./server-fields.ts";

/** Lines of a report about the environment: a text, or a command whose output is taken. */
export const environmentLines = z.record(
  z.string(),
  z.union([z.string(), z.strictObject({ run: field("Line for a shell", text, "uname -r") })]),
);

/** Any of the server's fields, what the variant is compared with, and the bounds of that comparison. */
export const variantSchema = z
  .strictObject(serverFields)
  .partial()
  .extend({
    reference: field("The variant it is compared with", text.optional(), "direct"),
    thresholds: field("Limits of that comparison; without them it only informs", thresholdsSchema.optional(), {
      p50: "+20%",
    }),
    environment: field("Lines for the report, as at the top", environmentLines.default({}), { Proxy: "1.2.3" }),
  });

export type VariantConfig = z.output<typeof variantSchema>;

interface WithVariants {
  readonly variants?: Readonly<Record<string, VariantConfig>> | undefined;
  readonly benchmarks?: readonly { readonly on?: readonly string[] }[] | undefined;
}

/** Names of variants that do not exist, and references that cannot be one. */
export function checkVariants({ variants, benchmarks = [] }: WithVariants, complain: Complain): void {
  const names = Object.keys(variants ?? {});
  if (variants && names.length === 0) complain("names no variant", ["variants"]);
  for (const [name, { reference, thresholds }] of Object.entries(variants ?? {})) {
    if (reference === name)
      complain("a variant cannot be its own reference; name another one", ["variants", name, "reference"]);
    else if (reference !== undefined && !names.includes(reference))
      complain(unknownVariant(reference, names), ["variants", name, "reference"]);
    if (thresholds && reference === undefined)
      complain("need a `reference` to compare with; name one", ["variants", name, "thresholds"]);
  }
  for (const [index, { on = [] }] of benchmarks.entries())
    for (const name of on.filter((one) => !names.includes(one)))
      complain(unknownVariant(name, names), ["benchmarks", index, "variants"]);
}

function unknownVariant(name: string, names: readonly string[]): string {
  const quoted = JSON.stringify(name);
  if (names.length === 0) return `there is no variant ${quoted}; list it under the top-level \`variants\``;
  const hint = nearest(name, names);
  return `there is no variant ${quoted}, ${hint ? `did you mean "${hint}"?` : `only ${names.map((one) => JSON.stringify(one)).join(", ")}`}`;
}
