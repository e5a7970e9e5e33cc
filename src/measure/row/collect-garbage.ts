import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Replies after which there is enough to collect. Not sooner: what the engine has compiled knows objects of the blocks before,
 * and is thrown away with them, so that the next thousands of requests run in slow code.
 */
const often = 50_000;

/**
 * Collects what the replies of large blocks leave behind, between blocks: left to itself the engine lets it grow to
 * hundreds of megabytes, and collects it while requests are timed. Small blocks, of ordinary runs, never come to it.
 */
export class Garbage {
  #replies = 0;
  #collect: (() => void) | undefined;

  add(replies: number): void {
    this.#replies += replies;
    if (this.#replies < often) return;
    this.#replies = 0;
    this.#collect ??= collector();
    this.#collect();
  }
}

/**
 * The engine's own function, which is there for new contexts once the flag is set. The heap of young objects, which the
 * engine would double whenever many survive, stays as it is from here on: its largest size has to be said at the start of
 * a process, its growth at any time.
 */
function collector(): () => void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
