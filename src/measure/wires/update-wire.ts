import type { Clock } from "../../base/host/clock.ts";
import type { Frame, ReplyListener, Wire } from "../../server/protocol/session.ts";
import type { Classifier } from "../load/outcome.ts";
import { ObservingWire } from "./observer.ts";
import type { Subscription } from "./subscription.ts";

interface UpdateOptions {
  readonly clock: Clock;
  readonly classify: Classifier;
  readonly subscription: Pick<Subscription, "lost" | "onUpdate">;
}

interface Call {
  readonly id: number;
  readonly listener: ReplyListener;
  readonly sentAt: number;
  reply: { readonly body: Uint8Array; readonly at: number } | undefined;
  updatedAt: number | undefined;
}

/**
 * Calls that change a resource: each ends once it is answered and the server has told of the change, in whichever order. To its
 * user such a call is one request with one reply; a reply that is not ok ends it at once. A notification says which resource it
 * is of, not which call: one call is to be in flight.
 */
export class UpdateWire extends ObservingWire implements Wire {
  readonly #options: UpdateOptions;
  readonly #calls = new Map<number, Call>();

  constructor(wire: Wire, options: UpdateOptions) {
    super(wire, ({ median }) => ({ updateMs: median }));
    this.#options = options;
    options.subscription.onUpdate = (at) => this.#hear(at);
  }

  send(frame: Frame, listener: ReplyListener): void {
    const { clock, subscription } = this.#options;
    const { id } = frame;
    const message = subscription.lost;
    if (message !== undefined) {
      // In a turn of its own: a load of some seconds would else be deaf to every signal.
      setImmediate(() => listener.onFailure(id, { kind: "unexpected", message }, clock.now()));
      return;
    }
    const call: Call = { id, listener, sentAt: clock.now(), reply: undefined, updatedAt: undefined };
    this.#calls.set(id, call);
    this.wire.send(frame, {
      onReply: (_id, body, at) => {
        call.reply = { body, at };
        this.#settle(call);
      },
      onFailure: (_id, failure, at) => {
        if (this.#calls.delete(id)) listener.onFailure(id, failure, at);
      },
    });
  }

  waitsFor(id: number): string {
    return this.#calls.get(id)?.reply ? "notification of the updated resource" : "reply";
  }

  override abandon(id: number): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (call && !call.reply) this.wire.abandon(id);
  }

  /** The server tells of a change. Gives whether a call waits for it: what came before its write is of another change. */
  #hear(at: number): boolean {
    const call = [...this.#calls.values()].find(({ sentAt, updatedAt }) => updatedAt === undefined && at > sentAt);
    if (!call) return false;
    call.updatedAt = at;
    this.#settle(call);
    return true;
  }

  #settle(call: Call): void {
    const { id, listener, sentAt, reply, updatedAt } = call;
    if (!reply || !this.#calls.has(id) || (updatedAt === undefined && this.#isOk(reply.body, id))) return;
    this.#calls.delete(id);
    if (updatedAt !== undefined) this.note(id, { figure: updatedAt - sentAt });
    listener.onReply(id, reply.body, Math.max(reply.at, updatedAt ?? reply.at));
  }

  /** Called while the connection is being read: a reply that cannot be judged here is judged once more when the load is over. */
  #isOk(body: Uint8Array, id: number): boolean {
    try {
      return this.#options.classify(body, id).kind === "ok";
    } catch {
      return false;
    }
  }
}
