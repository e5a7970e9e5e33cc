import type { Dispatcher } from "undici";
import type { Clock } from "../clock.ts";
import { HttpConnections } from "./http-connections.ts";
import { HttpReply, type ReplyHead, type ReplySink } from "./http-reply.ts";

/** The MCP endpoint of a server: where requests go, and the headers that make them part of one session. */
export class HttpEndpoint {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #custom: Readonly<Record<string, string>>;
  readonly #connections: HttpConnections;
  /** Made anew when the session or protocol becomes known, not per request. */
  #headers: string[];
  #sessionId: string | undefined;
  #protocol: string | undefined;

  constructor(url: URL, { clock, headers }: { clock: Clock; headers: Readonly<Record<string, string>> }) {
    this.#path = url.pathname + url.search;
    this.#clock = clock;
    this.#custom = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    this.#connections = new HttpConnections(url.origin);
    this.#headers = this.#makeHeaders();
  }

  /** Absent before the handshake, and for servers that keep no sessions. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** Takes the session's id from the answer to `initialize`; later answers change nothing. */
  keepSession(head: ReplyHead): void {
    this.#sessionId ??= head.header("mcp-session-id");
    this.#headers = this.#makeHeaders();
  }

  keepProtocol(version: string): void {
    this.#protocol = version;
    this.#headers = this.#makeHeaders();
  }

  request(method: Dispatcher.HttpMethod, body: Uint8Array | null, sink: ReplySink): HttpReply {
    const request = { method, path: this.#path, headers: this.#headers, body };
    return this.#connections.dispatch(request, (free) => new HttpReply(sink, { clock: this.#clock, free }));
  }

  destroy(): Promise<void> {
    return this.#connections.destroy();
  }

  #makeHeaders(): string[] {
    return Object.entries({
      ...this.#custom,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(this.#sessionId === undefined ? {} : { "mcp-session-id": this.#sessionId }),
      ...(this.#protocol === undefined ? {} : { "mcp-protocol-version": this.#protocol }),
    }).flat();
  }
}
