import type { Alarm } from "./alarm.ts";
import type { LoopResult } from "./loop-result.ts";
import type { Failure } from "./outcome.ts";
import type { Hopeless } from "./rate-search.ts";
import { type LoopOptions, RequestLoop } from "./request-loop.ts";

export interface OpenLoopOptions extends LoopOptions {
  readonly ratePerSecond: number;
  /** Returns the time from the start at which each request is due; absent: by the rate alone. */
  readonly dueMs?: ((index: number) => number) | undefined;
  /** Unanswered requests at which one that is due is dropped: counted as a failure, not sent. */
  readonly maxInFlight: number;
  readonly alarm: Alarm;
  /** Conditions on which no further request is sent. */
  readonly hopeless?: readonly Hopeless[] | undefined;
}

/** Interval of testing whether a loop is hopeless: the test takes time that grows with the unanswered requests. */
const lookMs = 10;

/**
 * Sends frame k at start + k / rate or as `dueMs` says, whether or not earlier ones are answered, and waits for the last reply
 * and for the time at which another frame would be due. Latency runs from that intended time, not from the write, so a stall is
 * felt by every request that was due during it (https://www.scylladb.com/2021/04/22/on-coordinated-omission/). Ends at the
 * latest one timeout, or one interval, after the last frame was due.
 */
export function runOpenLoop(options: OpenLoopOptions): Promise<LoopResult> {
  return new OpenLoop(options).run();
}

class OpenLoop extends RequestLoop<OpenLoopOptions> {
  readonly #dropping: Failure;
  #most = 0;
  #dropped = 0;
  /** Sum over the requests of the segment, and the highest mean of one so far. */
  #lagMs = 0;
  #worstLagMs = 0;
  #lookedAt = 0;
  /** Time at which the first request of the segment was due. */
  #passedMs = 0;
  readonly #late: { readonly lateMs: number; readonly calls: number; replies: number }[];
  #cancelAlarm: (() => void) | undefined;

  constructor(options: OpenLoopOptions) {
    super(options);
    const message = `not sent when it was due: ${options.maxInFlight} requests were unanswered`;
    this.#dropping = { kind: "dropped", message };
    this.#late = (options.hopeless ?? []).map((one) => ({ ...one, replies: 0 }));
  }

  protected override pump(): void {
    const { clock, maxInFlight } = this.options;
    const now = clock.now();
    this.#endIfHopeless(now);
    while (this.mayGoOn) {
      const intended = this.#intended(this.next);
      if (intended > now) break;
      this.next++;
      const frame = this.source.next();
      if (this.inFlight.size >= maxInFlight) {
        this.failures.add(this.#dropping);
        this.#dropped++;
      } else this.write(frame, intended);
      this.#lagMs += now - intended;
      this.#most = Math.max(this.#most, this.inFlight.size);
    }
    this.#wait();
  }

  protected override after(ms: number, wake: () => void): () => void {
    return this.options.alarm(this.options.clock.now() + ms, wake);
  }

  /** The last request has its interval too: else the rate of a few would be higher than the one asked for. */
  protected override get isThrough(): boolean {
    return this.options.clock.now() >= this.#intended(this.next);
  }

  protected override get segmentEnd(): number {
    const held = Math.min(this.#intended(this.next), this.options.clock.now());
    return Math.max(this.endedAt, held);
  }

  protected override endSegment(): void {
    this.#worstLagMs = this.#meanLagMs;
    this.#lagMs = 0;
    this.#passedMs = this.#dueMs(this.next);
    for (const one of this.#late) one.replies = 0;
  }

  get #meanLagMs(): number {
    const sent = this.next - this.segment.first;
    return Math.max(this.#worstLagMs, sent > 0 ? this.#lagMs / sent : 0);
  }

  protected override conclude(): Partial<LoopResult> {
    return { backlog: { most: this.#most, dropped: this.#dropped }, lagMs: this.#meanLagMs };
  }

  override onReply(id: number, body: Uint8Array, arrivedAt: number): void {
    const from = this.inFlight.get(id) ?? arrivedAt;
    for (const one of this.#late) if (arrivedAt - from > one.lateMs) one.replies++;
    super.onReply(id, body, arrivedAt);
  }

  #endIfHopeless(now: number): void {
    if (this.#late.length === 0 || now - this.#lookedAt < lookMs) return;
    this.#lookedAt = now;
    if (this.#late.some((one) => this.#isHopeless(one, now))) this.limit = this.next;
  }

  #isHopeless({ lateMs, calls, replies }: Hopeless & { readonly replies: number }, now: number): boolean {
    let late = replies;
    for (const from of this.inFlight.values()) {
      if (late >= calls || now - from <= lateMs) break;
      late++;
    }
    return late >= calls;
  }

  protected override close(): void {
    super.close();
    this.#cancelAlarm?.();
  }

  #intended(index: number): number {
    return this.segment.at + (this.#dueMs(index) - this.#passedMs);
  }

  #dueMs(index: number): number {
    const { dueMs, ratePerSecond } = this.options;
    return dueMs ? dueMs(index) : (1000 * index) / ratePerSecond;
  }

  #wait(): void {
    if (this.#cancelAlarm || this.over || this.isThrough) return;
    this.#cancelAlarm = this.options.alarm(this.#intended(this.next), () => {
      this.#cancelAlarm = undefined;
      this.fill();
    });
  }
}
