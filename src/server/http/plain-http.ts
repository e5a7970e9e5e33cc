import type { Clock } from "../../base/host/clock.ts";
import type { HttpRequest } from "../../model/operation.ts";
import type { TlsOptions } from "../../plan/plan.ts";
import type { Frame, ReplyListener, WireFailure } from "../protocol/session.ts";
import { HttpConnections } from "./connections.ts";
import type { ResponseHead } from "./head.ts";
import { type Authorization, lowerCased, RequestHead } from "./http-request.ts";
import { HttpReply, type ReplyOptions, type ReplySink } from "./reply.ts";
import { readTrust } from "./tls.ts";

interface PlainHttpOptions {
  readonly clock: Clock;
  /** Sent with every request, beneath its own headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization?: Authorization | undefined;
  readonly tls?: TlsOptions | undefined;
}

interface Prepared {
  readonly head: RequestHead;
  readonly body: Uint8Array | null;
  readonly options: ReplyOptions;
}

/** Sends plain HTTP requests to one origin, on the same footing as the wire of a session: frames made beforehand, same loop. */
export function plainHttp(url: URL, { clock, headers, authorization, tls }: PlainHttpOptions) {
  const common = lowerCased(headers);
  const connections = new HttpConnections(url, { clock, trust: readTrust(tls) });
  const prepared = new Map<number, Prepared>();
  const waiting = new Map<number, { readonly reply: HttpReply; readonly listener: ReplyListener }>();
  const take = (id: number) => {
    const one = waiting.get(id);
    waiting.delete(id);
    return one;
  };
  /** Shared by all requests, not made anew for each. */
  const sink: ReplySink = {
    onMessage: (body, at, id) => take(id)?.listener.onReply(id, body, at),
    onEnd: ({ id, failure, at }) => {
      if (failure) take(id)?.listener.onFailure(id, failure, at);
    },
  };
  let nextId = 1;
  return {
    isParallel: true,
    /** Throws ConfigError for a path or headers that cannot be sent. */
    encode: ({ verb, path, headers, body, status }: HttpRequest): Frame => {
      const id = nextId++;
      const bytes = Buffer.from(body ?? "");
      const all = { ...common, ...headers };
      const own = "authorization" in all ? undefined : authorization;
      const head = new RequestHead({ method: verb, url, path, headers: all, authorization: own });
      prepared.set(id, { head, body: body === undefined ? null : bytes, options: { clock, judge: judgeOf(status) } });
      return { id, bytes };
    },
    send: ({ id }: Frame, listener: ReplyListener): void => {
      const request = prepared.get(id);
      if (!request) throw new RangeError(`frame ${id} was sent already`);
      prepared.delete(id);
      const reply = new HttpReply({ id, sink }, request.options);
      waiting.set(id, { reply, listener });
      connections.send(request.head, { body: request.body, listener: reply });
    },
    abandon: (id: number): void => take(id)?.reply.cancel(),
    network: () => connections.meter.read(),
    destroy: () => connections.destroy(),
  };
}

/** Refuses every status but the wanted one; without one, all that are not of success. */
function judgeOf(wanted: number | undefined) {
  return ({ status }: ResponseHead): WireFailure | undefined => {
    if (wanted === undefined ? status >= 200 && status < 300 : status === wanted) return undefined;
    const expected = wanted === undefined ? "a status from 200 to 299" : `HTTP ${wanted}`;
    return { kind: "unexpected", message: `expected ${expected}, got HTTP ${status}` };
  };
}
