import type { Clock } from "../../base/host/clock.ts";
import type { RequestHead } from "./http-request.ts";
import { NetworkMeter } from "./network-meter.ts";
import { HttpSocket, type ResponseListener, type SocketOwner, type TlsTrust } from "./socket.ts";

/** An idle connection is not used for so long before the server closes it: a request on its way would be lost. */
const graceMs = 1_000;

/**
 * One TCP connection per request in flight, opened on demand and reused. A connection is free before the end of its
 * reply is told, so a closed loop of N uses N connections, and its next request is written while the reply is delivered.
 */
export class HttpConnections implements SocketOwner {
  readonly meter: NetworkMeter;
  readonly #url: URL;
  readonly #clock: Clock;
  readonly #trust: TlsTrust | undefined;
  readonly #idle: { readonly connection: HttpSocket; readonly until: number }[] = [];
  readonly #all = new Set<HttpSocket>();

  /** `url`: any of the origin. */
  constructor(url: URL, { clock, trust }: { readonly clock: Clock; readonly trust?: TlsTrust | undefined }) {
    this.meter = new NetworkMeter(clock);
    this.#url = url;
    this.#clock = clock;
    this.#trust = trust;
  }

  /** Sends one request on a connection of its own. */
  send(head: RequestHead, { body, listener }: { body: Uint8Array | null; listener: ResponseListener }): void {
    this.meter.countRequest();
    const connection = this.#takeIdle() ?? this.#open();
    connection.send({ method: head.method, bytes: head.withBody(body) }, listener);
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.#all].map((connection) => connection.destroy()));
  }

  #takeIdle(): HttpSocket | undefined {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.until === Number.POSITIVE_INFINITY || this.#clock.now() <= idle.until) return idle.connection;
      void idle.connection.destroy();
    }
    return undefined;
  }

  #open(): HttpSocket {
    const connection = new HttpSocket(this.#url, { trust: this.#trust, owner: this });
    this.#all.add(connection);
    return connection;
  }

  onFree(connection: HttpSocket): void {
    const { keepAliveMs: kept } = connection;
    const until =
      kept === undefined ? Number.POSITIVE_INFINITY : this.#clock.now() + kept - Math.min(graceMs, kept / 2);
    this.#idle.push({ connection, until });
  }

  onClose(connection: HttpSocket): void {
    this.#all.delete(connection);
    const at = this.#idle.findIndex((idle) => idle.connection === connection);
    if (at !== -1) this.#idle.splice(at, 1);
  }
}
