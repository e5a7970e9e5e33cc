import type { Socket } from "node:net";
import type { Clock } from "../../base/host/clock.ts";

/** Traffic so far of the connections of one session, or of several. */
export interface NetworkUsage {
  /** Bytes of HTTP both ways, heads included. */
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** Connections that were established. */
  readonly opened: number;
  /** Connections that could not be established, and those that broke. */
  readonly failed: number;
  readonly requests: number;
  /** Time to establish each connection, TLS included; of the first 1,000. */
  readonly setupMs: readonly number[];
}

const mostSetups = 1000;

/** Watches the sockets beneath HTTP: what is read here costs nothing while requests are timed. */
export class NetworkMeter {
  readonly #clock: Clock;
  readonly #live = new Set<Socket>();
  readonly #setupMs: number[] = [];
  /** Counts all connections, but bytes only of those that are closed: `read` adds the live ones. */
  readonly #counts = { sentBytes: 0, receivedBytes: 0, opened: 0, failed: 0, requests: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  countRequest(): void {
    this.#counts.requests++;
  }

  countFailure(): void {
    this.#counts.failed++;
  }

  /** Watches a socket from before it is connected; `ready` is the event that says it is, TLS included. */
  watch(socket: Socket, ready: "connect" | "secureConnect"): void {
    const from = this.#clock.now();
    socket.once(ready, () => {
      this.#live.add(socket);
      this.#counts.opened++;
      if (this.#setupMs.length < mostSetups) this.#setupMs.push(this.#clock.now() - from);
    });
    socket.once("error", () => this.countFailure());
    socket.once("close", () => {
      if (!this.#live.delete(socket)) return;
      this.#counts.sentBytes += socket.bytesWritten;
      this.#counts.receivedBytes += socket.bytesRead;
    });
  }

  read(): NetworkUsage {
    const live = [...this.#live];
    return {
      ...this.#counts,
      sentBytes: live.reduce((sum, socket) => sum + socket.bytesWritten, this.#counts.sentBytes),
      receivedBytes: live.reduce((sum, socket) => sum + socket.bytesRead, this.#counts.receivedBytes),
      setupMs: [...this.#setupMs],
    };
  }
}
