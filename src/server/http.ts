import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Clock } from "../clock.ts";
import type { JsonObject } from "../config/json.ts";
import type { Connection } from "./connection.ts";
import { Exchange } from "./exchange.ts";
import { HttpEndpoint } from "./http-endpoint.ts";
import type { HttpReply } from "./http-reply.ts";
import { describeExit, type ServerProcess } from "./process.ts";
import type { Frame, ReplyListener, Wire, WireFailure } from "./session.ts";

/** How long a broken connection waits for the exit of the server that usually explains it. */
const exitWaitMs = 100;

/** How long the server may take over the DELETE that ends the session. */
const deleteTimeoutMs = 2_000;

const sessionClosed: WireFailure = { kind: "disconnected", message: "the session was closed" };
const noReply: WireFailure = { kind: "malformed", message: "the server's HTTP response held no reply to the request" };

export interface HttpOptions {
  readonly clock: Clock;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for a server reached by URL alone. */
  readonly server?: ServerProcess | undefined;
}

/** A message of the SDK's client that the server refused or did not answer. */
export class HttpFailure extends Error {
  readonly failure: WireFailure;

  constructor(failure: WireFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** One MCP session with a streamable-HTTP server, over as many TCP connections as requests are in flight. */
export class HttpConnection implements Connection {
  readonly transport: Transport;
  readonly wire: Wire;
  readonly #endpoint: HttpEndpoint;
  readonly #exchange: Exchange;
  readonly #clock: Clock;
  readonly #server: ServerProcess | undefined;
  readonly #replies = new Map<number, HttpReply>();
  #serverStream: HttpReply | undefined;
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
      encode: (method: string, params?: JsonObject) => this.#exchange.encode({ method, params }, ""),
      send: (frame: Frame, listener: ReplyListener) => this.#sendFrame(frame, listener),
      abandon: (id: number) => this.#abandon(id),
    };
  }

  warnings(): string[] {
    return this.#exchange.warnings();
  }

  #sendFrame({ id, bytes }: Frame, listener: ReplyListener): void {
    this.#exchange.expect(id, listener);
    if (this.#closing) {
      // Told later, so that a listener who sends again on failure does not recurse.
      queueMicrotask(() => this.#exchange.fail(id, sessionClosed, this.#clock.now()));
      return;
    }
    const reply = this.#endpoint.request("POST", bytes, {
      onMessage: (message, at) => this.#exchange.receive(message, at),
      onEnd: (failure, at) => {
        this.#replies.delete(id);
        if (this.#exchange.awaits(id)) void this.#fail(id, failure ?? noReply, at);
      },
    });
    this.#replies.set(id, reply);
  }

  #abandon(id: number): void {
    this.#exchange.forget(id);
    this.#replies.get(id)?.cancel();
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
    let answered = asked === undefined;
    await new Promise<void>((resolve, reject) => {
      this.#endpoint.request("POST", Buffer.from(JSON.stringify(message)), {
        onHead: (head) => this.#endpoint.keepSession(head),
        onMessage: (incoming, at) => {
          answered ||= hasId(incoming, asked);
          this.#exchange.receive(incoming, at);
        },
        onEnd: (failure) =>
          answered && !failure ? resolve() : reject(new HttpFailure(this.#explain(failure ?? noReply))),
      });
    });
    if ("method" in message && message.method === "notifications/initialized") this.#listen();
  }

  /** The stream on which a server may ask outside of a call. Most servers offer none, which is no fault. */
  #listen(): void {
    this.#serverStream = this.#endpoint.request("GET", null, {
      onMessage: (message, at) => this.#exchange.receive(message, at),
      onEnd: () => {},
    });
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
      const reply = this.#endpoint.request("DELETE", null, { onMessage: () => {}, onEnd });
    });
  }
}

function hasId(message: Buffer, id: string | number | undefined): boolean {
  try {
    return (JSON.parse(message.toString("utf8")) as { id?: unknown }).id === id;
  } catch {
    return false;
  }
}
