import type { Sender } from "../../server/protocol/session.ts";

/**
 * Where requests have connections of their own, so many in a row that lose theirs say that the server is gone. One alone
 * does not: a server may close an idle connection just as it is used. A connection that all share is lost once.
 */
const finalLosses = 3;

/** Whether the server is gone, by what became of the requests so far: of one block, or of several that follow each other. */
export class LostConnections {
  readonly #final: number;
  #inRow = 0;
  #latest = "";

  constructor({ isParallel }: Pick<Sender, "isParallel">) {
    this.#final = isParallel ? finalLosses : 1;
  }

  /** What the last request met, once more can no longer be expected. */
  get gone(): string | undefined {
    return this.#inRow >= this.#final ? this.#latest : undefined;
  }

  /** Of any kind: the server is there. */
  onAnswer(): void {
    this.#inRow = 0;
  }

  onLoss(message: string): void {
    this.#inRow++;
    this.#latest = message;
  }
}
