import type { Dispatcher } from "undici";
import type { Clock } from "../clock.ts";
import type { HttpRequest, TlsOptions } from "../config/plan.ts";
import { maxFrameBytes } from "./frame-reader.ts";
import { HttpConnections } from "./http-connections.ts";
import type { NetworkUsage } from "./network-meter.ts";
import type { Frame, ReplyListener, WireFailure } from "./session.ts";
import { readTrust } from "./tls.ts";

/** What of a refusal is quoted. */
const quotedBytes = 2_000;

export interface PlainHttpOptions {
  readonly clock: Clock;
  /** Sent with every request, beneath its own headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tls?: TlsOptions | undefined;
}

/** Plain HTTP requests to one origin, on the same footing as the wire of a session: frames made beforehand, same loop. */
export class PlainHttp {
  readonly #clock: Clock;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #connections: HttpConnections;
  readonly #prepared = new Map<number, { request: Dispatcher.DispatchOptions; status: number | undefined }>();
  readonly #replies = new Map<number, PlainReply>();
  #nextId = 1;

  constructor(url: URL, { clock, headers, tls }: PlainHttpOptions) {
    this.#clock = clock;
    this.#headers = lowerCased(headers);
    this.#connections = new HttpConnections(url.origin, { clock, trust: readTrust(tls) });
  }

  encode({ verb, path, headers, body, status }: HttpRequest): Frame {
    const id = this.#nextId++;
    const bytes = Buffer.from(body ?? "");
    const request = {
      method: verb,
      path,
      headers: { ...this.#headers, ...headers },
      body: body === undefined ? null : bytes,
    };
    this.#prepared.set(id, { request, status });
    return { id, bytes };
  }

  send({ id }: Frame, listener: ReplyListener): void {
    const prepared = this.#prepared.get(id);
    if (!prepared) throw new RangeError(`frame ${id} was sent already`);
    this.#prepared.delete(id);
    const told: Told = {
      onBody: (body, at) => {
        if (this.#replies.delete(id)) listener.onReply(id, body, at);
      },
      onFailure: (failure, at) => {
        if (this.#replies.delete(id)) listener.onFailure(id, failure, at);
      },
    };
    const reply = this.#connections.dispatch(
      prepared.request,
      (free) => new PlainReply(told, { clock: this.#clock, free, status: prepared.status }),
    );
    this.#replies.set(id, reply);
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

interface Told {
  onBody(body: Buffer, at: number): void;
  onFailure(failure: WireFailure, at: number): void;
}

interface PlainReplyOptions {
  readonly clock: Clock;
  /** Gives the connection back, before anybody hears of the reply. */
  readonly free: () => void;
  readonly status: number | undefined;
}

/** Reads one response to its end. */
class PlainReply implements Dispatcher.DispatchHandlers {
  readonly #told: Told;
  readonly #options: PlainReplyOptions;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #arrivedAt = 0;
  #abort: (() => void) | undefined;
  #cancelled = false;

  constructor(told: Told, options: PlainReplyOptions) {
    this.#told = told;
    this.#options = options;
  }

  cancel(): void {
    this.#cancelled = true;
    this.#abort?.();
  }

  onConnect(abort: () => void): void {
    this.#abort = abort;
    if (this.#cancelled) abort();
  }

  onHeaders(status: number): boolean {
    this.#status = status;
    this.#arrivedAt = this.#options.clock.now();
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#arrivedAt = this.#options.clock.now();
    this.#size += chunk.length;
    if (this.#size > maxFrameBytes) this.cancel();
    else this.#chunks.push(chunk);
    return true;
  }

  onComplete(): void {
    this.#options.free();
    const body = Buffer.concat(this.#chunks);
    const { status: wanted } = this.#options;
    const expected = wanted === undefined ? this.#status >= 200 && this.#status < 300 : this.#status === wanted;
    if (expected) this.#told.onBody(body, this.#arrivedAt);
    else this.#told.onFailure({ kind: "unexpected", message: this.#complaint(body) }, this.#arrivedAt);
  }

  onError(error: Error): void {
    this.#options.free();
    const at = this.#options.clock.now();
    const failure: WireFailure =
      this.#size > maxFrameBytes
        ? { kind: "malformed", message: `the reply is longer than ${maxFrameBytes} bytes` }
        : { kind: "disconnected", message: `the HTTP connection failed: ${error.message}` };
    // undici must not be given another request while it tells of the failure of this one.
    queueMicrotask(() => this.#told.onFailure(failure, at));
  }

  #complaint(body: Buffer): string {
    const expected = this.#options.status === undefined ? "a status from 200 to 299" : `HTTP ${this.#options.status}`;
    const text = body.toString("utf8", 0, quotedBytes).trim();
    return `expected ${expected}, got HTTP ${this.#status}${text === "" ? "" : `: ${text}`}`;
  }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
