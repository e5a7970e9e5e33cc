import { Client, type Dispatcher } from "undici";
import type { Clock } from "../clock.ts";
import { NetworkMeter } from "./network-meter.ts";

/** How the server's certificate is checked, for `https`. */
export interface TlsTrust {
  /** Certificates of authorities, PEM; absent: the system's. */
  readonly ca?: string;
  readonly rejectUnauthorized: boolean;
}

/**
 * One TCP connection per request in flight, opened on demand and reused. undici's Pool marks a connection free only
 * after the reply's callback has returned, so a closed loop of N would use up to 2 N connections and wait for the event
 * loop in between; here the connection is handed on while its reply is delivered.
 */
export class HttpConnections {
  readonly meter: NetworkMeter;
  readonly #origin: string;
  readonly #trust: TlsTrust | undefined;
  readonly #idle: Client[] = [];
  readonly #all = new Set<Client>();

  constructor(origin: string, { clock, trust }: { readonly clock: Clock; readonly trust?: TlsTrust | undefined }) {
    this.meter = new NetworkMeter(clock);
    this.#origin = origin;
    this.#trust = trust;
  }

  /** Sends one request on a connection of its own; the handler gives it back by calling `free` when it is done with it. */
  dispatch<H extends Dispatcher.DispatchHandlers>(
    request: Dispatcher.DispatchOptions,
    makeHandler: (free: () => void) => H,
  ): H {
    this.meter.countRequest();
    const client = this.#idle.pop() ?? this.#open();
    let busy = true;
    const handler = makeHandler(() => {
      if (busy) this.#idle.push(client);
      busy = false;
    });
    // `idempotent` lets undici write on the connection whose reply is just being delivered. A request is written again
    // only if that reply announced the end of the connection.
    client.dispatch({ ...request, idempotent: true }, handler);
    return handler;
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.#all].map((client) => client.destroy()));
  }

  #open(): Client {
    // Deadlines are the caller's: an undici timeout would end a slow request as a failure of the connection.
    const client = new Client(this.#origin, {
      pipelining: 2,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 600_000,
      connect: this.meter.connector(this.#trust),
    });
    this.#all.add(client);
    return client;
  }
}
