import type { Clock } from "../../base/host/clock.ts";
import { maxFrameBytes } from "../protocol/frame-reader.ts";
import { Parts } from "../protocol/parts.ts";
import type { WireFailure } from "../protocol/session.ts";
import type { HttpSocket, ResponseListener } from "./connections.ts";
import type { ResponseHead } from "./head.ts";
import { type ResumePoint, SseReader } from "./sse-reader.ts";
import { untrustedCodes } from "./tls.ts";

export interface Ending {
  readonly id: number;
  /** Absent where the response was complete and successful. */
  readonly failure: WireFailure | undefined;
  readonly at: number;
  /** Place from which an event stream, complete or broken, goes on. */
  readonly resume: ResumePoint | undefined;
  /** JSON body of an unsuccessful response, which may be the JSON-RPC error that answers the request. */
  readonly refusal: Buffer | undefined;
}

/** Told what one HTTP response brought. Times are of the clock given; `id` is that of the request it was sent for. */
export interface ReplySink {
  /** The head of a successful response. */
  onHead?(head: ResponseHead): void;
  /** One JSON-RPC message as text, with the arrival of the chunk that completed it. */
  onMessage(message: Buffer, at: number, id: number): void;
  /** Last and once. */
  onEnd(ending: Ending): void;
}

const maxShownBytes = 2_000;
const maxErrorBytes = 64 * 1024;

export interface ReplyOptions {
  readonly clock: Clock;
  readonly maxMessageBytes?: number | undefined;
  /** For plain HTTP: says what is wrong with a response that is complete. Its body is one message, whatever it holds. */
  readonly judge?: (head: ResponseHead) => WireFailure | undefined;
}

/** Reads one response of a streamable-HTTP server, be it JSON or an event stream, or one of plain HTTP. */
export class HttpReply implements ResponseListener {
  readonly #id: number;
  readonly #sink: ReplySink;
  readonly #options: ReplyOptions;
  #connection: HttpSocket | undefined;
  #head: ResponseHead | undefined;
  #failure: WireFailure | undefined;
  #events: SseReader | undefined;
  #body = new Parts();
  #arrivedAt = 0;

  constructor({ id, sink }: { readonly id: number; readonly sink: ReplySink }, options: ReplyOptions) {
    this.#id = id;
    this.#sink = sink;
    this.#options = options;
  }

  get #maxBytes(): number {
    return this.#options.maxMessageBytes ?? maxFrameBytes;
  }

  /** Gives the request up and closes its connection; the sink is still told the end. */
  cancel(): void {
    this.#connection?.cancel(this);
  }

  onConnection(connection: HttpSocket): void {
    this.#connection = connection;
  }

  onHead(head: ResponseHead): void {
    this.#arrivedAt = this.#options.clock.now();
    this.#head = head;
    if (this.#options.judge) return;
    this.#failure = statusFailure(head) ?? encodingFailure(head);
    if (this.#failure) return;
    this.#sink.onHead?.(head);
    if (head.media === "event-stream") this.#events = this.#readEvents();
    else if (head.status !== 202 && head.status !== 204 && head.media !== "json")
      this.#failure = malformed(
        `the server answered with ${JSON.stringify(head.header("content-type") ?? "")}, neither JSON nor an event stream`,
      );
    else if (typeof head.length === "number") {
      if (head.length > this.#maxBytes) this.#tooLong();
      else this.#body.reserve(head.length);
    }
  }

  onData(part: Buffer): void {
    this.#arrivedAt = this.#options.clock.now();
    if (this.#failure && this.#body.size > maxErrorBytes) return;
    // Events share memory with what they came in.
    if (this.#events) this.#events.push(Buffer.from(part));
    else if (this.#body.size + part.length > this.#maxBytes) this.#tooLong();
    else this.#body.addCopy(part);
  }

  onEnd(): void {
    const [at, head, { judge }] = [this.#arrivedAt, this.#head, this.#options];
    if (head) this.#failure ??= judge?.(head);
    const isMessage = !this.#failure && !this.#events && (this.#body.size > 0 || judge !== undefined);
    if (isMessage) this.#sink.onMessage(this.#body.take(), at, this.#id);
    const isRefusal = head?.media === "json" && head.encoding === undefined && head.status >= 300;
    const refusal = isRefusal ? this.#body.take() : undefined;
    const failure = this.#failure && this.#withBody(this.#failure);
    this.#sink.onEnd({ id: this.#id, failure, at, resume: this.#events?.resumePoint, refusal });
  }

  onError(error: Error): void {
    const [failure, at] = [this.#failure ?? disconnected(error), this.#options.clock.now()];
    this.#sink.onEnd({ id: this.#id, failure, at, resume: this.#events?.resumePoint, refusal: undefined });
  }

  #readEvents(): SseReader {
    const onData = (data: Buffer) => this.#sink.onMessage(data, this.#arrivedAt, this.#id);
    return new SseReader({ onData, onTooLong: () => this.#tooLong() }, this.#maxBytes);
  }

  #tooLong(): void {
    this.#failure = malformed(`the server's reply is longer than ${this.#maxBytes} bytes`);
    this.#body = new Parts();
    this.cancel();
  }

  /** Adds the server's explanation of its refusal to the cause. */
  #withBody(failure: WireFailure): WireFailure {
    if (this.#head?.encoding !== undefined) return failure;
    const text = this.#body.take().toString("utf8", 0, maxShownBytes).trim();
    return text === "" ? failure : { ...failure, message: `${failure.message}: ${text}` };
  }
}

function statusFailure(head: ResponseHead): WireFailure | undefined {
  const { status } = head;
  if (status < 300) return undefined;
  const location = head.header("location");
  const redirect = status < 400 && location ? ` to ${location}; redirects are not followed` : "";
  return { kind: "http-status", status, message: `HTTP ${status}${redirect}` };
}

function encodingFailure({ encoding }: ResponseHead): WireFailure | undefined {
  if (encoding === undefined) return undefined;
  const message = `the server answered with content-encoding ${JSON.stringify(encoding)}, which the request did not accept`;
  return { kind: "malformed", message, encoded: true };
}

function malformed(message: string): WireFailure {
  return { kind: "malformed", message };
}

function disconnected(error: Error): WireFailure {
  // A refusal on IPv4 and IPv6 alike is an AggregateError without a message of its own.
  const code = "code" in error ? String(error.code) : error.name;
  const message = `the HTTP connection failed: ${error.message || code}`;
  return {
    kind: "disconnected",
    message,
    untrusted: untrustedCodes.test(code) ? true : undefined,
    refused: code === "ECONNREFUSED" ? true : undefined,
  };
}
