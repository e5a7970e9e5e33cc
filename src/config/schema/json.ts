import { z } from "zod";
import type { Json } from "../../text/json.ts";

/** Any JSON value. Editors are told no more than that, where its own schema would refer to itself. */
export const json: z.ZodType<Json> = z.unknown().pipe(z.json() as z.ZodType<Json>);
