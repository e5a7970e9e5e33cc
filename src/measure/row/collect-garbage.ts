import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Replies between two collections. Fewer would cost more than they save: compiled code refers to objects of the blocks
 * before and is thrown away with them, so that the next thousands of requests run in slow code.
 */
const repliesPerCollection = 50_000;

/**
 * Forces a collection of garbage between blocks once there were many replies. Left to itself the engine lets what they
 * leave behind grow to hundreds of megabytes, and collects it while requests are timed. Ordinary runs have fewer replies.
 */
export class GarbageCollection {
  #replies = 0;
  #collect: (() => void) | undefined;

  add(replies: number): void {
    this.#replies += replies;
    if (this.#replies < repliesPerCollection) return;
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
