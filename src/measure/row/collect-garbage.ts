import { collectGarbage } from "../../base/host/garbage.ts";

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

  add(replies: number): void {
    this.#replies += replies;
    if (this.#replies < repliesPerCollection) return;
    this.#replies = 0;
    collectGarbage();
  }
}
