import type { Clock } from "../../base/host/clock.ts";
import type { HttpRequest } from "../../model/operation.ts";
import type { TlsOptions } from "../../plan/plan.ts";
import { maxFrameBytes } from "../protocol/frame-reader.ts";
import { Parts } from "../protocol/parts.ts";
import type { Frame, ReplyListener, Sender, WireFailure } from "../protocol/session.ts";
import { HttpConnections, type HttpSocket, type ResponseListener } from "./connections.ts";
import type { ResponseHead } from "./head.ts";
import { type Authorization, lowerCased, RequestHead } from "./http-request.ts";
import type { NetworkUsage } from "./network-meter.ts";
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

/** Plain HTTP requests to one origin, on the same footing as the wire of a session: frames made beforehand, same loop. */
export class PlainHttp implements Sender {
  readonly isParallel = true;
  readonly #url: URL;
  readonly #options: PlainHttpOptions;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #connections: HttpConnections;
  readonly #prepared = new Map<number, Prepared>();
  readonly #replies = new Map<number, PlainReply>();
  #nextId = 1;

  constructor(url: URL, options: PlainHttpOptions) {
    this.#url = url;
    this.#options = options;
    this.#headers = lowerCased(options.headers);
    this.#connections = new HttpConnections(url, { clock: options.clock, trust: readTrust(options.tls) });
  }

  /** Throws ConfigError for a path or headers that cannot be sent. */
  encode({ verb, path, headers, body, status }: HttpRequest): Frame {
    const id = this.#nextId++;
    const bytes = Buffer.from(body ?? "");
    const all = { ...this.#headers, ...headers };
    const head = new RequestHead({
      method: verb,
      url: this.#url,
      path,
      headers: all,
      authorization: "authorization" in all ? undefined : this.#options.authorization,
    });
    this.#prepared.set(id, { head, body: body === undefined ? null : bytes, status });
    return { id, bytes };
  }

  send({ id }: Frame, listener: ReplyListener): void {
    const prepared = this.#prepared.get(id);
    if (!prepared) throw new RangeError(`frame ${id} was sent already`);
    this.#prepared.delete(id);
    const { head, body, status } = prepared;
    const reply = new PlainReply({ id, listener, clock: this.#options.clock, status, waiting: this.#replies });
    this.#replies.set(id, reply);
    this.#connections.send(head, { body, listener: reply });
  }

  abandon(id: number): void {
    const reply = this.#replies.get(id);
    this.#replies.delete(id);
    reply?.cancel();
  }

  network(): NetworkUsage {
    return this.#connections.meter.read();
  }

  destroy(): Promise<void> {
    return this.#connections.destroy();
  }
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
