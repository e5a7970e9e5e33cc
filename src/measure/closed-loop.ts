import type { Frame } from "../server/session.ts";
import type { LoopResult } from "./loop-result.ts";
import { ReplyPoll } from "./reply-poll.ts";
import { RequestLoop, type RequestLoopOptions, type Settle } from "./request-loop.ts";

export interface LoopOptions extends RequestLoopOptions {
  /** Requests in flight. */
  readonly concurrency: number;
  /** Ends the loop after a time instead of after the last frame. */
  readonly timed?: Timed;
}

export interface Timed {
  /** From the first write to the time after which nothing is sent. */
  readonly durationMs: number;
  /** Appends a frame to `frames` and returns it, where those made beforehand do not last. */
  readonly more: () => Frame;
}

/**
 * Keeps `concurrency` requests in flight until every frame has been sent and has ended, or the time is over and what
 * was sent has ended. Latency runs from the moment of writing to the arrival of the frame.
 */
export function runClosedLoop(options: LoopOptions): Promise<LoopResult> {
  return new Promise((resolve, reject) => new ClosedLoop(options, { resolve, reject }).start());
}

class ClosedLoop extends RequestLoop<LoopOptions> {
  readonly #durationMs: number;
  readonly #poll: ReplyPoll | undefined;

  constructor(options: LoopOptions, settle: Settle) {
    super(options, settle);
    this.#durationMs = options.timed?.durationMs ?? Number.POSITIVE_INFINITY;
    // With several in flight a reply waits for the others far longer than for us.
    if (options.concurrency === 1) this.#poll = new ReplyPoll(options.clock);
    if (options.timed) this.limit = Number.POSITIVE_INFINITY;
  }

  protected override pump(): void {
    const { frames, concurrency, clock, timed } = this.options;
    const deadline = this.startedAt + this.#durationMs;
    while (!this.over && this.next < this.limit && this.inFlight.size < concurrency) {
      const frame = frames[this.next] ?? (timed as Timed).more();
      const now = clock.now();
      if (now >= deadline) {
        this.limit = this.next;
        return;
      }
      this.next++;
      this.write(frame, now);
      this.#poll?.expect();
    }
  }

  protected override close(): void {
    super.close();
    this.#poll?.stop();
  }
}
