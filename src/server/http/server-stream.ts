import type { Clock } from "../../base/host/clock.ts";
import type { Deliveries } from "../protocol/session.ts";
import type { HttpEndpoint } from "./endpoint.ts";
import type { ResumePoint } from "./sse-reader.ts";

/** Pause before a stream that ended is opened again, where the server does not say. */
const standardRetryMs = 1_000;
/** Time that a stream without messages has to last to count as useful. */
const usefulMs = 10_000;
/** Streams in a row that ended at once and brought nothing, after which the server is taken to offer none. */
const maxUseless = 3;

interface ServerStreamOptions {
  readonly clock: Clock;
  readonly onMessage: (message: Buffer, at: number) => void;
  /** The server offers no stream, or none that is of use; not called after `cancel`. */
  readonly onRefused: () => void;
}

/**
 * The stream of what a server has to say outside of a POST's own reply, by GET. It is opened again when it ends, from the
 * last event on where the server numbers them:
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export class ServerStream {
  readonly #endpoint: HttpEndpoint;
  readonly #options: ServerStreamOptions;
  #reply: { cancel(): void } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #useless = 0;
  #cancelled = false;
  /** State of the newest stream that the server has begun. */
  state: Deliveries["stream"] = "none";

  constructor(endpoint: HttpEndpoint, options: ServerStreamOptions) {
    this.#endpoint = endpoint;
    this.#options = options;
  }

  open(lastEventId?: string): void {
    const { clock, onMessage, onRefused } = this.#options;
    const headers = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
    const from = clock.now();
    let messages = 0;
    this.#reply = this.#endpoint.request(
      { head: this.#endpoint.head("GET", headers), body: null },
      {
        onHead: () => {
          this.state = "open";
        },
        onMessage: (message, at) => {
          messages++;
          onMessage(message, at);
        },
        onEnd: ({ failure, resume }) => {
          if (this.#cancelled) return;
          if (this.state === "open") this.state = failure ? "cut" : "ended";
          // Not until its last part came: one that brought nothing may have lasted long.
          const lastedMs = clock.now() - from;
          this.#useless = messages > 0 || lastedMs >= usefulMs ? 0 : this.#useless + 1;
          const refused = failure !== undefined && failure.kind !== "disconnected";
          if (refused || this.#useless >= maxUseless) onRefused();
          else this.reopen({ ...resume, lastEventId: resume?.lastEventId ?? lastEventId });
        },
      },
    );
  }

  /** Opens the stream where another ended, after the pause the server asked for. */
  reopen({ lastEventId, retryMs = standardRetryMs }: ResumePoint): void {
    this.#timer = setTimeout(() => this.open(lastEventId), retryMs);
  }

  cancel(): void {
    this.#cancelled = true;
    clearTimeout(this.#timer);
    this.#reply?.cancel();
  }
}
