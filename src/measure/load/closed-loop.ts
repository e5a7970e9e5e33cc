import type { Clock } from "../../base/host/clock.ts";
import type { LoopResult } from "./loop-result.ts";
import { type LoopOptions, RequestLoop } from "./request-loop.ts";

export interface ClosedLoopOptions extends LoopOptions {
  readonly concurrency: number;
  /** From the first write to the time after which nothing is sent, even where there are more frames. */
  readonly durationMs?: number | undefined;
  /** False: no core is free for waiting awake for the reply to a single request in flight. */
  readonly waitsAwake?: boolean | undefined;
}

/**
 * Keeps `concurrency` requests in flight until every frame has been sent and has ended, or the time is over and what
 * was sent has ended. Latency runs from the moment of writing to the arrival of the frame.
 */
export function runClosedLoop(options: ClosedLoopOptions): Promise<LoopResult> {
  return new ClosedLoop(options).run();
}

class ClosedLoop extends RequestLoop<ClosedLoopOptions> {
  readonly #poll: ReplyPoll | undefined;
  #turn: NodeJS.Immediate | undefined;

  constructor(options: ClosedLoopOptions) {
    super(options);
    // With several in flight a reply waits for the others far longer than for us.
    if (options.concurrency === 1 && options.waitsAwake !== false) this.#poll = new ReplyPoll(options.clock);
  }

  /**
   * On several connections the next requests leave when all replies that have come are read: none of these waits, in its
   * latency, for the writes of others, and the server is woken once for all of them.
   */
  protected override fill(): void {
    const { concurrency, wire } = this.options;
    if (concurrency > 1 && wire.isParallel && this.next > 0) this.#turn ??= setImmediate(this.#refill);
    else super.fill();
  }

  readonly #refill = (): void => {
    this.#turn = undefined;
    super.fill();
  };

  protected override pump(): void {
    const { concurrency, clock, durationMs = Number.POSITIVE_INFINITY } = this.options;
    const deadline = this.startedAt + durationMs;
    while (this.inFlight.size < concurrency && this.mayGoOn) {
      if (deadline < Number.POSITIVE_INFINITY && clock.now() >= deadline) {
        this.limit = this.next;
        return;
      }
      this.next++;
      const frame = this.source.next();
      this.write(frame, clock.now());
      this.#poll?.expect();
    }
  }

  protected override close(): void {
    super.close();
    clearImmediate(this.#turn);
    this.#poll?.stop();
  }
}

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
