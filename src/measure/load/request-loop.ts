import { timeLimit } from "../../base/time-limit.ts";
import { plural } from "../../metrics/format.ts";
import type { Frame, ReplyListener, Sender, WireFailure } from "../../server/protocol/session.ts";
import type { Context } from "../context.ts";
import { blame } from "../run/time-budget.ts";
import { timer } from "./alarm.ts";
import { type FrameSource, framesOf, textBytes } from "./frame-supply.ts";
import { type Answer, CallTally, type LoopResult } from "./loop-result.ts";
import type { MixParts } from "./mix.ts";
import { type Classifier, OutcomeTally } from "./outcome.ts";
import { hopelessTimeouts, LostConnections } from "./responsiveness.ts";

/** Room for replies that are kept until they are judged. */
const most = { bytes: 32 * 2 ** 20, replies: 100_000 };

export interface LoopOptions extends Pick<Context, "clock" | "signal"> {
  readonly wire: Sender;
  readonly frames: readonly Frame[] | FrameSource;
  /** Judges the replies that do not fit into memory until the loop is over. */
  readonly classify: Classifier;
  /** Parts of the mix that the requests belong to. */
  readonly parts?: MixParts | undefined;
  readonly timeoutMs: number;
  /** Lost connections of the blocks before: where these are short, a server that is gone may show only in the next ones. */
  readonly losses?: LostConnections | undefined;
  /** Bytes of replies to keep until they are judged. */
  readonly retainBytes?: number | undefined;
}

/**
 * Shares the work of closed and open loops: it tracks unanswered requests and their outcomes, and notices when nothing
 * more can be expected of the server. A subclass decides when the next request leaves. Never rejects for what the
 * server does, only when the signal aborts, or with what `next` of its source or the classifier throws.
 *
 * Replies are judged when nothing is timed, so they are kept until then. A loop with more of them than memory should hold runs
 * in segments: it stops sending when the room for replies is full, and goes on once those it has are judged. Between two
 * segments nothing is in flight, so judging is in no latency, and the wall time is the sum of those of the segments. The replies
 * of the first segment are given back, judged only where others follow.
 */
export abstract class RequestLoop<Options extends LoopOptions> implements ReplyListener {
  protected readonly options: Options;
  /** Times from which latencies count, by id. */
  protected readonly inFlight = new Map<number, number>();
  protected readonly failures = new OutcomeTally();
  protected readonly source: FrameSource;
  /** Index of the next frame, and of the first that is not sent. */
  protected next = 0;
  protected limit: number;
  protected over = false;
  /** Start of the loop, put off by the pauses between its segments. */
  protected startedAt = 0;
  protected endedAt = 0;
  /** Start of the segment, and the index of its first frame. */
  protected segment = { at: 0, first: 0 };
  /** Replies of the segment. */
  #answers: Answer[] = [];
  #bytes = 0;
  /** Replies of the first segment, and the tally of those after it; undefined before there is a second. */
  #judged: { readonly answers: readonly Answer[]; readonly judged: CallTally; readonly further: CallTally } | undefined;
  readonly #losses: LostConnections;
  /** Written since the last message of the server. Only their timeouts say that it has stopped answering at all. */
  #sentSinceReply = 0;
  /** True where no message of the server has come in the segment. */
  #isMute = true;
  /** Requests of the segment that timed out. */
  #timeouts = 0;
  #sending = false;
  #cancelSweep: (() => void) | undefined;
  #sent = 0;
  #sentBytes = 0;
  #gaveUp = false;
  #resolve: (result: LoopResult) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor(options: Options) {
    const { frames, losses, wire } = options;
    this.options = options;
    this.#losses = losses ?? new LostConnections(wire);
    this.source = "next" in frames ? frames : framesOf(frames);
    this.limit = this.source.requests;
  }

  /** Writes every request that may leave now. */
  protected abstract pump(): void;

  protected after(ms: number, wake: () => void): () => void {
    return timer(ms, wake);
  }

  /** False while the load lasts although every request is answered. */
  protected get isThrough(): boolean {
    return true;
  }

  /** End of the segment, once nothing is in flight. */
  protected get segmentEnd(): number {
    return this.endedAt;
  }

  protected endSegment(): void {}

  /** Adds the results that only the subclass knows. */
  protected conclude(): Partial<LoopResult> {
    return {};
  }

  /** False once everything is sent, or what has been answered is to be judged before more is. */
  protected get mayGoOn(): boolean {
    return !this.over && this.next < this.limit && !this.#isFull;
  }

  get #isFull(): boolean {
    return this.#bytes > (this.options.retainBytes ?? most.bytes) || this.#answers.length >= most.replies;
  }

  get #isIdle(): boolean {
    return !this.over && !this.mayGoOn && this.inFlight.size === 0 && (this.isThrough || this.#gaveUp);
  }

  run(): Promise<LoopResult> {
    const { signal, clock, timeoutMs } = this.options;
    const ended = new Promise<LoopResult>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.startedAt = clock.now();
    this.endedAt = this.startedAt;
    this.segment.at = this.startedAt;
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
    const bytes = body.byteLength;
    this.#bytes += bytes;
    this.#answers.push({ id, latencyMs: arrivedAt - sentAt, atMs: arrivedAt - this.startedAt, bytes, body });
    this.fill();
  }

  onFailure(id: number, { kind, message }: WireFailure, at: number): void {
    if (this.#take(id, at) === undefined) return;
    this.#hear();
    if (kind === "disconnected") this.#losses.onLoss(message);
    else this.#losses.onAnswer();
    // A refusal by HTTP status is an answer of the server, and an error like those of JSON-RPC.
    this.failures.add({ kind: kind === "http-status" ? "rpc-error" : kind, message });
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
      while (this.#isIdle && this.next < this.limit) {
        this.#beginSegment();
        this.pump();
      }
    } catch (error) {
      this.#abandon(error);
    }
    this.#sending = false;
    if (this.#isIdle) this.#finish();
  }

  /** Judges the replies of the segment before, which takes no time of the load. */
  #beginSegment(): void {
    const endedAt = this.segmentEnd;
    this.endSegment();
    this.#judge();
    this.options.parts?.settle(this.next - this.segment.first);
    const now = this.options.clock.now();
    this.startedAt += now - endedAt;
    this.endedAt = now;
    this.segment = { at: now, first: this.next };
    this.#sentSinceReply = 0;
    this.#isMute = true;
    this.#timeouts = 0;
  }

  /** Not once the loop is over: to which call a reply is, is not known for ever. */
  #judge(): void {
    const { classify, parts } = this.options;
    const tally = this.#judged?.further ?? new CallTally(parts);
    for (const answer of this.#answers) tally.addReply(classify(answer.body, answer.id), answer);
    this.#judged ??= { answers: this.#answers, judged: tally, further: new CallTally(parts) };
    this.#answers = [];
    this.#bytes = 0;
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
      this.#timeouts++;
      this.failures.add({ kind: "timeout", message: `no ${lacking} within ${timeLimit(timeoutMs)}` });
    }
    if (this.#sentSinceReply - this.inFlight.size >= hopelessTimeouts) {
      this.#gaveUp ||= this.next < this.limit;
      this.limit = this.next;
    }
    this.fill();
    if (this.over) return;
    let oldest = now;
    for (const sentAt of this.inFlight.values()) oldest = Math.min(oldest, sentAt);
    this.#cancelSweep = this.after(oldest + timeoutMs - clock.now(), this.#expire);
  };

  /** Counts requests that can no longer be sent, where their number is fixed. */
  #endUnanswered(message: string): void {
    const unsent = Number.isFinite(this.limit) ? this.limit - this.next : 0;
    this.failures.add({ kind: "disconnected", message }, this.inFlight.size + unsent);
    this.inFlight.clear();
    this.#finish();
  }

  #finish(): void {
    this.close();
    const wallMs = this.segmentEnd - this.startedAt;
    try {
      if (this.#judged) this.#judge();
      this.#resolve({
        wallMs,
        answers: this.#answers,
        ...this.#judged,
        failures: this.failures,
        sent: this.#sent,
        sentBytes: this.#sentBytes,
        gaveUp: this.#gaveUp,
        disconnected: this.#losses.gone,
        ...this.conclude(),
      });
    } catch (error) {
      this.#reject(error);
    }
  }

  readonly #abort = (): void => {
    const { signal, clock } = this.options;
    const timeouts = this.#timeouts;
    const sent = this.#sentSinceReply;
    if (sent > 0 && this.#isMute)
      blame(signal, timeouts > 0 ? Number.POSITIVE_INFINITY : clock.now() - this.segment.at, {
        found: `no reply had come to ${plural(sent, "call")}${timeouts > 0 ? `, of which ${timeouts} had timed out,` : ""}`,
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
