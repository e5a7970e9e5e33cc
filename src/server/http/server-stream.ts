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
export function serverStream(endpoint: HttpEndpoint, { clock, onMessage, onRefused }: ServerStreamOptions) {
  let reply: { cancel(): void } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let useless = 0;
  let isCancelled = false;
  const stream = {
    /** State of the newest stream that the server has begun. */
    state: "none" as Deliveries["stream"],
    open: (lastEventId?: string): void => {
      const headers = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
      const from = clock.now();
      let messages = 0;
      reply = endpoint.request(
        { head: endpoint.head("GET", headers), body: null },
        {
          onHead: () => {
            stream.state = "open";
          },
          onMessage: (message, at) => {
            messages++;
            onMessage(message, at);
          },
          onEnd: ({ failure, resume }) => {
            if (isCancelled) return;
            if (stream.state === "open") stream.state = failure ? "cut" : "ended";
            // Not until its last part came: one that brought nothing may have lasted long.
            const lastedMs = clock.now() - from;
            useless = messages > 0 || lastedMs >= usefulMs ? 0 : useless + 1;
            const refused = failure !== undefined && failure.kind !== "disconnected";
            if (refused || useless >= maxUseless) onRefused();
            else stream.reopen({ ...resume, lastEventId: resume?.lastEventId ?? lastEventId });
          },
        },
      );
    },
    /** Opens the stream where another ended, after the pause the server asked for. */
    reopen: ({ lastEventId, retryMs = standardRetryMs }: ResumePoint): void => {
      timer = setTimeout(() => stream.open(lastEventId), retryMs);
    },
    cancel: (): void => {
      isCancelled = true;
      clearTimeout(timer);
      reply?.cancel();
    },
  };
  return stream;
}
