import type { Dispatcher } from "undici";
import type { Clock } from "../clock.ts";
import { maxFrameBytes } from "./frame-reader.ts";
import type { WireFailure } from "./session.ts";
import { SseReader } from "./sse-reader.ts";

/** Told what one HTTP response brought. Times are of the clock given. */
export interface ReplySink {
  /** The head of a successful response. */
  onHead?(head: ReplyHead): void;
  /** One JSON-RPC message as text, with the arrival of the chunk that completed it. */
  onMessage(message: Buffer, at: number): void;
  /** Comes last and once; without a failure the response was complete and successful. */
  onEnd(failure: WireFailure | undefined, at: number): void;
}

export interface ReplyHead {
  readonly status: number;
  header(name: string): string | undefined;
}

const maxErrorBytes = 2_000;

/** Reads one response of a streamable-HTTP server, be it JSON or an event stream. */
export class HttpReply implements Dispatcher.DispatchHandlers {
  readonly #clock: Clock;
  readonly #sink: ReplySink;
  readonly #free: () => void;
  #abort: ((reason?: Error) => void) | undefined;
  #cancelled = false;
  #failure: WireFailure | undefined;
  #events: SseReader | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #arrivedAt = 0;

  /** `free` is called when the connection can take another request, before the listener hears of the reply's end. */
  constructor(sink: ReplySink, { clock, free }: { clock: Clock; free: () => void }) {
    this.#clock = clock;
    this.#sink = sink;
    this.#free = free;
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
    if (this.#failure) return true;
    this.#sink.onHead?.(head);
    if (/^text\/event-stream\b/i.test(type)) this.#events = this.#readEvents();
    else if (status !== 202 && status !== 204 && !/^application\/json\b/i.test(type))
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
    this.#sink.onEnd(this.#failure && this.#withBody(this.#failure), this.#arrivedAt);
  }

  onError(error: Error): void {
    this.#free();
    this.#sink.onEnd(this.#failure ?? disconnected(error), this.#clock.now());
  }

  #keep(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > maxFrameBytes) this.#tooLong();
  }

  #readEvents(): SseReader {
    return new SseReader({
      onData: (data) => this.#sink.onMessage(data, this.#arrivedAt),
      onTooLong: () => this.#tooLong(),
    });
  }

  #tooLong(): void {
    this.#failure = malformed(`the server's reply is longer than ${maxFrameBytes} bytes`);
    this.cancel();
  }

  #body(): Buffer {
    const [only] = this.#chunks;
    return only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks, this.#size);
  }

  /** What a server says about its refusal is part of the cause. */
  #withBody(failure: WireFailure): WireFailure {
    const text = this.#body().toString("utf8", 0, maxErrorBytes).trim();
    return text === "" ? failure : { ...failure, message: `${failure.message}: ${text}` };
  }
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
  return { kind: "disconnected", message: `the HTTP connection failed: ${error.message || code}` };
}
