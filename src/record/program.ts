import { z } from "zod";

/**
 * The program that an arm was seen to run after its first launch. `own`: a file of its checkout, named from there. `elsewhere`:
 * a file outside of it, named without its folders. Names are untrusted.
 */
export const program = z.strictObject({
  kind: z.enum(["own", "elsewhere", "image", "address", "unknown"]),
  name: z.string().max(200).optional(),
  /** Nothing proves that this arm and the one it is compared with run different code; `allowed`: the configuration allows it. */
  doubt: z.enum(["unclear", "allowed"]).optional(),
});

export type RecordProgram = z.infer<typeof program>;
