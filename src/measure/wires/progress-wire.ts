import type { Clock } from "../../base/host/clock.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Frame, ReplyListener, Wire } from "../../server/protocol/session.ts";
import type { Failure } from "../load/outcome.ts";
import { type Observer, ObservingWire, type Seen } from "./observer.ts";

interface HeardCall extends Seen {
  /** Longest time without a message about it. */
  readonly longestMs: number;
}

const silent: Failure = { kind: "unexpected", message: "no notification of progress came before the reply" };

/**
 * Asks for progress on every request, and hears when it comes:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
 */
export class ProgressWire extends ObservingWire<HeardCall> implements Wire {
  readonly #clock: Clock;
  #longestSilenceMs = 0;

  constructor(wire: Wire, clock: Clock) {
    super(wire, ({ median }) => ({ firstProgressMs: median }));
    this.#clock = clock;
  }

  override encode(method: string, params?: JsonObject): Frame {
    return super.encode(method, params, { progress: true });
  }

  send(frame: Frame, listener: ReplyListener): void {
    const sentAt = this.#clock.now();
    /** From the write to the first notification. */
    let firstMs: number | undefined;
    let longestMs = 0;
    let latestAt = sentAt;
    const hear = (at: number): void => {
      longestMs = Math.max(longestMs, at - latestAt);
      latestAt = at;
    };
    this.wire.send(frame, {
      onProgress: (_id, at) => {
        firstMs ??= at - sentAt;
        hear(at);
      },
      onReply: (id, body, at) => {
        hear(at);
        // A server that says nothing until the reply does not do what was asked of it.
        this.note(id, { figure: firstMs ?? 0, longestMs, flaw: firstMs === undefined ? silent : undefined });
        listener.onReply(id, body, at);
      },
      onFailure: (id, failure, at) => listener.onFailure(id, failure, at),
    });
  }

  protected override keep(call: HeardCall): void {
    super.keep(call);
    this.#longestSilenceMs = Math.max(this.#longestSilenceMs, call.longestMs);
  }

  override result(): ReturnType<Observer["result"]> {
    const { firstProgressMs } = super.result();
    return firstProgressMs === undefined ? {} : { firstProgressMs, longestSilenceMs: this.#longestSilenceMs };
  }
}
