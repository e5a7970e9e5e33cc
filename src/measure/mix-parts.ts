import type { RecordParts } from "../baseline/record-parts.ts";
import type { LoopResult } from "./loop-result.ts";

/** Which calls of a mix belong to which part. Calls are sent in the order in which they are made. */
export class MixParts {
  readonly #names: readonly string[];
  /** Parts of the calls that are made and not settled yet, by id, in the order of making. */
  readonly #made = new Map<number, number>();
  readonly #attempted: number[];
  /** Of each ok reply, in order of arrival. */
  readonly #ok: number[] = [];

  constructor(names: readonly string[]) {
    this.#names = names.map((name, place) => (names.indexOf(name) === place ? name : `${name} (part ${place + 1})`));
    this.#attempted = names.map(() => 0);
  }

  made(id: number, part: number): void {
    this.#made.set(id, part);
  }

  /** Counts the calls of a block; what was made and not sent is left for the next one. `ok`: ids of the good replies, in order. */
  add(result: LoopResult, ok: readonly number[]): void {
    for (const id of ok) this.#ok.push(this.#made.get(id) ?? 0);
    for (const part of this.#settle(result)) this.#attempted[part] = (this.#attempted[part] ?? 0) + 1;
  }

  /** Forgets the calls of a warm-up. */
  skip(result: LoopResult): void {
    this.#settle(result);
  }

  result(): RecordParts {
    return {
      names: [...this.#names],
      attempted: [...this.#attempted],
      ofSamples: Buffer.from(Uint8Array.from(this.#ok)).toString("base64"),
    };
  }

  #settle({ sent, backlog }: LoopResult): number[] {
    const settled = [...this.#made].slice(0, sent + (backlog?.dropped ?? 0));
    for (const [id] of settled) this.#made.delete(id);
    return settled.map(([, part]) => part);
  }
}
