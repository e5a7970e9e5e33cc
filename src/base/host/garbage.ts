import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

/**
 * Collects garbage now, and keeps the heap of young objects as it is from here on: the engine would double it whenever many
 * survive. Its largest size has to be said at the start of a process, its growth at any time; the function to collect is there
 * for new contexts once its flag is set.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString("--semi-space-growth-factor=1");
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}
