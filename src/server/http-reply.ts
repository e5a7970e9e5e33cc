import type { Dispatcher } from "undici";
import type { Clock } from "../clock.ts";
import { maxFrameBytes } from "./frame-reader.ts";
import type { WireFailure } from "./session.ts";
import { type ResumePoint, SseReader } from "./sse-reader.ts";
import { isUntrusted } from "./tls.ts";

/** Told what one HTTP response brought. Times are of the clock given. */
export interface ReplySink {
  /** The head of a successful response. */
  onHead?(head: ReplyHead): void;
  /** One JSON-RPC message as text, with the arrival of the chunk that completed it. */
  onMessage(message: Buffer, at: number): void;
  /** The JSON body of an unsuccessful response, which may be the JSON-RPC error that answers the request. */
  onRefusal?(refusal: { readonly status: number; readonly body: Buffer; readonly at: number }): void;
  /**
   * Comes last and once; without a failure the response was complete and successful. An event stream, complete or
   * broken, says where it may be taken up again.
   */
  onEnd(failure: WireFailure | undefined, at: number, resume?: ResumePoint): void;
}

export interface ReplyHead {
  readonly status: number;
  header(name: string): string | undefined;
}

/** As much of a refusal is shown. */
const maxShownBytes = 2_000;
/** As much of a refusal is read. */
const maxErrorBytes = 64 * 1024;

export interface ReplyOptions {
  readonly clock: Clock;
  /** Called when the connection can take another request, before the listener hears of the reply's end. */
  readonly free: () => void;
  /** Longest message accepted, in bytes. */
  readonly maxMessageBytes?: number | undefined;
}

/** Reads one response of a streamable-HTTP server, be it JSON or an event stream. */
export class HttpReply implements Dispatcher.DispatchHandlers {
  readonly #clock: Clock;
  readonly #sink: ReplySink;
  readonly #free: () => void;
  readonly #maxMessageBytes: number;
  #abort: ((reason?: Error) => void) | undefined;
  #cancelled = false;
  #failure: WireFailure | undefined;
  /** Status of an unsuccessful response with a JSON body. */
  #refused: number | undefined;
  #events: SseReader | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #arrivedAt = 0;

  constructor(sink: ReplySink, { clock, free, maxMessageBytes = maxFrameBytes }: ReplyOptions) {
    this.#clock = clock;
    this.#sink = sink;
    this.#free = free;
    this.#maxMessageBytes = maxMessageBytes;
  }

  /** Gives the request up and closes its connection; the sink is still told the end. */
  cancel(): void {
    this.#cancelled = true;
    this.#abort?.();
  }

  onConnect(abort: (reason?: Error) => void): void {
    this.#abort = abort;
    if (this.#cancelled) abort();
  }

  onHeaders(status: number, raw: Buffer[]): boolean {
    if (status < 200) return true;
    this.#arrivedAt = this.#clock.now();
    const head = { status, header: (name: string) => findHeader(raw, name) };
    const type = head.header("content-type") ?? "";
    this.#failure = statusFailure(head);
    if (this.#failure) {
      if (isJson(type)) this.#refused = status;
      return true;
    }
    this.#sink.onHead?.(head);
    if (/^text\/event-stream\b/i.test(type)) this.#events = this.#readEvents();
    else if (status !== 202 && status !== 204 && !isJson(type))
      this.#failure = malformed(`the server answered with ${JSON.stringify(type)}, neither JSON nor an event stream`);
    return true;
  }

  onData(chunk: Buffer): boolean {
    this.#arrivedAt = this.#clock.now();
    if (this.#failure && this.#size > maxErrorBytes) return true;
    if (this.#events) this.#events.push(chunk);
    else this.#keep(chunk);
    return true;
  }

  onComplete(): void {
    this.#free();
    if (!this.#failure && !this.#events && this.#size > 0) this.#sink.onMessage(this.#body(), this.#arrivedAt);
    const at = this.#arrivedAt;
    if (this.#refused) this.#sink.onRefusal?.({ status: this.#refused, body: this.#body(), at });
    this.#sink.onEnd(this.#failure && this.#withBody(this.#failure), at, this.#events?.resumePoint);
  }

  onError(error: Error): void {
    this.#free();
    this.#sink.onEnd(this.#failure ?? disconnected(error), this.#clock.now(), this.#events?.resumePoint);
  }

  #keep(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > this.#maxMessageBytes) this.#tooLong();
  }

  #readEvents(): SseReader {
    const onData = (data: Buffer) => this.#sink.onMessage(data, this.#arrivedAt);
    return new SseReader({ onData, onTooLong: () => this.#tooLong() }, this.#maxMessageBytes);
  }

  #tooLong(): void {
    this.#failure = malformed(`the server's reply is longer than ${this.#maxMessageBytes} bytes`);
    this.#chunks = [];
    this.cancel();
  }

  #body(): Buffer {
    const [only] = this.#chunks;
    return only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks, this.#size);
  }

  /** What a server says about its refusal is part of the cause. */
  #withBody(failure: WireFailure): WireFailure {
    const text = this.#body().toString("utf8", 0, maxShownBytes).trim();
    return text === "" ? failure : { ...failure, message: `${failure.message}: ${text}` };
  }
}

function isJson(contentType: string): boolean {
  return /^application\/json\b/i.test(contentType);
}

function findHeader(raw: readonly Buffer[], name: string): string | undefined {
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const key = raw[i];
    if (key?.length === name.length && key.toString("latin1").toLowerCase() === name)
      return raw[i + 1]?.toString("latin1");
  }
  return undefined;
}

function statusFailure({ status, header }: ReplyHead): WireFailure | undefined {
  if (status < 300) return undefined;
  const location = header("location");
  const redirect = status < 400 && location ? ` to ${location}; redirects are not followed` : "";
  return { kind: "http-status", status, message: `HTTP ${status}${redirect}` };
}

function malformed(message: string): WireFailure {
  return { kind: "malformed", message };
}

function disconnected(error: Error): WireFailure {
  // A refusal on IPv4 and IPv6 alike is an AggregateError without a message of its own.
  const code = "code" in error ? String(error.code) : error.name;
  const message = `the HTTP connection failed: ${error.message || code}`;
  return { kind: "disconnected", message, ...(isUntrusted(code) ? { untrusted: true } : {}) };
}
