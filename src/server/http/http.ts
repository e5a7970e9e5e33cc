import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { JsonObject } from "../../base/json.ts";
import { describeExit, type ServerProcess } from "../process/process.ts";
import type { Connection } from "../protocol/connection.ts";
import { Exchange, HttpFailure, noReply, noRequest, sessionClosed } from "../protocol/exchange.ts";
import { hasId, isErrorFor } from "../protocol/reply-id.ts";
import type { Deliveries, EncodeOptions, Frame, ReplyListener, WireFailure } from "../protocol/session.ts";
import type { HttpConnections } from "./connections.ts";
import { type EndpointOptions, HttpEndpoint, type McpSession } from "./endpoint.ts";
import type { NetworkUsage } from "./network-meter.ts";
import type { Ending, ReplySink } from "./reply.ts";
import { serverStream } from "./server-stream.ts";
import type { ResumePoint } from "./sse-reader.ts";
import { MirroredArguments, statelessHeaders } from "./stateless-headers.ts";

/** Time that a broken connection waits for the exit of the server, which usually explains it. */
const exitWaitMs = 100;

/** Answers that a server asked for and has not taken, each on a connection of its own; the others are not sent. */
const mostUntaken = 64;
/** More than so many wait for no turn: a server that asks without end gets no answers without end. */
const mostWaiting = 10_000;

/** Time limit of the DELETE that ends the session, and of the requests that renew it. */
const shortTimeoutMs = 2_000;

/** A session without a request for so long may have been ended by the server. */
const idleMs = 1_000;

/** Key under which a stateless request states its revision. */
const protocolKey = "io.modelcontextprotocol/protocolVersion";

export interface HttpOptions extends EndpointOptions {
  readonly server?: ServerProcess | undefined;
  /** Shared by the sessions of one launch: what one has listed, the others need not. */
  readonly mirrored?: MirroredArguments | undefined;
  /** A session that other connections have opened, to be spoken in without a handshake. */
  readonly resumed?: McpSession | undefined;
  readonly onEnd?: () => void;
}

/** One MCP session with a streamable-HTTP server: the messages of the SDK's client, and the wire beneath it. */
export class HttpConnection implements Connection {
  readonly transport: Transport = {
    start: async () => {},
    send: (message) => this.#sendMessage(message),
    close: () => this.#close(),
    setProtocolVersion: (version) => this.#endpoint.join({ protocol: version }),
  };
  readonly exchange = new Exchange((message) => this.transport.onmessage?.(message));
  /** The timed requests, over as many TCP connections as are in flight. */
  readonly wire = {
    isParallel: true,
    ids: this.exchange.ids,
    speakStateless: (protocol: string) => {
      this.#stateless = protocol;
    },
    encode: (method: string, params?: JsonObject, options?: EncodeOptions) => this.#encode(method, params, options),
    send: (frame: Frame, listener: ReplyListener) => this.#sendFrame(frame, listener),
    abandon: (id: number) => this.#abandon(id),
  };
  readonly network: (() => NetworkUsage) | undefined;
  readonly #endpoint: HttpEndpoint;
  readonly #options: HttpOptions;
  readonly #mirrored: MirroredArguments;
  /** Work in progress for each request of the wire: its reply, or the stream that is to bring the reply. */
  readonly #replies = new Map<number, { cancel(): void }>();
  /** Requests whose replies tell which arguments to mirror. */
  readonly #toolLists = new Set<number>();
  /** Shared by all requests of the wire, not made anew for each. */
  readonly #sink: ReplySink = {
    onMessage: (message, at, id) => {
      this.exchange.receive(message, at, id);
      // On a stream, notifications may come before the reply.
      if (!this.exchange.awaits(id) && this.#toolLists.delete(id)) this.#mirrored.learn(message);
    },
    onEnd: (ending) => this.#onReplyEnd(ending),
  };
  /** Revision of the stateless line, once it is known to be spoken. */
  #stateless: string | undefined;
  #isClosed = false;
  #serverStream: ReturnType<typeof serverStream> | undefined;
  /** The `initialize` that opened the session. */
  #opening: JSONRPCMessage | undefined;
  #untaken = 0;
  /** Those that wait for their turn. */
  readonly #waiting: (() => void)[] = [];
  #closing: Promise<void> | undefined;
  /** The server is not told of the end. */
  #isForgone = false;
  /** A call was answered 404, as the server does that no longer knows the session. */
  #isRefused = false;

  constructor(url: URL, options: HttpOptions) {
    this.#endpoint = new HttpEndpoint(url, options);
    this.#options = options;
    this.network = options.connections ? undefined : () => this.connections.meter.read();
    this.#mirrored = options.mirrored ?? new MirroredArguments();
    if (options.resumed) this.#endpoint.join(options.resumed);
  }

  get sessionId(): string | undefined {
    return this.#endpoint.sessionId;
  }

  get connections(): HttpConnections {
    return this.#endpoint.connections;
  }

  async renew(): Promise<void> {
    const isSuspect = this.#isRefused || this.#endpoint.idleMs >= idleMs;
    if (!this.#opening || this.sessionId === undefined || !isSuspect) return;
    this.#isRefused = false;
    const failure = await this.#ask({ jsonrpc: "2.0", id: "still-there", method: "ping" });
    if (failure?.kind !== "http-status" || failure.status !== 404 || this.#closing) return;
    const { sessionId } = this;
    this.#serverStream?.cancel();
    this.#endpoint.join({ sessionId: undefined });
    if (await this.#ask(this.#opening)) {
      // Without the old id the next calls would not tell that the session is lost.
      this.#endpoint.join({ sessionId });
      this.#isRefused = true;
      return;
    }
    await this.#ask({ jsonrpc: "2.0", method: "notifications/initialized" });
    this.#listen();
  }

  forgo(): void {
    this.#isForgone = true;
  }

  get stream(): Deliveries["stream"] {
    return this.#serverStream?.state ?? "none";
  }

  async #explainFully(failure: WireFailure): Promise<WireFailure> {
    const exit = failure.kind === "disconnected" ? await this.#options.server?.exitWithin(exitWaitMs) : undefined;
    return exit ? { ...failure, message: `the server ${describeExit(exit)}` } : this.#explain(failure);
  }

  #explain(failure: WireFailure): WireFailure {
    if (failure.kind !== "http-status" || failure.status !== 404 || !this.#endpoint.sessionId) return failure;
    return { ...failure, message: `${failure.message} (the server no longer knows the session)` };
  }

  #encode(method: string, params?: JsonObject, options?: EncodeOptions): Frame {
    const frame = this.exchange.encode({ method, params, ...options }, "");
    const protocol = this.#stateless;
    if (protocol === undefined) return frame;
    if (method === "tools/list" && !this.#mirrored.complete) this.#toolLists.add(frame.id);
    const mirrored = method === "tools/call" ? this.#mirrored.headers(params) : {};
    const own = { ...statelessHeaders({ protocol, method, params }), ...mirrored };
    return { ...frame, head: this.#endpoint.head("POST", own) };
  }

  #sendFrame({ id, bytes, head }: Frame, listener: ReplyListener): void {
    this.exchange.expect(id, listener);
    if (this.#isClosed) {
      // Told later, so that a listener who sends again on failure does not recurse.
      queueMicrotask(() => this.exchange.fail(id, sessionClosed, this.#options.clock.now()));
      return;
    }
    this.#replies.set(id, this.#endpoint.request({ head, body: bytes, id }, this.#sink));
  }

  /** On the stateless line the end of the connection says it all; before, a server must not take that for a cancellation. */
  #abandon(id: number): void {
    const waited = this.exchange.forget(id, this.#options.clock.now());
    this.#replies.get(id)?.cancel();
    // The end of a stream that is resumed is not told.
    this.#replies.delete(id);
    if (!waited || this.#stateless !== undefined || this.#isClosed) return;
    const body = this.exchange.cancellation(id, "");
    this.#endpoint.request({ body }, { onMessage: () => {}, onEnd: () => {} });
  }

  #onReplyEnd({ id, failure, at, resume, refusal }: Ending): void {
    if (refusal && isErrorFor(refusal, id)) this.exchange.receive(refusal, at, id);
    this.#replies.delete(id);
    if (!this.exchange.awaits(id)) return;
    if (this.#mayResume(failure, resume)) this.#resume(id, { failure, resume });
    else void this.#fail(id, failure ?? noReply, at);
  }

  /** A server may end the stream of a call before its reply, to be asked for the rest later; only the stateless may not. */
  #mayResume(failure: WireFailure | undefined, resume: ResumePoint | undefined): resume is ResumePoint {
    const broken = failure === undefined || failure.kind === "disconnected";
    return broken && resume?.lastEventId !== undefined && this.#stateless === undefined && !this.#isClosed;
  }

  #resume(id: number, { failure, resume }: { failure: WireFailure | undefined; resume: ResumePoint }): void {
    const end = () => {
      this.#replies.delete(id);
      stream.cancel();
    };
    const stream = serverStream(this.#endpoint, {
      clock: this.#options.clock,
      onMessage: (message, at) => {
        this.exchange.receive(message, at, id);
        if (!this.exchange.awaits(id)) end();
      },
      onRefused: () => {
        end();
        if (this.exchange.awaits(id)) void this.#fail(id, failure ?? noReply, this.#options.clock.now());
      },
    });
    this.#replies.set(id, stream);
    stream.reopen(resume);
  }

  async #fail(id: number, failure: WireFailure, at: number): Promise<void> {
    if (failure.kind === "http-status" && failure.status === 404) this.#isRefused = true;
    this.exchange.fail(id, await this.#explainFully(failure), at);
  }

  /** Resolves once the server has taken the message, and for a request only when it has been answered. */
  async #sendMessage(message: JSONRPCMessage): Promise<void> {
    if (this.#closing) throw new HttpFailure(sessionClosed);
    if ("method" in message && message.method === "initialize") this.#opening = message;
    const asked = "method" in message && "id" in message ? message.id : undefined;
    if (asked !== undefined) return this.#post(message, asked);
    if (this.#untaken >= mostUntaken) {
      if (this.#waiting.length >= mostWaiting) return;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (this.#closing) return;
    }
    this.#untaken++;
    await this.#post(message, asked).finally(() => {
      this.#untaken--;
      this.#waiting.shift()?.();
    });
    const isOpened = "method" in message && message.method === "notifications/initialized";
    // It may have been closed while the server took its time.
    if (isOpened && !this.#closing) this.#listen();
  }

  async #post(message: JSONRPCMessage, asked: string | number | undefined): Promise<void> {
    const own = ownHeaders(message);
    const head = own && this.#endpoint.head("POST", own);
    let answered = asked === undefined;
    await new Promise<void>((resolve, reject) => {
      const body = Buffer.from(JSON.stringify(message));
      this.#endpoint.request(
        { head, body },
        {
          onHead: (answer) => this.#endpoint.keepSession(answer),
          onMessage: (incoming, at) => {
            // Nothing is to be said to an answer, and a server that asks again would never come to an end.
            if (asked === undefined) return;
            answered ||= hasId(incoming, asked);
            this.exchange.receive(incoming, at, noRequest);
          },
          onEnd: ({ failure, refusal, at }) => {
            // The statuses under which a stateless server gives its JSON-RPC errors; others concern the whole endpoint.
            const isOfOne = failure?.kind === "http-status" && (failure.status === 400 || failure.status === 404);
            const isError = own !== undefined && isOfOne && refusal !== undefined && isErrorFor(refusal, asked);
            if (isError) this.exchange.receive(refusal, at, noRequest);
            // A message that wants no reply is answered by a status of success, whatever its body says.
            const isTaken = asked === undefined && failure?.kind === "malformed";
            if (isError || isTaken || (answered && !failure)) resolve();
            else reject(new HttpFailure(this.#explain(failure ?? noReply)));
          },
        },
      );
    });
  }

  /** The stream on which a server may ask outside of a call. Most servers offer none, which is no fault. */
  #listen(): void {
    this.#serverStream = serverStream(this.#endpoint, {
      clock: this.#options.clock,
      onMessage: (message, at) => this.exchange.receive(message, at, noRequest),
      onRefused: () => {},
    });
    this.#serverStream.open();
  }

  #close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    this.#isClosed = true;
    this.exchange.failAll(sessionClosed, this.#options.clock.now());
    for (const giveUp of this.#waiting.splice(0)) giveUp();
    for (const reply of this.#replies.values()) reply.cancel();
    this.#serverStream?.cancel();
    // A server may refuse to end the session (405) or be gone; neither is a fault by now.
    if (this.#endpoint.sessionId && !this.#isForgone)
      await this.#request({ head: this.#endpoint.head("DELETE"), body: null });
    await this.#endpoint.destroy();
    this.transport.onclose?.();
    this.#options.onEnd?.();
  }

  #ask(message: JSONRPCMessage): Promise<WireFailure | undefined> {
    return this.#request({ body: Buffer.from(JSON.stringify(message)) });
  }

  /** Resolves with the failure of a request, of whose answer nothing else counts than the session that it opens. */
  #request(request: Parameters<HttpEndpoint["request"]>[0]): Promise<WireFailure | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        reply.cancel();
        resolve({ kind: "unexpected", message: "no reply in time" });
      }, shortTimeoutMs);
      const reply = this.#endpoint.request(request, {
        onHead: (answer) => this.#endpoint.keepSession(answer),
        onMessage: () => {},
        onEnd: ({ failure }) => {
          clearTimeout(timer);
          resolve(failure);
        },
      });
    });
  }
}

/** A message of the SDK's client that says its own revision wants the headers that go with it. */
function ownHeaders(message: JSONRPCMessage): Record<string, string> | undefined {
  if (!("method" in message)) return undefined;
  const { method, params } = message;
  const protocol = (params?._meta as Record<string, unknown> | undefined)?.[protocolKey];
  return typeof protocol === "string" ? statelessHeaders({ protocol, method, params }) : undefined;
}
