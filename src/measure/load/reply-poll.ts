import type { Clock } from "../../base/host/clock.ts";

/** Time after a write for which the event loop is kept from sleeping. */
const windowMs = 1;

/** Windows in a row without a reply, after which the server is too slow for it to matter, or has no core but ours … */
const manyMisses = 3;

/** … and requests without a window before it is tried again: a busy machine may have been the reason. */
const pause = 15;

/**
 * Keeps the event loop awake while the reply to a request just written is due. A process that sleeps is woken some
 * time after the reply has come; with one request in flight that time would be in every latency. Replies are
 * read, and timers fire, as ever. It costs at most one millisecond of a core per request, and hardly anything where
 * replies take longer.
 */
export class ReplyPoll {
  readonly #clock: Clock;
  #turn: NodeJS.Immediate | undefined;
  #until = 0;
  #misses = 0;
  #skip = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A request has been written, so an earlier one has been answered. */
  expect(): void {
    if (this.#skip > 0) {
      this.#skip--;
      return;
    }
    if (this.#turn) this.#misses = 0;
    this.#until = this.#clock.now() + windowMs;
    this.#turn ??= setImmediate(this.#look);
  }

  stop(): void {
    clearImmediate(this.#turn);
    this.#turn = undefined;
  }

  readonly #look = (): void => {
    const waiting = this.#clock.now() < this.#until;
    this.#turn = waiting ? setImmediate(this.#look) : undefined;
    if (!waiting && ++this.#misses >= manyMisses) this.#skip = pause;
  };
}
