import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Clock } from "../clock.ts";
import type { JsonObject } from "../config/json.ts";
import type { Connection } from "./connection.ts";
import { Exchange } from "./exchange.ts";
import { type EndpointOptions, HttpEndpoint } from "./http-endpoint.ts";
import { HttpFailure } from "./http-failure.ts";
import type { NetworkUsage } from "./network-meter.ts";
import { describeExit, type ServerProcess } from "./process.ts";
import { ServerStream } from "./server-stream.ts";
import type { Frame, ReplyListener, Wire, WireFailure } from "./session.ts";
import type { ResumePoint } from "./sse-reader.ts";
import { MirroredArguments, statelessHeaders } from "./stateless-headers.ts";

/** How long a broken connection waits for the exit of the server that usually explains it. */
const exitWaitMs = 100;

/** How long the server may take over the DELETE that ends the session. */
const deleteTimeoutMs = 2_000;

/** Where a stateless request says which revision it speaks. */
const protocolKey = "io.modelcontextprotocol/protocolVersion";

const sessionClosed: WireFailure = { kind: "disconnected", message: "the session was closed" };
const noReply: WireFailure = { kind: "malformed", message: "the server's HTTP response held no reply to the request" };

export interface HttpOptions extends EndpointOptions {
  /** Absent for a server reached by URL alone. */
  readonly server?: ServerProcess | undefined;
}

/** One MCP session with a streamable-HTTP server, over as many TCP connections as requests are in flight. */
export class HttpConnection implements Connection {
  readonly transport: Transport;
  readonly wire: Wire;
  readonly #endpoint: HttpEndpoint;
  readonly #exchange: Exchange;
  readonly #clock: Clock;
  readonly #server: ServerProcess | undefined;
  /** What is under way for each request: its reply, or the stream that is to bring the reply after all. */
  readonly #replies = new Map<number, { cancel(): void }>();
  readonly #mirrored = new MirroredArguments();
  /** Requests whose replies tell which arguments to mirror. */
  readonly #toolLists = new Set<number>();
  /** Revision of the stateless line, once it is known to be spoken. */
  #stateless: string | undefined;
  #serverStream: ServerStream | undefined;
  #closing: Promise<void> | undefined;

  constructor(url: URL, options: HttpOptions) {
    this.#endpoint = new HttpEndpoint(url, options);
    this.#clock = options.clock;
    this.#server = options.server;
    this.transport = {
      start: async () => {},
      send: (message) => this.#sendMessage(message),
      close: () => this.#close(),
      setProtocolVersion: (version) => this.#endpoint.keepProtocol(version),
    };
    this.#exchange = new Exchange((message) => this.transport.onmessage?.(message));
    this.wire = {
      encode: (method: string, params?: JsonObject) => this.#encode(method, params),
      send: (frame: Frame, listener: ReplyListener) => this.#sendFrame(frame, listener),
      abandon: (id: number) => this.#abandon(id),
    };
  }

  stamp(meta: JsonObject): void {
    this.#stateless = String(meta[protocolKey]);
    this.#exchange.stamp(meta);
  }

  network(): NetworkUsage {
    return this.#endpoint.network();
  }

  warnings(): string[] {
    return this.#exchange.warnings();
  }

  #encode(method: string, params: JsonObject | undefined): Frame {
    const frame = this.#exchange.encode({ method, params }, "");
    const protocol = this.#stateless;
    if (protocol === undefined) return frame;
    if (method === "tools/list" && !this.#mirrored.complete) this.#toolLists.add(frame.id);
    const mirrored = method === "tools/call" ? this.#mirrored.headers(params) : {};
    const own = { ...statelessHeaders({ protocol, method, params }), ...mirrored };
    return { ...frame, head: this.#endpoint.head("POST", own) };
  }

  #sendFrame({ id, bytes, head }: Frame, listener: ReplyListener): void {
    this.#exchange.expect(id, listener);
    if (this.#closing) {
      // Told later, so that a listener who sends again on failure does not recurse.
      queueMicrotask(() => this.#exchange.fail(id, sessionClosed, this.#clock.now()));
      return;
    }
    const reply = this.#endpoint.request(
      { head, body: bytes },
      {
        onMessage: (message, at) => {
          this.#exchange.receive(message, at);
          if (this.#toolLists.delete(id)) this.#mirrored.learn(message);
        },
        onRefusal: ({ body, at }) => {
          if (hasId(body, id)) this.#exchange.receive(body, at);
        },
        onEnd: (failure, at, resume) => {
          this.#replies.delete(id);
          if (!this.#exchange.awaits(id)) return;
          if (this.#mayResume(failure, resume)) this.#resume(id, { failure, resume });
          else void this.#fail(id, failure ?? noReply, at);
        },
      },
    );
    this.#replies.set(id, reply);
  }

  /** A server may end the stream of a call before its reply, to be asked for the rest later; only the stateless may not. */
  #mayResume(failure: WireFailure | undefined, resume: ResumePoint | undefined): resume is ResumePoint {
    const broken = failure === undefined || failure.kind === "disconnected";
    return broken && resume?.lastEventId !== undefined && this.#stateless === undefined && !this.#closing;
  }

  #resume(id: number, { failure, resume }: { failure: WireFailure | undefined; resume: ResumePoint }): void {
    const end = () => {
      this.#replies.delete(id);
      stream.cancel();
    };
    const stream = new ServerStream(this.#endpoint, {
      clock: this.#clock,
      onMessage: (message, at) => {
        this.#exchange.receive(message, at);
        if (!this.#exchange.awaits(id)) end();
      },
      onRefused: () => {
        end();
        if (this.#exchange.awaits(id)) void this.#fail(id, failure ?? noReply, this.#clock.now());
      },
    });
    this.#replies.set(id, stream);
    stream.reopen(resume);
  }

  /** On the stateless line the end of the connection says it all; before, a server must not take that for a cancellation. */
  #abandon(id: number): void {
    const waited = this.#exchange.forget(id);
    this.#replies.get(id)?.cancel();
    if (!waited || this.#stateless !== undefined || this.#closing) return;
    const body = this.#exchange.cancellation(id, "");
    this.#endpoint.request({ body }, { onMessage: () => {}, onEnd: () => {} });
  }

  async #fail(id: number, failure: WireFailure, at: number): Promise<void> {
    const exit = failure.kind === "disconnected" ? await this.#server?.exitWithin(exitWaitMs) : undefined;
    const reason = exit ? { ...failure, message: `the server ${describeExit(exit)}` } : this.#explain(failure);
    this.#exchange.fail(id, reason, at);
  }

  #explain(failure: WireFailure): WireFailure {
    if (failure.kind !== "http-status" || failure.status !== 404 || !this.#endpoint.sessionId) return failure;
    return { ...failure, message: `${failure.message} (the server no longer knows the session)` };
  }

  /** Resolves once the server has taken the message, and for a request only when it has been answered. */
  async #sendMessage(message: JSONRPCMessage): Promise<void> {
    if (this.#closing) throw new HttpFailure(sessionClosed);
    const asked = "method" in message && "id" in message ? message.id : undefined;
    const own = ownHeaders(message);
    const head = own && this.#endpoint.head("POST", own);
    let answered = asked === undefined;
    let refused = false;
    await new Promise<void>((resolve, reject) => {
      const body = Buffer.from(JSON.stringify(message));
      this.#endpoint.request(
        { head, body },
        {
          onHead: (answer) => this.#endpoint.keepSession(answer),
          onMessage: (incoming, at) => {
            answered ||= hasId(incoming, asked);
            this.#exchange.receive(incoming, at);
          },
          onRefusal: ({ status, body, at }) => {
            // The statuses under which a stateless server gives its JSON-RPC errors; others concern the whole endpoint.
            refused = own !== undefined && (status === 400 || status === 404) && hasId(body, asked);
            if (refused) this.#exchange.receive(body, at);
          },
          onEnd: (failure) =>
            refused || (answered && !failure) ? resolve() : reject(new HttpFailure(this.#explain(failure ?? noReply))),
        },
      );
    });
    if ("method" in message && message.method === "notifications/initialized") this.#listen();
  }

  /** The stream on which a server may ask outside of a call. Most servers offer none, which is no fault. */
  #listen(): void {
    this.#serverStream = new ServerStream(this.#endpoint, {
      clock: this.#clock,
      onMessage: (message, at) => this.#exchange.receive(message, at),
      onRefused: () => {},
    });
    this.#serverStream.open();
  }

  #close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    this.#exchange.failAll(sessionClosed, this.#clock.now());
    for (const reply of this.#replies.values()) reply.cancel();
    this.#serverStream?.cancel();
    if (this.#endpoint.sessionId) await this.#delete();
    await this.#endpoint.destroy();
    this.transport.onclose?.();
  }

  /** A server may refuse to end the session (405) or be gone; neither is a fault by now. */
  #delete(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => reply.cancel(), deleteTimeoutMs);
      const onEnd = () => {
        clearTimeout(timer);
        resolve();
      };
      const reply = this.#endpoint.request(
        { head: this.#endpoint.head("DELETE"), body: null },
        { onMessage: () => {}, onEnd },
      );
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

function hasId(message: Buffer, id: string | number | undefined): boolean {
  try {
    return (JSON.parse(message.toString("utf8")) as { id?: unknown }).id === id;
  } catch {
    return false;
  }
}
