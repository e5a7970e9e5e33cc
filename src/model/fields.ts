import { z } from "zod";
import type { Json } from "../base/json.ts";

/** The largest figure that a record can hold: thirty thousand years, or a million gigabytes. */
export const largest = 1e15;

/**
 * A figure of a record. A hostile record holds the limits of its number format, whose ratios and squares are beyond them: what
 * is larger than anything measured is refused, and what is closer to zero than anything counts as zero.
 */
export const figure = z
  .number()
  .min(-largest)
  .max(largest)
  .transform((value) => (Math.abs(value) < 1 / largest ? 0 : value));

/** Times and sizes of a record are milliseconds and bytes. */
export const amount = z
  .number()
  .nonnegative()
  .max(largest)
  .transform((value) => (value < 1 / largest ? 0 : value));
export const milliseconds = amount;
export const positiveAmount = z
  .number()
  .min(1 / largest)
  .max(largest);
export const count = z.int().nonnegative();
export const positive = z.int().positive();

const fullId = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** A full commit id as git prints it, SHA-1 or SHA-256. It becomes part of paths and of git's input, so nothing else will do. */
export const commitId = z.string().regex(fullId, "a full commit id");

export function isCommitId(text: string): boolean {
  return fullId.test(text);
}

/** Digest of the JSON of a tool. */
export const toolDigest = z.string().regex(/^[0-9a-f]{16}$/, "16 hexadecimal digits");

export const text = z.string().min(1);

/** A value of YAML that is neither a list nor a map. */
export const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** Name that a placeholder can stand for, and a part of a variable's name. */
export const identifier = z.string().regex(/^[A-Za-z_]\w*$/, "not a name of letters, digits and _");

/** Any JSON value. Editors get no more than that, where its own schema would refer to itself. */
export const json: z.ZodType<Json> = z.unknown().pipe(z.json() as z.ZodType<Json>);

export type Complain = (message: string, path?: PropertyKey[]) => void;

/** Makes a refinement of a check that complains about any number of places in a value. */
export function checked<Value>(check: (value: Value, complain: Complain) => void) {
  return (value: Value, context: z.RefinementCtx): void =>
    check(value, (message, path = []) => context.addIssue({ code: "custom", message, path }));
}

/** Tests whether a value has exactly one of some fields. */
export function hasOneOf(...keys: readonly string[]) {
  return (value: Readonly<Record<string, unknown>>): boolean =>
    keys.filter((key) => value[key] !== undefined).length === 1;
}

/** A field of the configuration, with its description and examples for editors. */
export function field<Type extends z.ZodType>(description: string, type: Type, ...examples: unknown[]): Type {
  return type.meta({ description, ...(examples.length > 0 ? { examples } : {}) });
}
