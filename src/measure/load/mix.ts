import type { RecordParts } from "../../record/parts.ts";
import type { CallTally } from "./call-tally.ts";
import type { LoopResult } from "./loop-result.ts";

/** Which calls of a mix belong to which part. Calls are sent in the order in which they are made. */
export class MixParts {
  readonly #names: readonly string[];
  /** Parts of the calls that are made and not settled yet, by id, in the order of making. */
  readonly #made = new Map<number, number>();
  readonly #attempted: number[];

  constructor(names: readonly string[]) {
    this.#names = names.map((name, place) => (names.indexOf(name) === place ? name : `${name} (part ${place + 1})`));
    this.#attempted = names.map(() => 0);
  }

  get count(): number {
    return this.#names.length;
  }

  made(id: number, part: number): void {
    this.#made.set(id, part);
  }

  /** Until the call is settled. */
  partOf(id: number): number | undefined {
    return this.#made.get(id);
  }

  /** Counts the calls of a block, once its replies are judged; what was made and not sent is left for the next one. */
  add(result: LoopResult): void {
    this.#settle(result, (part) => {
      this.#attempted[part] = (this.#attempted[part] ?? 0) + 1;
    });
  }

  /** Forgets the calls of a warm-up. */
  skip(result: LoopResult): void {
    this.#settle(result, () => {});
  }

  /** Of the replies of all blocks. */
  result({ ofParts }: CallTally): RecordParts {
    return {
      names: [...this.#names],
      attempted: [...this.#attempted],
      latencies: ofParts.map((latencies) => latencies.stored()),
    };
  }

  #settle({ sent, backlog }: LoopResult, count: (part: number) => void): void {
    let left = sent + (backlog?.dropped ?? 0);
    for (const [id, part] of this.#made) {
      if (left-- === 0) return;
      this.#made.delete(id);
      count(part);
    }
  }
}
