import { z } from "zod";

/** Ways to keep cores from sleeping while something is measured, the quietest first. */
export const instrument = z.strictObject({
  /**
   * `spinning`: processes that yield to everything else keep every core awake, and replies are waited for awake; `awake`:
   * replies alone are waited for awake; `asleep`: nothing is done.
   */
  kind: z.enum(["spinning", "awake", "asleep"]),
  /** Reason why it is not the quietest. */
  why: z
    .enum(["one-core", "other-work", "platform", "no-tools", "quota", "battery", "many-cores", "refused", "slower"])
    .optional(),
  /** Way to keep cores awake that other runs on this machine may take, where the reason is of the moment. */
  otherwise: z.enum(["spinning", "awake"]).optional(),
});

export type RecordInstrument = z.infer<typeof instrument>;

/** Returns the quietest way this machine allows, the same for all of its runs. */
export function usualInstrument({ kind, otherwise }: RecordInstrument): RecordInstrument["kind"] {
  return otherwise ?? kind;
}
