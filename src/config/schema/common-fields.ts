import { z } from "zod";
import type { Json } from "../../base/json.ts";

export const text = z.string().min(1);
export const positive = z.int().positive();

/** A value of YAML that is neither a list nor a map. */
export const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** Name that a placeholder can stand for, and a part of a variable's name. */
export const identifier = z.string().regex(/^[A-Za-z_]\w*$/, "not a name of letters, digits and _");

/** Any JSON value. Editors get no more than that, where its own schema would refer to itself. */
export const json: z.ZodType<Json> = z.unknown().pipe(z.json() as z.ZodType<Json>);
