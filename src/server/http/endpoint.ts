import { noRequest } from "../protocol/exchange.ts";
import { type ConnectionOptions, HttpConnections } from "./connections.ts";
import type { ResponseHead } from "./head.ts";
import { type Authorization, lowerCased, RequestHead } from "./http-request.ts";
import { type Ending, HttpReply, type ReplySink } from "./reply.ts";

export interface EndpointOptions extends ConnectionOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization?: Authorization | undefined;
  /** Those of another session, which outlives this one; absent: connections of its own. */
  readonly connections?: HttpConnections | undefined;
  readonly maxMessageBytes?: number | undefined;
}

export interface McpSession {
  readonly sessionId?: string | undefined;
  readonly protocol?: string;
}

/** The MCP endpoint of a server: where requests go, and the headers that make them part of one session. */
export class HttpEndpoint {
  readonly connections: HttpConnections;
  readonly #url: URL;
  readonly #options: EndpointOptions;
  readonly #custom: Readonly<Record<string, string>>;
  #session: McpSession = {};
  /** Head of every POST; made anew when the session or protocol becomes known, not per request. */
  #post: RequestHead;
  #usedAt: number;

  /** Throws ConfigError for headers that cannot be sent. */
  constructor(url: URL, options: EndpointOptions) {
    this.#url = url;
    this.#options = options;
    this.#custom = lowerCased(options.headers);
    this.connections = options.connections ?? new HttpConnections(url, options);
    this.#usedAt = options.clock.now();
    this.#post = this.head("POST");
  }

  /** Absent before the handshake, and for servers that keep no sessions. */
  get sessionId(): string | undefined {
    return this.#session.sessionId;
  }

  /** Takes the session's id from the answer to `initialize`; later answers change nothing. */
  keepSession(head: ResponseHead): void {
    this.join({ sessionId: this.sessionId ?? head.header("mcp-session-id") });
  }

  /** Makes the requests from now on part of a session, or of none, and of a revision; what is not given stays. */
  join(session: McpSession): void {
    this.#session = { ...this.#session, ...session };
    this.#post = this.head("POST");
  }

  get idleMs(): number {
    return this.#options.clock.now() - this.#usedAt;
  }

  /** A POST of the session, or a request with a head of its own. `id`: for the sink, absent where it tells nothing. */
  request(
    {
      head = this.#post,
      body,
      id = noRequest,
    }: { head?: RequestHead | undefined; body: Uint8Array | null; id?: number },
    sink: ReplySink,
  ): { cancel(): void } {
    const { authorization, clock } = this.#options;
    this.#usedAt = clock.now();
    const send = (to: ReplySink) => {
      const reply = new HttpReply({ id, sink: to }, this.#options);
      this.connections.send(head, { body, listener: reply });
      return reply;
    };
    return authorization?.replace ? sendTwice(sink, { authorization, send }) : send(sink);
  }

  /** The head of a request of the session, with more headers where it needs its own. */
  head(method: string, more: Readonly<Record<string, string>> = {}): RequestHead {
    const { sessionId, protocol } = this.#session;
    const headers = {
      ...this.#custom,
      // Servers refuse a type of content where there is none.
      ...(method === "POST" ? { "content-type": "application/json" } : {}),
      accept: "application/json, text/event-stream",
      ...(sessionId === undefined ? {} : { "mcp-session-id": sessionId }),
      ...(protocol === undefined ? {} : { "mcp-protocol-version": protocol }),
      ...more,
    };
    return new RequestHead({ method, url: this.#url, headers, authorization: this.#options.authorization });
  }

  async destroy(): Promise<void> {
    if (!this.#options.connections) await this.connections.destroy();
  }
}

/** Sends a request again, once, with a new token where the server refused the first, which may have ended on the way. */
function sendTwice(
  sink: ReplySink,
  { authorization, send }: { authorization: Authorization; send: (sink: ReplySink) => HttpReply },
): { cancel(): void } {
  const { header } = authorization;
  let isCancelled = false;
  const repeat = async (ending: Ending): Promise<void> => {
    const isReplaced = (await authorization.replace?.(header)) ?? false;
    if (isReplaced && !isCancelled) reply = send(sink);
    else sink.onEnd(ending);
  };
  let reply = send({
    ...sink,
    onEnd: (ending) => {
      const { failure } = ending;
      if (failure?.kind === "http-status" && failure.status === 401) void repeat(ending);
      else sink.onEnd(ending);
    },
  });
  return {
    cancel: () => {
      isCancelled = true;
      reply.cancel();
    },
  };
}
