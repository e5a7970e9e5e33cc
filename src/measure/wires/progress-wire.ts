import type { Clock } from "../../host/clock.ts";
import type { Frame, ReplyListener, Wire } from "../../server/protocol/session.ts";
import type { JsonObject } from "../../text/json.ts";
import { LatencyLog } from "../load/latency-log.ts";
import type { Classifier, Outcome } from "../load/outcome.ts";
import type { Observer } from "./observer.ts";

const silent: Outcome = { kind: "unexpected", message: "no notification of progress came before the reply" };

/**
 * Asks for progress on every request, and hears when it comes:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
 */
export class ProgressWire implements Wire, Observer {
  readonly isParallel: boolean;
  readonly #wire: Wire;
  readonly #clock: Clock;
  /** By the id of the request, from its write until its block is over. */
  readonly #calls = new Map<number, HeardCall>();
  readonly #first = new LatencyLog();
  #longestSilenceMs = 0;

  constructor(wire: Wire, clock: Clock) {
    this.#wire = wire;
    this.#clock = clock;
    this.isParallel = wire.isParallel === true;
  }

  encode(method: string, params?: JsonObject): Frame {
    return this.#wire.encode(method, params, { progress: true });
  }

  send(frame: Frame, listener: ReplyListener): void {
    const call = new HeardCall(this.#clock.now());
    this.#calls.set(frame.id, call);
    this.#wire.send(frame, {
      onProgress: (_id, at) => call.hear(at),
      onReply: (id, body, at) => {
        call.end(at);
        listener.onReply(id, body, at);
      },
      onFailure: (id, failure, at) => listener.onFailure(id, failure, at),
    });
  }

  abandon(id: number): void {
    this.#wire.abandon(id);
  }

  /** A server that says nothing until the reply does not do what was asked of it. */
  judging(classify: Classifier): Classifier {
    return (body, id) => {
      const outcome = classify(body, id);
      const call = this.#calls.get(id);
      if (outcome.kind !== "ok" || !call) return outcome;
      if (call.firstMs === undefined) return silent;
      call.isOk = true;
      return outcome;
    };
  }

  add(): void {
    for (const { isOk, firstMs, longestMs } of this.#calls.values()) {
      if (!isOk || firstMs === undefined) continue;
      this.#first.add(firstMs);
      this.#longestSilenceMs = Math.max(this.#longestSilenceMs, longestMs);
    }
    this.#calls.clear();
  }

  skip(): void {
    this.#calls.clear();
  }

  result(): ReturnType<Observer["result"]> {
    if (this.#first.count === 0) return {};
    return { firstProgressMs: this.#first.median, longestSilenceMs: this.#longestSilenceMs };
  }
}

/** When a call was heard of. */
class HeardCall {
  /** True once its reply is judged to be ok. */
  isOk = false;
  /** From its write to the first notification. */
  firstMs: number | undefined;
  longestMs = 0;
  readonly #sentAt: number;
  #latestAt: number;

  constructor(sentAt: number) {
    this.#sentAt = sentAt;
    this.#latestAt = sentAt;
  }

  hear(at: number): void {
    this.firstMs ??= at - this.#sentAt;
    this.end(at);
  }

  end(at: number): void {
    this.longestMs = Math.max(this.longestMs, at - this.#latestAt);
    this.#latestAt = at;
  }
}
