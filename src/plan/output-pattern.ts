import { z } from "zod";

/** A regular expression, and the stream whose lines it is looked for in. */
export interface OutputPattern {
  readonly stream: "stdout" | "stderr";
  readonly pattern: string;
}

const pattern = z
  .string()
  .min(1)
  .superRefine((value, context) => {
    try {
      new RegExp(value);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.addIssue({ code: "custom", message: `not a regular expression: ${reason}`, input: value });
    }
  });

/** As the configuration writes it: `{ stdout: pattern }` or `{ stderr: pattern }`. */
export const outputPatternSchema = z
  .strictObject({ stdout: pattern.optional(), stderr: pattern.optional() })
  .refine(
    ({ stdout, stderr }) => (stdout === undefined) !== (stderr === undefined),
    "needs one of `stdout` and `stderr`",
  );

/** As the plan has it. */
export function outputPatternOf({ stdout, stderr = "" }: z.output<typeof outputPatternSchema>): OutputPattern {
  return stdout === undefined ? { stream: "stderr", pattern: stderr } : { stream: "stdout", pattern: stdout };
}
