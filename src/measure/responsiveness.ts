import type { WireFailure } from "../server/session.ts";

/** So many requests written since the last reply must time out before the rest of a block is not sent. */
export const hopelessTimeouts = 3;

/**
 * So many requests in a row that meet a lost connection end the block. One alone does not: over HTTP each request may
 * have a connection of its own, and a server may close an idle one just as it is used.
 */
export const finalDisconnections = 3;

/** Whether anything more can be expected of a server, by what became of the requests of one block. */
export class Responsiveness {
  /** Written since the last reply. Only their timeouts say that the server has stopped answering at all. */
  #sentSinceReply = 0;
  #disconnectionsInRow = 0;
  #disconnected: string | undefined;

  /** What the last request met, where that was a lost connection. */
  get disconnected(): string | undefined {
    return this.#disconnected;
  }

  get isDisconnected(): boolean {
    return this.#disconnectionsInRow >= finalDisconnections;
  }

  /** `inFlight`: requests that have not timed out yet. */
  isSilent(inFlight: number): boolean {
    return this.#sentSinceReply - inFlight >= hopelessTimeouts;
  }

  onSent(): void {
    this.#sentSinceReply++;
  }

  onReply(): void {
    this.#sentSinceReply = 0;
    this.#disconnectionsInRow = 0;
    this.#disconnected = undefined;
  }

  onFailure({ kind, message }: WireFailure): void {
    const before = this.#disconnectionsInRow;
    this.onReply();
    if (kind !== "disconnected") return;
    this.#disconnectionsInRow = before + 1;
    this.#disconnected = message;
  }
}
