import type { WireFailure } from "../../server/protocol/session.ts";
import type { LostConnections } from "./lost-connections.ts";

/** So many requests written since the last reply must time out before the rest of a block is not sent. */
export const hopelessTimeouts = 3;

/** Whether anything more can be expected of a server, by what became of the requests of one block. */
export class Responsiveness {
  readonly #losses: LostConnections;
  /** Written since the last reply. Only their timeouts say that the server has stopped answering at all. */
  #sentSinceReply = 0;

  constructor(losses: LostConnections) {
    this.#losses = losses;
  }

  /** Why the server is gone, once it is. */
  get disconnected(): string | undefined {
    return this.#losses.gone;
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
    this.#losses.onAnswer();
  }

  onFailure({ kind, message }: WireFailure): void {
    this.#sentSinceReply = 0;
    if (kind === "disconnected") this.#losses.onLoss(message);
    else this.#losses.onAnswer();
  }
}
