import type { Clock } from "../clock.ts";
import type { Frame, ReplyListener, Wire, WireFailure } from "../server/session.ts";
import type { Answer, LoopResult } from "./loop-result.ts";
import type { Classifier, Outcome } from "./outcome.ts";

/** Bytes of replies kept until the block is over; beyond this they are judged on arrival. */
const standardRetention = 64 * 2 ** 20;

/** So many requests written since the last reply must time out before the rest of a block is not sent. */
const hopelessTimeouts = 3;

/**
 * So many requests in a row that meet a lost connection end the block. One alone does not: over HTTP each request may
 * have a connection of its own, and a server may close an idle one just as it is used.
 */
const finalDisconnections = 3;

export interface LoopOptions {
  readonly wire: Wire;
  /** Made before the timed window opens; sent in this order. */
  readonly frames: readonly Frame[];
  /** Requests in flight. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** For replies that no longer fit into memory. */
  readonly classify: Classifier;
  readonly retainBytes?: number;
}

/**
 * Keeps `concurrency` requests in flight until every frame has been sent and has ended. Latency runs from the moment
 * of writing to the arrival of the frame. Never rejects for what the server does, only when `signal` aborts.
 */
export function runClosedLoop(options: LoopOptions): Promise<LoopResult> {
  return new Promise((resolve, reject) => new ClosedLoop(options, { resolve, reject }).start());
}

interface Settle {
  readonly resolve: (result: LoopResult) => void;
  readonly reject: (reason: unknown) => void;
}

class ClosedLoop implements ReplyListener {
  readonly #options: LoopOptions;
  readonly #settle: Settle;
  /** Id to time of writing, in order of writing: its first entry is the next to time out. */
  readonly #inFlight = new Map<number, number>();
  readonly #answers: Answer[] = [];
  readonly #failures: Outcome[] = [];
  #next = 0;
  #limit: number;
  #sending = false;
  #over = false;
  #retained = 0;
  /** Written since the last reply. Only their timeouts say that the server has stopped answering at all. */
  #sentSinceReply = 0;
  /** Since the last reply. */
  #disconnections: string[] = [];
  #startedAt = 0;
  #endedAt = 0;
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: LoopOptions, settle: Settle) {
    this.#options = options;
    this.#settle = settle;
    this.#limit = options.frames.length;
  }

  start(): void {
    const { signal, clock, timeoutMs } = this.#options;
    this.#startedAt = clock.now();
    this.#endedAt = this.#startedAt;
    if (signal.aborted) {
      this.#abort();
      return;
    }
    signal.addEventListener("abort", this.#abort, { once: true });
    this.#sweep = setTimeout(this.#expire, timerDelay(timeoutMs));
    this.#fill();
  }

  onReply(id: number, body: Uint8Array, arrivedAt: number): void {
    const sentAt = this.#take(id, arrivedAt);
    if (sentAt === undefined) return;
    this.#sentSinceReply = 0;
    this.#disconnections = [];
    this.#retained += body.byteLength;
    try {
      this.#answers.push({
        latencyMs: arrivedAt - sentAt,
        bytes: body.byteLength,
        judged: this.#keepOrJudge(body),
      });
      this.#fill();
    } catch (error) {
      this.#abandon(error);
    }
  }

  onFailure(id: number, failure: WireFailure, at: number): void {
    if (this.#take(id, at) === undefined) return;
    this.#sentSinceReply = 0;
    this.#failures.push(outcomeOf(failure));
    if (failure.kind === "disconnected") this.#disconnections.push(failure.message);
    else this.#disconnections = [];
    if (this.#disconnections.length >= finalDisconnections) this.#endUnanswered(failure.message);
    else this.#fill();
  }

  #keepOrJudge(body: Uint8Array): Uint8Array | Outcome {
    const { classify, retainBytes = standardRetention } = this.#options;
    return this.#retained > retainBytes ? classify(body) : body;
  }

  /** When an id is in flight: forgets it and gives the time of its writing. Late and unknown replies end here. */
  #take(id: number, at: number): number | undefined {
    const sentAt = this.#inFlight.get(id);
    if (sentAt === undefined) return undefined;
    this.#inFlight.delete(id);
    this.#endedAt = at;
    return sentAt;
  }

  /** Not re-entered when a wire answers while it is being written to, so the stack stays flat. */
  #fill(): void {
    if (this.#sending) return;
    const { wire, frames, concurrency, clock } = this.#options;
    this.#sending = true;
    while (!this.#over && this.#next < this.#limit && this.#inFlight.size < concurrency) {
      const frame = frames[this.#next++] as Frame;
      this.#sentSinceReply++;
      this.#inFlight.set(frame.id, clock.now());
      wire.send(frame, this);
    }
    this.#sending = false;
    if (this.#next >= this.#limit && this.#inFlight.size === 0) this.#finish();
  }

  /** One timer for the whole block, always set for the oldest request in flight. */
  readonly #expire = (): void => {
    const { clock, timeoutMs, wire } = this.#options;
    const now = clock.now();
    for (const [id, sentAt] of this.#inFlight) {
      if (sentAt + timeoutMs > now) break;
      this.#take(id, now);
      wire.abandon(id);
      this.#failures.push({ kind: "timeout", message: `no reply within ${timeoutMs} ms` });
    }
    if (this.#sentSinceReply - this.#inFlight.size >= hopelessTimeouts) this.#limit = this.#next;
    this.#fill();
    if (this.#over) return;
    const [oldest = now] = this.#inFlight.values();
    this.#sweep = setTimeout(this.#expire, timerDelay(oldest + timeoutMs - clock.now()));
  };

  #endUnanswered(message: string): void {
    const unanswered = this.#inFlight.size + this.#limit - this.#next;
    for (let i = 0; i < unanswered; i++) this.#failures.push({ kind: "disconnected", message });
    this.#inFlight.clear();
    this.#finish();
  }

  #finish(): void {
    if (this.#over) return;
    this.#close();
    const disconnected = this.#disconnections.at(-1);
    this.#settle.resolve({
      wallMs: this.#endedAt - this.#startedAt,
      answers: this.#answers,
      failures: this.#failures,
      gaveUp: this.#limit < this.#options.frames.length,
      ...(disconnected === undefined ? {} : { disconnected }),
    });
  }

  readonly #abort = (): void => this.#abandon(this.#options.signal.reason);

  #abandon(reason: unknown): void {
    this.#close();
    for (const id of this.#inFlight.keys()) this.#options.wire.abandon(id);
    this.#inFlight.clear();
    this.#settle.reject(reason);
  }

  #close(): void {
    this.#over = true;
    clearTimeout(this.#sweep);
    this.#options.signal.removeEventListener("abort", this.#abort);
  }
}

/** A refusal by HTTP status is an answer of the server, and an error like those of JSON-RPC. */
function outcomeOf({ kind, message }: WireFailure): Outcome {
  return { kind: kind === "http-status" ? "rpc-error" : kind, message };
}

/** What `setTimeout` takes: a whole number of milliseconds below 2^31; a longer wait is resumed when it fires. */
function timerDelay(ms: number): number {
  return Math.min(Math.max(1, Math.ceil(ms)), 2 ** 31 - 1);
}
