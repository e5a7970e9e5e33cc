import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { addressOf } from "../process/port.ts";
import { HttpSyntaxError } from "./head.ts";
import type { NetworkMeter } from "./network-meter.ts";
import { ResponseReader, type ResponseSink } from "./response-reader.ts";

/** Checks of the server's certificate, for `https`. */
export interface TlsTrust {
  /** Certificates of authorities, PEM; absent: the system's. */
  readonly ca?: string;
  readonly rejectUnauthorized: boolean;
}

/** Told how one request goes: first its connection, last and once either `onEnd` or `onError`. */
export interface ResponseListener extends ResponseSink {
  onConnection(connection: HttpSocket): void;
  /** The response is complete, and the connection may have been given to another request. */
  onEnd(): void;
  onError(error: Error): void;
}

export interface SocketOwner {
  readonly meter: NetworkMeter;
  /** The response has ended, and the connection can take another request. */
  onFree(connection: HttpSocket): void;
  onClose(connection: HttpSocket): void;
}

/** Read into by every connection: what is read has been taken out before the event loop reads again. */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024);

/** One TCP or TLS connection of HTTP/1.1 with one request on it at a time. */
export class HttpSocket {
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #owner: SocketOwner;
  readonly #reader = new ResponseReader();
  #listener: ResponseListener | undefined;
  #error: Error | undefined;

  constructor(url: URL, { trust, owner }: { readonly trust?: TlsTrust | undefined; readonly owner: SocketOwner }) {
    this.#owner = owner;
    this.#socket = connect(url, trust, (bytes) => this.#read(readBuffer.subarray(0, bytes)));
    owner.meter.watch(this.#socket, url.protocol === "https:" ? "secureConnect" : "connect");
    this.#socket.on("error", (error) => {
      this.#error ??= error;
    });
    this.#socket.on("end", () => this.#socket.destroy());
    this.closed = new Promise((resolve) => {
      this.#socket.once("close", () => {
        resolve();
        this.#onClose();
      });
    });
  }

  /** Time for which the server keeps the connection while idle. */
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

function connect(url: URL, trust: TlsTrust | undefined, onRead: (bytes: number) => void) {
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
