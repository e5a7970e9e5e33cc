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

/** Reports of the changes of one resource, until it is disposed. */
export interface Subscription extends AsyncDisposable {
  /** Called when the server tells of a change; gives whether it was waited for. */
  onUpdate: (at: number) => boolean;
  /** Reason why the server no longer reports changes; undefined as long as it does. */
  lost: string | undefined;
  /** Subscribes in a session that was opened anew. */
  renew(): Promise<void>;
}

/**
 * Has a server tell of the changes of one resource: by `subscriptions/listen` on the stateless line
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/subscriptions), before by `resources/subscribe`.
 * A server that refuses is no error here: `lost` says so. Rejects only when the signal aborts.
 */
export async function subscribe(
  session: Session,
  { uri, timeoutMs, signal, clock }: RequestOptions & { readonly uri: string },
): Promise<Subscription> {
  const { wire } = session;
  const subscription: Subscription = {
    onUpdate: () => false,
    lost: undefined,
    // The stateless line has no sessions.
    renew: async () => {},
    [Symbol.asyncDispose]: async () => {},
  };
  const refusal = (why: string) => `no subscription to ${uri}: ${why}`;
  const update = ({ method, params, at }: Notification) =>
    method === resourceUpdated && params.uri === uri && subscription.onUpdate(at);

  /** Gives why the server does not do so; undefined where it does. */
  async function refusalOf(method: string, limitMs: number): Promise<string | undefined> {
    try {
      const { reply } = await requestOnce(wire, { method, params: { uri } }, { clock, signal, timeoutMs: limitMs });
      return reply.kind === "error" ? refusal(`${reply.code}: ${reply.message}`) : undefined;
    } catch (error) {
      signal.throwIfAborted();
      return refusal(messageOf(error));
    }
  }

  /** The request stays unanswered as long as the subscription lasts. */
  function listen(): Promise<void> {
    const frame = wire.encode("subscriptions/listen", { notifications: { resourceSubscriptions: [uri] } });
    return new Promise((resolve, reject) => {
      const lose = (why: string) => {
        subscription.lost ??= refusal(why);
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
      const unhear = session.hear((told) => {
        if (!isUnder(told, frame.id)) return false;
        if (told.method === "notifications/subscriptions/acknowledged") {
          if (holds(told, uri)) settle();
          else lose("the server acknowledged it without the resource");
        }
        return update(told);
      });
      subscription[Symbol.asyncDispose] = async () => {
        unhear();
        wire.abandon(frame.id);
      };
      wire.send(frame, {
        onReply: (_id, body) => lose(endingOf(body)),
        onFailure: (_id, { message }) => lose(message),
      });
    });
  }

  if (isStateless(session.identity.protocol)) await listen();
  else {
    const unhear = session.hear(update);
    subscription.renew = async () => {
      subscription.lost = await refusalOf("resources/subscribe", timeoutMs);
    };
    await subscription.renew();
    subscription[Symbol.asyncDispose] = async () => {
      unhear();
      if (subscription.lost === undefined) await refusalOf("resources/unsubscribe", longestGoodbyeMs);
    };
  }
  return subscription;
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
