import type { Clock } from "../../base/host/clock.ts";
import type { HttpRequest } from "../../model/operation.ts";
import type { TlsOptions } from "../../plan/plan.ts";
import { maxFrameBytes } from "../protocol/frame-reader.ts";
import { Parts } from "../protocol/parts.ts";
import type { Frame, ReplyListener, WireFailure } from "../protocol/session.ts";
import { HttpConnections, type HttpSocket, type ResponseListener } from "./connections.ts";
import type { ResponseHead } from "./head.ts";
import { type Authorization, lowerCased, RequestHead } from "./http-request.ts";
import { readTrust } from "./tls.ts";

/** Most bytes of a refusal that are quoted. */
const quotedBytes = 2_000;

interface PlainHttpOptions {
  readonly clock: Clock;
  /** Sent with every request, beneath its own headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization?: Authorization | undefined;
  readonly tls?: TlsOptions | undefined;
}

/** Sends plain HTTP requests to one origin, on the same footing as the wire of a session: frames made beforehand, same loop. */
export function plainHttp(url: URL, { clock, headers, authorization, tls }: PlainHttpOptions) {
  const common = lowerCased(headers);
  const connections = new HttpConnections(url, { clock, trust: readTrust(tls) });
  const prepared = new Map<number, Prepared>();
  const replies = new Map<number, PlainReply>();
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
      prepared.set(id, { head, body: body === undefined ? null : bytes, status });
      return { id, bytes };
    },
    send: ({ id }: Frame, listener: ReplyListener): void => {
      const request = prepared.get(id);
      if (!request) throw new RangeError(`frame ${id} was sent already`);
      prepared.delete(id);
      const { head, body, status } = request;
      const reply = new PlainReply({ id, listener, clock, status, waiting: replies });
      replies.set(id, reply);
      connections.send(head, { body, listener: reply });
    },
    abandon: (id: number): void => {
      const reply = replies.get(id);
      replies.delete(id);
      reply?.cancel();
    },
    network: () => connections.meter.read(),
    destroy: () => connections.destroy(),
  };
}

interface Prepared {
  readonly head: RequestHead;
  readonly body: Uint8Array | null;
  /** The one that counts as ok. */
  readonly status: number | undefined;
}

interface PlainReplyOptions {
  readonly id: number;
  readonly listener: ReplyListener;
  readonly clock: Clock;
  readonly status: number | undefined;
  /** Replies that somebody waits for; this one takes itself out. */
  readonly waiting: Map<number, PlainReply>;
}

/** Reads one response to its end. */
class PlainReply implements ResponseListener {
  readonly #options: PlainReplyOptions;
  readonly #body = new Parts();
  #status = 0;
  #tooLong = false;
  #arrivedAt = 0;
  #connection: HttpSocket | undefined;

  constructor(options: PlainReplyOptions) {
    this.#options = options;
  }

  cancel(): void {
    this.#connection?.cancel(this);
  }

  onConnection(connection: HttpSocket): void {
    this.#connection = connection;
  }

  onHead({ status }: ResponseHead): void {
    this.#status = status;
    this.#arrivedAt = this.#options.clock.now();
  }

  onData(part: Buffer): void {
    this.#arrivedAt = this.#options.clock.now();
    this.#tooLong ||= this.#body.size + part.length > maxFrameBytes;
    if (this.#tooLong) this.cancel();
    else this.#body.addCopy(part);
  }

  onEnd(): void {
    const body = this.#body.take();
    const { id, listener, status: wanted, waiting } = this.#options;
    const expected = wanted === undefined ? this.#status >= 200 && this.#status < 300 : this.#status === wanted;
    if (!expected) this.#fail({ kind: "unexpected", message: this.#complaint(body) }, this.#arrivedAt);
    else if (waiting.delete(id)) listener.onReply(id, body, this.#arrivedAt);
  }

  onError(error: Error): void {
    const failure: WireFailure = this.#tooLong
      ? { kind: "malformed", message: `the reply is longer than ${maxFrameBytes} bytes` }
      : { kind: "disconnected", message: `the HTTP connection failed: ${error.message}` };
    this.#fail(failure, this.#options.clock.now());
  }

  #fail(failure: WireFailure, at: number): void {
    const { id, listener, waiting } = this.#options;
    if (waiting.delete(id)) listener.onFailure(id, failure, at);
  }

  #complaint(body: Buffer): string {
    const expected = this.#options.status === undefined ? "a status from 200 to 299" : `HTTP ${this.#options.status}`;
    const text = body.toString("utf8", 0, quotedBytes).trim();
    return `expected ${expected}, got HTTP ${this.#status}${text === "" ? "" : `: ${text}`}`;
  }
}
