import type { Clock } from "../../base/host/clock.ts";
import { noRequest } from "../protocol/exchange.ts";
import { HttpConnections } from "./connections.ts";
import type { ResponseHead } from "./head.ts";
import { type Authorization, lowerCased, RequestHead } from "./http-request.ts";
import { type Ending, HttpReply, type ReplyOptions, type ReplySink } from "./reply.ts";
import type { TlsTrust } from "./socket.ts";

export interface EndpointOptions {
  readonly clock: Clock;
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization?: Authorization | undefined;
  readonly trust?: TlsTrust | undefined;
  /** Those of another session, which outlives this one; absent: connections of its own. */
  readonly connections?: HttpConnections | undefined;
  readonly maxMessageBytes?: number | undefined;
}

/** The MCP endpoint of a server: where requests go, and the headers that make them part of one session. */
export class HttpEndpoint {
  readonly #url: URL;
  readonly #custom: Readonly<Record<string, string>>;
  readonly #authorization: Authorization | undefined;
  readonly connections: HttpConnections;
  readonly #ownsConnections: boolean;
  readonly #replyOptions: ReplyOptions;
  /** Head of every POST; made anew when the session or protocol becomes known, not per request. */
  #post: RequestHead;
  #sessionId: string | undefined;
  #usedAt: number;
  #protocol: string | undefined;

  /** Throws ConfigError for headers that cannot be sent. */
  constructor(url: URL, { clock, headers, authorization, trust, connections, maxMessageBytes }: EndpointOptions) {
    this.#url = url;
    this.#authorization = authorization;
    this.#custom = lowerCased(headers);
    this.#ownsConnections = connections === undefined;
    this.connections = connections ?? new HttpConnections(url, { clock, trust });
    this.#replyOptions = { clock, maxMessageBytes };
    this.#usedAt = clock.now();
    this.#post = this.head("POST");
  }

  /** Absent before the handshake, and for servers that keep no sessions. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** Takes the session's id from the answer to `initialize`; later answers change nothing. */
  keepSession(head: ResponseHead): void {
    this.#sessionId ??= head.header("mcp-session-id");
    this.#post = this.head("POST");
  }

  /** Goes on without a session, until a further answer to `initialize` gives one. */
  forgetSession(): void {
    this.#sessionId = undefined;
    this.#post = this.head("POST");
  }

  get idleMs(): number {
    return this.#replyOptions.clock.now() - this.#usedAt;
  }

  /** Joins a session that was opened elsewhere. */
  resume({ sessionId, protocol }: { readonly sessionId: string | undefined; readonly protocol: string }): void {
    this.#sessionId = sessionId;
    this.keepProtocol(protocol);
  }

  keepProtocol(version: string): void {
    this.#protocol = version;
    this.#post = this.head("POST");
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
    this.#usedAt = this.#replyOptions.clock.now();
    const send = (to: ReplySink) => {
      const reply = new HttpReply({ id, sink: to }, this.#replyOptions);
      this.connections.send(head, { body, listener: reply });
      return reply;
    };
    const authorization = this.#authorization;
    return authorization?.replace ? sendTwice(sink, { authorization, send }) : send(sink);
  }

  /** The head of a request of the session, with more headers where it needs its own. */
  head(method: string, more: Readonly<Record<string, string>> = {}): RequestHead {
    const headers = {
      ...this.#custom,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(this.#sessionId === undefined ? {} : { "mcp-session-id": this.#sessionId }),
      ...(this.#protocol === undefined ? {} : { "mcp-protocol-version": this.#protocol }),
      ...more,
    };
    return new RequestHead({ method, url: this.#url, headers, authorization: this.#authorization });
  }

  async destroy(): Promise<void> {
    if (this.#ownsConnections) await this.connections.destroy();
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
