import { timeLimit } from "../../base/time-limit.ts";
import { plural } from "../../metrics/format.ts";
import type { Frame, ReplyListener, WireFailure } from "../../server/protocol/session.ts";
import { blame } from "../run/time-budget.ts";
import { timer } from "./alarm.ts";
import { type FrameSource, textBytes } from "./frame-supply.ts";
import { failureOutcome } from "./outcome.ts";
import { OutcomeTally } from "./outcome-tally.ts";
import { hopelessTimeouts, LostConnections } from "./responsiveness.ts";
import { type LoopOptions, ReplyLog, type Segment, type SegmentOptions } from "./segments.ts";

/**
 * Shares the work of closed and open loops: it tracks unanswered requests and their outcomes, and notices when nothing
 * more can be expected of the server. A subclass decides when the next request leaves. Never rejects for what the
 * server does, only when the signal aborts, or with what `next` of its source throws.
 */
export abstract class RequestLoop<Options extends LoopOptions> implements ReplyListener {
  protected readonly options: SegmentOptions<Options>;
  /** Id to the time from which its latency counts. */
  protected readonly inFlight = new Map<number, number>();
  protected readonly failures = new OutcomeTally();
  protected readonly source: FrameSource;
  /** Index of the next frame, and of the first that is not sent. */
  protected next = 0;
  protected limit: number;
  protected over = false;
  protected startedAt = 0;
  protected endedAt = 0;
  readonly #replies: ReplyLog;
  readonly #losses: LostConnections;
  /** Written since the last message of the server. Only their timeouts say that it has stopped answering at all. */
  #sentSinceReply = 0;
  /** True where no message of the server has come. */
  #isMute = true;
  #sending = false;
  #cancelSweep: (() => void) | undefined;
  #sent = 0;
  #sentBytes = 0;
  #gaveUp = false;
  #resolve: (result: Segment) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor(options: SegmentOptions<Options>) {
    this.options = options;
    this.#replies = new ReplyLog(options.retainBytes);
    this.#losses = options.losses ?? new LostConnections(options.wire);
    this.source = options.frames;
    this.limit = this.source.requests;
  }

  /** Writes every request that may leave now. */
  protected abstract pump(): void;

  /** Sets a timer and returns what cancels it. */
  protected after(ms: number, wake: () => void): () => void {
    return timer(ms, wake);
  }

  /** False while the load lasts although every request is answered. */
  protected get isThrough(): boolean {
    return true;
  }

  /** Adds the results that only the subclass knows. */
  protected conclude(): Partial<Segment> {
    return {};
  }

  /** False once everything is sent, or what has been answered is to be judged before more is. */
  protected get mayGoOn(): boolean {
    return !this.over && this.next < this.limit && !this.#replies.isFull;
  }

  /** Once. */
  run(): Promise<Segment> {
    const { signal, clock, timeoutMs } = this.options;
    const ended = new Promise<Segment>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.startedAt = clock.now();
    this.endedAt = this.startedAt;
    if (signal.aborted) this.#abort();
    else {
      signal.addEventListener("abort", this.#abort, { once: true });
      this.#cancelSweep = this.after(timeoutMs, this.#expire);
      this.fill();
    }
    return ended;
  }

  onReply(id: number, body: Uint8Array, arrivedAt: number): void {
    const sentAt = this.#take(id, arrivedAt);
    if (sentAt === undefined) return;
    this.#hear();
    this.#losses.onAnswer();
    const atMs = this.options.spentMs + arrivedAt - this.startedAt;
    this.#replies.add(id, body, { latencyMs: arrivedAt - sentAt, atMs });
    this.fill();
  }

  onFailure(id: number, failure: WireFailure, at: number): void {
    if (this.#take(id, at) === undefined) return;
    this.#hear();
    if (failure.kind === "disconnected") this.#losses.onLoss(failure.message);
    else this.#losses.onAnswer();
    this.failures.add(failureOutcome(failure));
    const { gone } = this.#losses;
    if (gone === undefined) this.fill();
    else this.#endUnanswered(gone);
  }

  onHeld(id: number, { ms, bytes }: { readonly ms: number; readonly bytes: number }): void {
    const sentAt = this.inFlight.get(id);
    if (sentAt === undefined) return;
    this.inFlight.set(id, sentAt + ms);
    this.#sentBytes += bytes;
  }

  #hear(): void {
    this.#isMute = false;
    this.#sentSinceReply = 0;
  }

  /** Forgets an id in flight and returns the time of its writing. Late and unknown replies end here. */
  #take(id: number, at: number): number | undefined {
    const sentAt = this.inFlight.get(id);
    if (sentAt === undefined) return undefined;
    this.inFlight.delete(id);
    this.endedAt = at;
    return sentAt;
  }

  /**
   * Not re-entered when a wire answers while it is being written to, so the stack stays flat. Never throws, for timers and
   * connections call it: a request that cannot be made ends the load.
   */
  protected fill(): void {
    if (this.#sending) return;
    this.#sending = true;
    try {
      this.pump();
    } catch (error) {
      this.#abandon(error);
    }
    this.#sending = false;
    if (!this.mayGoOn && this.inFlight.size === 0 && (this.isThrough || this.#gaveUp)) this.#finish();
  }

  /** Writes a frame. `from`: the time from which its latency counts. */
  protected write(frame: Frame, from: number): void {
    this.#sentSinceReply++;
    this.#sent++;
    this.#sentBytes += textBytes(frame);
    this.inFlight.set(frame.id, from);
    this.options.wire.send(frame, this);
  }

  /** One timer for the whole block, always set for the oldest request in flight. */
  readonly #expire = (): void => {
    const { clock, timeoutMs, wire } = this.options;
    const now = clock.now();
    for (const [id, sentAt] of this.inFlight) {
      if (sentAt + timeoutMs > now) continue;
      this.#take(id, now);
      const lacking = wire.waitsFor?.(id) ?? "reply";
      wire.abandon(id);
      this.failures.add({ kind: "timeout", message: `no ${lacking} within ${timeLimit(timeoutMs)}` });
    }
    if (this.#sentSinceReply - this.inFlight.size >= hopelessTimeouts) this.#giveUp();
    this.fill();
    if (this.over) return;
    let oldest = now;
    for (const sentAt of this.inFlight.values()) oldest = Math.min(oldest, sentAt);
    this.#cancelSweep = this.after(oldest + timeoutMs - clock.now(), this.#expire);
  };

  #giveUp(): void {
    this.#gaveUp ||= this.next < this.limit;
    this.limit = this.next;
  }

  /** Counts requests that can no longer be sent, where their number is fixed. */
  #endUnanswered(message: string): void {
    const unsent = Number.isFinite(this.limit) ? this.limit - this.next : 0;
    this.failures.add({ kind: "disconnected", message }, this.inFlight.size + unsent);
    this.inFlight.clear();
    this.#finish();
  }

  #finish(): void {
    if (this.over) return;
    this.close();
    const { gone } = this.#losses;
    this.#resolve({
      wallMs: this.endedAt - this.startedAt,
      answers: this.#replies.answers,
      failures: this.failures,
      sent: this.#sent,
      sentBytes: this.#sentBytes,
      gaveUp: this.#gaveUp,
      left: gone === undefined ? this.limit - this.next : 0,
      disconnected: gone,
      ...this.conclude(),
    });
  }

  readonly #abort = (): void => {
    const { signal, clock } = this.options;
    const { timeout = 0 } = this.failures.outcomes;
    if (this.#sent > 0 && this.#isMute)
      blame(signal, timeout > 0 ? Number.POSITIVE_INFINITY : clock.now() - this.startedAt, {
        found: `no reply had come to ${plural(this.#sent, "call")}${timeout > 0 ? `, of which ${timeout} had timed out,` : ""}`,
      });
    this.#abandon(signal.reason);
  };

  #abandon(reason: unknown): void {
    this.close();
    for (const id of this.inFlight.keys()) this.options.wire.abandon(id);
    this.inFlight.clear();
    this.#reject(reason);
  }

  /** Ends everything that would wake the loop again. */
  protected close(): void {
    this.over = true;
    this.#cancelSweep?.();
    this.options.signal.removeEventListener("abort", this.#abort);
  }
}
