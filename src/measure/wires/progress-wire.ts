import type { Clock } from "../../base/host/clock.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Frame, ReplyListener, Wire } from "../../server/protocol/session.ts";
import { LatencyLog } from "../load/latency-log.ts";
import type { Failure } from "../load/outcome.ts";
import { type Observer, ObservingWire } from "./observer.ts";

interface HeardCall {
  /** From its write to the first notification. */
  firstMs: number | undefined;
  /** Longest time without a message about it. */
  longestMs: number;
}

const silent: Failure = { kind: "unexpected", message: "no notification of progress came before the reply" };

/**
 * Asks for progress on every request, and hears when it comes:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
 */
export class ProgressWire extends ObservingWire<HeardCall> implements Wire {
  readonly #clock: Clock;
  readonly #first = new LatencyLog();
  #longestSilenceMs = 0;

  constructor(wire: Wire, clock: Clock) {
    super(wire);
    this.#clock = clock;
  }

  override encode(method: string, params?: JsonObject): Frame {
    return super.encode(method, params, { progress: true });
  }

  send(frame: Frame, listener: ReplyListener): void {
    const sentAt = this.#clock.now();
    const call: HeardCall = { firstMs: undefined, longestMs: 0 };
    let latestAt = sentAt;
    const hear = (at: number): void => {
      call.longestMs = Math.max(call.longestMs, at - latestAt);
      latestAt = at;
    };
    this.wire.send(frame, {
      onProgress: (_id, at) => {
        call.firstMs ??= at - sentAt;
        hear(at);
      },
      onReply: (id, body, at) => {
        hear(at);
        this.note(id, call);
        listener.onReply(id, body, at);
      },
      onFailure: (id, failure, at) => listener.onFailure(id, failure, at),
    });
  }

  abandon(id: number): void {
    this.wire.abandon(id);
  }

  /** A server that says nothing until the reply does not do what was asked of it. */
  protected override flawOf({ firstMs }: HeardCall): Failure | undefined {
    return firstMs === undefined ? silent : undefined;
  }

  protected override keep({ firstMs = 0, longestMs }: HeardCall): void {
    this.#first.add(firstMs);
    this.#longestSilenceMs = Math.max(this.#longestSilenceMs, longestMs);
  }

  override result(): ReturnType<Observer["result"]> {
    if (this.#first.count === 0) return {};
    return { firstProgressMs: this.#first.median, longestSilenceMs: this.#longestSilenceMs };
  }
}
