import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Clock } from "../../base/host/clock.ts";
import { addressOf } from "../process/port.ts";
import { HttpSyntaxError } from "./head.ts";
import type { RequestHead } from "./http-request.ts";
import { NetworkMeter } from "./network-meter.ts";
import { ResponseReader, type ResponseSink } from "./response-reader.ts";
import type { TlsTrust } from "./tls.ts";

/** Told how one request goes: first its connection, last and once either `onEnd` or `onError`. */
export interface ResponseListener extends ResponseSink {
  onConnection(connection: HttpSocket): void;
  /** The response is complete, and the connection may have been given to another request. */
  onEnd(): void;
  onError(error: Error): void;
}

export interface ConnectionOptions {
  readonly clock: Clock;
  readonly trust?: TlsTrust;
}

/** An idle connection is not used for so long before the server closes it: a request on its way would be lost. */
const graceMs = 1_000;

/**
 * One TCP connection per request in flight, opened on demand and reused. A connection is free before the end of its
 * reply is told, so a closed loop of N uses N connections, and its next request is written while the reply is delivered.
 */
export class HttpConnections {
  readonly meter: NetworkMeter;
  readonly #url: URL;
  readonly #options: ConnectionOptions;
  readonly #idle: { readonly connection: HttpSocket; readonly until: number }[] = [];
  readonly #all = new Set<HttpSocket>();

  /** `url`: any of the origin. */
  constructor(url: URL, options: ConnectionOptions) {
    this.meter = new NetworkMeter(options.clock);
    this.#url = url;
    this.#options = options;
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
      if (idle.until === Number.POSITIVE_INFINITY || this.#options.clock.now() <= idle.until) return idle.connection;
      void idle.connection.destroy();
    }
    return undefined;
  }

  #open(): HttpSocket {
    const connection = new HttpSocket(this.#url, { trust: this.#options.trust, owner: this });
    this.#all.add(connection);
    return connection;
  }

  /** The response has ended, and the connection can take another request. */
  onFree(connection: HttpSocket): void {
    const { keepAliveMs: kept } = connection;
    const until =
      kept === undefined ? Number.POSITIVE_INFINITY : this.#options.clock.now() + kept - Math.min(graceMs, kept / 2);
    this.#idle.push({ connection, until });
  }

  onClose(connection: HttpSocket): void {
    this.#all.delete(connection);
    const at = this.#idle.findIndex((idle) => idle.connection === connection);
    if (at !== -1) this.#idle.splice(at, 1);
  }
}

/** Read into by every connection: what is read has been taken out before the event loop reads again. */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024);

/** One TCP or TLS connection of HTTP/1.1 with one request on it at a time. */
export class HttpSocket {
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #owner: HttpConnections;
  readonly #reader = new ResponseReader();
  #listener: ResponseListener | undefined;
  #error: Error | undefined;

  constructor(url: URL, { trust, owner }: { readonly trust: TlsTrust; readonly owner: HttpConnections }) {
    this.#owner = owner;
    this.#socket = connect(url, trust, (bytes) => this.#read(readBuffer.subarray(0, bytes)));
    owner.meter.watch(this.#socket, url.protocol === "https:" ? "secureConnect" : "connect");
    this.#socket.on("error", (error) => {
      this.#error ??= error;
    });
    this.#socket.on("end", () => {
      // No error tells of an end amid a request.
      if (this.#listener && !this.#reader.endsWithConnection) owner.meter.countFailure();
      this.#socket.destroy();
    });
    this.closed = new Promise((resolve) => {
      this.#socket.once("close", () => {
        resolve();
        this.#onClose();
      });
    });
  }

  get keepAliveMs(): number | undefined {
    return this.#reader.head?.keepAliveMs;
  }

  send(request: { readonly method: string; readonly bytes: Buffer }, listener: ResponseListener): void {
    this.#listener = listener;
    this.#reader.expect(request.method);
    listener.onConnection(this);
    this.#socket.write(request.bytes);
  }

  /** Gives up the request of a listener, and the connection with it; nothing, where it has ended already. */
  cancel(listener: ResponseListener): void {
    if (this.#listener === listener) this.#end(new Error("the request was given up"));
  }

  destroy(): Promise<void> {
    this.#socket.destroy();
    return this.closed;
  }

  #read(chunk: Buffer): void {
    const listener = this.#listener;
    if (!listener || this.#socket.destroyed) {
      this.#socket.destroy();
      return;
    }
    try {
      if (!this.#reader.push(chunk, listener)) return;
    } catch (error) {
      if (!(error instanceof HttpSyntaxError)) throw error;
      this.#end(error);
      return;
    }
    if (this.#listener !== listener || this.#socket.destroyed) return;
    this.#listener = undefined;
    if (this.#reader.persistent) this.#owner.onFree(this);
    else this.#socket.destroy();
    listener.onEnd();
  }

  #end(error: Error): void {
    this.#error ??= error;
    this.#socket.destroy();
  }

  #onClose(): void {
    this.#owner.onClose(this);
    const listener = this.#listener;
    this.#listener = undefined;
    if (!this.#error && this.#reader.endsWithConnection) listener?.onEnd();
    else listener?.onError(this.#error ?? new Error("other side closed"));
  }
}

function connect(url: URL, trust: TlsTrust, onRead: (bytes: number) => void) {
  const { host, port } = addressOf(url);
  const callback = (bytes: number) => {
    onRead(bytes);
    return true;
  };
  const common = { host, port, onread: { buffer: readBuffer, callback } };
  if (url.protocol !== "https:") return connectTcp({ ...common, noDelay: true });
  const name = isIP(host) === 0 ? { servername: host } : {};
  const tls = connectTls({ ...common, ...trust, ...name, ALPNProtocols: ["http/1.1"] });
  return tls.setNoDelay(true);
}
