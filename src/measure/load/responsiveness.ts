import type { Sender } from "../../server/protocol/session.ts";

/** Requests written since the last reply that have to time out before the rest of a block is not sent. */
export const hopelessTimeouts = 3;

/**
 * Connections in a row that have to be lost before the server counts as gone, where every request has its own. One
 * alone says little, since a server may close an idle connection just as it is used. A shared connection is lost once.
 */
const finalLosses = 3;

/** Counts connections lost in a row, over one block or several that follow each other, until the server counts as gone. */
export class LostConnections {
  readonly #final: number;
  #inRow = 0;
  #latest = "";

  constructor({ isParallel }: Pick<Sender, "isParallel">) {
    this.#final = isParallel ? finalLosses : 1;
  }

  /** Failure of the last request, once more can no longer be expected. */
  get gone(): string | undefined {
    return this.#inRow >= this.#final ? this.#latest : undefined;
  }

  /** Any answer, an error too, shows that the server is there. */
  onAnswer(): void {
    this.#inRow = 0;
  }

  onLoss(message: string): void {
    this.#inRow++;
    this.#latest = message;
  }
}
