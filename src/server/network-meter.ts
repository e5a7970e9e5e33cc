import type { Socket } from "node:net";
import { buildConnector } from "undici";
import type { Clock } from "../clock.ts";
import type { TlsTrust } from "./http-connections.ts";

/** What the connections of one session, or of several, have carried so far. */
export interface NetworkUsage {
  /** Bytes of HTTP both ways, heads included. */
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** Connections that were established. */
  readonly opened: number;
  /** Connections that could not be established, and those that broke. */
  readonly failed: number;
  readonly requests: number;
  /** How long each connection took to be established, TLS included; of the first 1,000. */
  readonly setupMs: readonly number[];
}

const mostSetups = 1000;

/** Watches the sockets beneath HTTP: what is read here costs nothing while requests are timed. */
export class NetworkMeter {
  readonly #clock: Clock;
  readonly #live = new Set<Socket>();
  readonly #setupMs: number[] = [];
  #sentBytes = 0;
  #receivedBytes = 0;
  #opened = 0;
  #failed = 0;
  #requests = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  countRequest(): void {
    this.#requests++;
  }

  /** Opens sockets as undici does by itself, and watches them. */
  connector(trust: TlsTrust | undefined): buildConnector.connector {
    const connect = buildConnector({ ...trust });
    return (options, callback) => {
      const from = this.#clock.now();
      connect(options, (...result: Parameters<typeof callback>) => {
        const [, socket] = result;
        if (socket) this.#watch(socket, this.#clock.now() - from);
        else this.#failed++;
        callback(...result);
      });
    };
  }

  read(): NetworkUsage {
    const live = [...this.#live];
    return {
      sentBytes: live.reduce((sum, socket) => sum + socket.bytesWritten, this.#sentBytes),
      receivedBytes: live.reduce((sum, socket) => sum + socket.bytesRead, this.#receivedBytes),
      opened: this.#opened,
      failed: this.#failed,
      requests: this.#requests,
      setupMs: [...this.#setupMs],
    };
  }

  #watch(socket: Socket, setupMs: number): void {
    this.#opened++;
    if (this.#setupMs.length < mostSetups) this.#setupMs.push(setupMs);
    this.#live.add(socket);
    socket.once("error", (error) => {
      if (isBreak(error)) this.#failed++;
    });
    socket.once("close", () => {
      this.#live.delete(socket);
      this.#sentBytes += socket.bytesWritten;
      this.#receivedBytes += socket.bytesRead;
    });
  }
}

/** Errors of the system's; undici's own are ends that somebody wanted, or an idle connection that the server closed. */
function isBreak(error: Error): boolean {
  return "code" in error && !String(error.code).startsWith("UND_");
}
