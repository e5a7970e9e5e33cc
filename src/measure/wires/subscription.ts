import { isMap } from "../../base/json.ts";
import { timeLimit } from "../../base/time-limit.ts";
import { messageOf } from "../../errors.ts";
import { isStateless } from "../../plan/protocol.ts";
import { resourceUpdated } from "../../server/protocol/exchange.ts";
import type { Notification, Session } from "../../server/protocol/session.ts";
import { timer } from "../load/alarm.ts";
import { parseReply } from "../load/reply.ts";
import { type RequestOptions, requestOnce } from "../load/request-once.ts";

/** Key of the request that a notification of the stateless line belongs to. */
const subscriptionKey = "io.modelcontextprotocol/subscriptionId";

/** A server that does not answer is not asked for longer to end a subscription. */
const longestGoodbyeMs = 2_000;

interface SubscriptionOptions extends RequestOptions {
  readonly uri: string;
}

/**
 * Has a server tell of the changes of one resource, as long as it lasts: by `subscriptions/listen` on the stateless line
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/subscriptions), before by `resources/subscribe`.
 */
export class Subscription implements AsyncDisposable {
  /** Called when the server tells of a change; gives whether it was waited for. */
  onUpdate: (at: number) => boolean = () => false;
  /** Reason why the server no longer reports changes; undefined as long as it does. */
  lost: string | undefined;
  readonly #session: Session;
  readonly #options: SubscriptionOptions;
  #end: () => Promise<unknown> = async () => {};

  private constructor(session: Session, options: SubscriptionOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** A server that refuses is no error here: `lost` says so. Rejects only when the signal aborts. */
  static async open(session: Session, options: SubscriptionOptions): Promise<Subscription> {
    const subscription = new Subscription(session, options);
    if (isStateless(session.identity.protocol)) await subscription.#listen();
    else await subscription.#subscribe();
    return subscription;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end().then(() => {});
  }

  async #subscribe(): Promise<void> {
    const unhear = this.#session.hear((told) => this.#isOfResource(told) && this.onUpdate(told.at));
    this.lost = await this.#ask("resources/subscribe", this.#options.timeoutMs);
    this.#end = async () => {
      unhear();
      if (this.lost === undefined) await this.#ask("resources/unsubscribe", longestGoodbyeMs);
    };
  }

  /** Gives why the server does not do so; undefined where it does. */
  async #ask(method: string, timeoutMs: number): Promise<string | undefined> {
    const { uri, clock, signal } = this.#options;
    try {
      const { reply } = await requestOnce(
        this.#session.wire,
        { method, params: { uri } },
        { clock, signal, timeoutMs },
      );
      return reply.kind === "error" ? this.#refusal(`${reply.code}: ${reply.message}`) : undefined;
    } catch (error) {
      signal.throwIfAborted();
      return this.#refusal(messageOf(error));
    }
  }

  /** The request stays unanswered as long as the subscription lasts. */
  async #listen(): Promise<void> {
    const { uri, timeoutMs, signal } = this.#options;
    const { wire } = this.#session;
    const frame = wire.encode("subscriptions/listen", { notifications: { resourceSubscriptions: [uri] } });
    await new Promise<void>((resolve, reject) => {
      const lose = (why: string) => {
        this.lost ??= this.#refusal(why);
        settle();
      };
      const cancelTimer = timer(timeoutMs, () => lose(`no acknowledgement within ${timeLimit(timeoutMs)}`));
      const abort = () => reject(signal.reason);
      const settle = () => {
        cancelTimer();
        signal.removeEventListener("abort", abort);
        resolve();
      };
      signal.addEventListener("abort", abort, { once: true });
      const unhear = this.#session.hear((told) => {
        if (!isUnder(told, frame.id)) return false;
        if (told.method === "notifications/subscriptions/acknowledged") {
          if (holds(told, uri)) settle();
          else lose("the server acknowledged it without the resource");
        }
        return this.#isOfResource(told) && this.onUpdate(told.at);
      });
      this.#end = async () => {
        unhear();
        wire.abandon(frame.id);
      };
      wire.send(frame, {
        onReply: (_id, body) => lose(endingOf(body)),
        onFailure: (_id, { message }) => lose(message),
      });
    });
  }

  #isOfResource({ method, params }: Notification): boolean {
    return method === resourceUpdated && params.uri === this.#options.uri;
  }

  #refusal(why: string): string {
    return `no subscription to ${this.#options.uri}: ${why}`;
  }
}

function isUnder({ params }: Notification, id: number): boolean {
  return isMap(params._meta) && params._meta[subscriptionKey] === id;
}

/**
 * Tests whether the server will report changes of the resource: it acknowledges the part of a subscription that it
 * accepts.
 */
function holds({ params: { notifications } }: Notification, uri: string): boolean {
  const uris = isMap(notifications) ? notifications.resourceSubscriptions : undefined;
  return Array.isArray(uris) && uris.includes(uri);
}

function endingOf(body: Uint8Array): string {
  const reply = parseReply(body);
  if (reply.kind === "error") return `${reply.code}: ${reply.message}`;
  return reply.kind === "malformed" ? reply.message : "the server ended it";
}
