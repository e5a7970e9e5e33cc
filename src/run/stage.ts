import { systemClock } from "../host/clock.ts";
import type { Progress } from "../measure/progress.ts";

/** Says when work that may take minutes begins, and how long it took; nothing more where it fails. */
export async function stage<T>(name: string, progress: Progress, work: () => Promise<T>): Promise<T> {
  const from = systemClock.now();
  progress({ kind: "stage", name });
  const result = await work();
  progress({ kind: "stage", name, durationMs: systemClock.now() - from });
  return result;
}
