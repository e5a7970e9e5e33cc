import type { RequestLoopOptions, StretchOptions } from "./loop-options.ts";
import type { LoopResult } from "./loop-result.ts";
import { ReplyPoll } from "./reply-poll.ts";
import { RequestLoop } from "./request-loop.ts";
import { inStretches } from "./segments.ts";

export interface LoopOptions extends RequestLoopOptions {
  /** Requests in flight. */
  readonly concurrency: number;
  /** From the first write to the time after which nothing is sent, even where there are more frames. */
  readonly durationMs?: number;
}

/**
 * Keeps `concurrency` requests in flight until every frame has been sent and has ended, or the time is over and what
 * was sent has ended. Latency runs from the moment of writing to the arrival of the frame.
 */
export function runClosedLoop(options: LoopOptions): Promise<LoopResult> {
  const { durationMs } = options;
  return inStretches(options, (frames, spentMs) => {
    const rest = durationMs === undefined ? {} : { durationMs: durationMs - spentMs };
    return new ClosedLoop({ ...options, frames, ...rest }).run();
  });
}

class ClosedLoop extends RequestLoop<LoopOptions> {
  readonly #durationMs: number;
  readonly #poll: ReplyPoll | undefined;
  #turn: NodeJS.Immediate | undefined;

  constructor(options: StretchOptions<LoopOptions>) {
    super(options);
    this.#durationMs = options.durationMs ?? Number.POSITIVE_INFINITY;
    // With several in flight a reply waits for the others far longer than for us.
    if (options.concurrency === 1) this.#poll = new ReplyPoll(options.clock);
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

  protected override get isThrough(): boolean {
    return true;
  }

  readonly #refill = (): void => {
    this.#turn = undefined;
    super.fill();
  };

  protected override pump(): void {
    const { concurrency, clock } = this.options;
    const deadline = this.startedAt + this.#durationMs;
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
