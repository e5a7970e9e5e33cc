import { z } from "zod";
import { outputPatternSchema } from "../../plan/output-pattern.ts";
import { positiveDuration } from "../../plan/quantity.ts";
import { serverFields } from "./server.ts";

const text = z.string().min(1);

/** A process that must run before the server does. */
export const serviceSchema = z.strictObject({
  command: text,
  args: serverFields.args.optional(),
  env: serverFields.env.optional(),
  cwd: text.default("."),
  ready: z.union([text, outputPatternSchema], "a URL, or a map with `stdout` or `stderr`").optional(),
  startup_timeout: positiveDuration.default(30_000),
  shutdown_timeout: positiveDuration.default(5_000),
});

export type ServiceConfig = z.output<typeof serviceSchema>;
