import type { Dispatcher } from "undici";
import type { Clock } from "../clock.ts";
import { HttpConnections, type TlsTrust } from "./http-connections.ts";
import { HttpReply, type ReplyHead, type ReplySink } from "./http-reply.ts";
import type { NetworkUsage } from "./network-meter.ts";

export interface EndpointOptions {
  readonly clock: Clock;
  readonly headers: Readonly<Record<string, string>>;
  readonly trust?: TlsTrust | undefined;
  /** Longest message accepted, in bytes. */
  readonly maxMessageBytes?: number | undefined;
}

export interface EndpointRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly body: Uint8Array | null;
  /** Instead of the session's own: names and values in turn, from `headersWith`. */
  readonly headers?: readonly string[] | undefined;
}

/** The MCP endpoint of a server: where requests go, and the headers that make them part of one session. */
export class HttpEndpoint {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #custom: Readonly<Record<string, string>>;
  readonly #connections: HttpConnections;
  readonly #maxMessageBytes: number | undefined;
  /** Made anew when the session or protocol becomes known, not per request. */
  #headers: readonly string[];
  #sessionId: string | undefined;
  #protocol: string | undefined;

  constructor(url: URL, { clock, headers, trust, maxMessageBytes }: EndpointOptions) {
    this.#path = url.pathname + url.search;
    this.#clock = clock;
    this.#custom = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    this.#connections = new HttpConnections(url.origin, { clock, trust });
    this.#maxMessageBytes = maxMessageBytes;
    this.#headers = this.headersWith({});
  }

  /** Absent before the handshake, and for servers that keep no sessions. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** Takes the session's id from the answer to `initialize`; later answers change nothing. */
  keepSession(head: ReplyHead): void {
    this.#sessionId ??= head.header("mcp-session-id");
    this.#headers = this.headersWith({});
  }

  keepProtocol(version: string): void {
    this.#protocol = version;
    this.#headers = this.headersWith({});
  }

  request({ method, body, headers = this.#headers }: EndpointRequest, sink: ReplySink): HttpReply {
    const request = { method, path: this.#path, headers: headers as string[], body };
    const [clock, maxMessageBytes] = [this.#clock, this.#maxMessageBytes];
    return this.#connections.dispatch(request, (free) => new HttpReply(sink, { clock, free, maxMessageBytes }));
  }

  /** The headers of the session with others on top, for requests that need their own. */
  headersWith(more: Readonly<Record<string, string>>): readonly string[] {
    return Object.entries({
      ...this.#custom,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(this.#sessionId === undefined ? {} : { "mcp-session-id": this.#sessionId }),
      ...(this.#protocol === undefined ? {} : { "mcp-protocol-version": this.#protocol }),
      ...more,
    }).flat();
  }

  network(): NetworkUsage {
    return this.#connections.meter.read();
  }

  destroy(): Promise<void> {
    return this.#connections.destroy();
  }
}
