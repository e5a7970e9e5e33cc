import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import { createServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { callbackify } from "node:util";
import { messageOf } from "../../../errors.ts";
import { listenLocally, type OpenWay, serve, type Upstream, type WayOptions } from "../upstream.ts";
import { type Authority, makeAuthority, remembered } from "./authority.ts";
import { proxyEnvironment } from "./environment.ts";

/** First byte of a TLS connection: the type of a record that holds a handshake. */
const handshake = 0x16;

const mostHeaderBytes = 64 * 1024;

/** Hosts that clients gave the proxy before they spoke to it. */
const hosts = new WeakMap<Duplex, string>();

type Requested = IncomingMessage | Http2ServerRequest;
type Responding = ServerResponse | Http2ServerResponse;

/**
 * A forward proxy on this machine that answers everything itself. It takes requests with a whole address, tunnels (CONNECT)
 * with TLS or plain HTTP in them, and connections that clients meant for somewhere else and that a preload led here: TLS names
 * its host.
 */
class UpstreamProxy {
  /** Takes all connections. */
  readonly entrance = createServer((socket) => this.#sort(socket));
  readonly #options: WayOptions;
  readonly #authority: Authority;
  readonly #plain: Server;
  /** Returns the TLS server of one host, which shows the name that the client asks for, or else that of the host. */
  readonly #secureServer = remembered((host) => this.#makeSecureServer(host));
  readonly #sockets = new Set<Socket>();

  constructor(options: WayOptions, authority: Authority) {
    this.#options = options;
    this.#authority = authority;
    this.#plain = createHttpServer({ maxHeaderSize: mostHeaderBytes, keepAliveTimeout: 0, requestTimeout: 0 });
    this.#plain
      .on("request", (request, response) => this.#answer(request, response, "http"))
      .on("connect", (request, socket, head) => this.#tunnel(request, socket, head))
      .on("upgrade", (request, socket) => this.#refuseUpgrade(request, socket))
      .on("clientError", (_error, socket) => socket.destroy());
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.entrance.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #sort(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.setNoDelay(true);
    this.#dispatch(socket);
  }

  /** Hands a connection to the server of TLS or of plain HTTP, by its first byte. */
  #dispatch(socket: Socket): void {
    const leave = () => socket.destroy();
    const sort = () => {
      const chunk: Buffer | null = socket.read();
      if (chunk === null) return;
      socket.off("readable", sort).off("end", leave);
      socket.unshift(chunk);
      if (chunk[0] !== handshake) this.#plain.emit("connection", socket);
      else
        this.#secureServer(hosts.get(socket) ?? "localhost").then(
          (server) => server.emit("connection", socket),
          (error: unknown) => {
            this.#options.complain(`no certificate could be made: ${messageOf(error)}`);
            socket.destroy();
          },
        );
    };
    socket.on("readable", sort).once("end", leave);
  }

  #tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { url: destination = "" } = request;
    hosts.set(socket, destination.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1"));
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.byteLength > 0) socket.unshift(head);
    this.#dispatch(socket as Socket);
  }

  async #makeSecureServer(host: string): Promise<Http2SecureServer> {
    const server = createSecureServer({
      ...(await this.#authority.identity(host)),
      allowHTTP1: true,
      SNICallback: callbackify(this.#authority.context),
      // Otherwise a client that sends much waits for permission time and again.
      settings: { initialWindowSize: 2 ** 20, maxHeaderListSize: mostHeaderBytes },
    });
    return server
      .on("request", (request, response) => this.#answer(request, response, "https"))
      .on("upgrade", (request: IncomingMessage, socket: Duplex) => this.#refuseUpgrade(request, socket))
      .on("sessionError", () => {})
      .on("clientError", (_error: Error, socket: Duplex) => socket.destroy())
      .on("tlsClientError", (error: Error, { servername }: { servername?: string | false }) => {
        const code = "code" in error ? String(error.code) : "";
        // A client that closes an idle connection of its pool says nothing about certificates.
        if (code !== "ECONNRESET" && !/ALERT|CERT/.test(code)) return;
        this.#options.complain(
          `a client did not trust the certificate for ${servername || host}: it pins one, or has root certificates of its own`,
        );
      });
  }

  #answer(request: Requested, response: Responding, scheme: "http" | "https"): void {
    const url = addressOf(request, scheme);
    if (url === undefined) {
      response.statusCode = 400;
      (response as ServerResponse).end("mcp-bench: the request names no host\n");
      return;
    }
    const { upstream } = this.#options;
    // HTTP/2 gets the same headers as HTTP/1.1.
    const answer: Upstream["answer"] = (asked) => {
      const headers = Object.entries(asked.headers).filter(([name]) => !name.startsWith(":"));
      return upstream.answer({ ...asked, headers: { host: new URL(url).host, ...Object.fromEntries(headers) } });
    };
    void serve({ answer }, url, { request, response });
  }

  #refuseUpgrade(request: IncomingMessage, socket: Duplex): void {
    const kind = request.headers.upgrade ?? "another protocol";
    const host = request.headers.host ?? "";
    this.#options.complain(`${host} was asked for ${kind}: only HTTP can be recorded and replayed`);
    const body = "mcp-bench: only HTTP can be recorded and replayed\n";
    socket.end(
      `HTTP/1.1 501 Not Implemented\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
}

/** Returns the whole address of a request; undefined where it names no host. */
function addressOf(request: Requested, scheme: "http" | "https"): string | undefined {
  const { url = "/", headers } = request;
  if (/^https?:\/\//i.test(url)) return url;
  const { ":authority": named } = headers as Readonly<Record<string, string | undefined>>;
  const authority = named ?? headers.host;
  if (!authority) return undefined;
  const host = authority.replace(scheme === "https" ? /:443$/ : /:80$/, "");
  const address = `${scheme}://${host}${url.startsWith("/") ? url : `/${url}`}`;
  return URL.canParse(address) ? address : undefined;
}

/** Opens a proxy that servers are led to by their environment, with a certificate authority of its own for HTTPS. */
export async function openProxy(options: WayOptions): Promise<OpenWay> {
  const authority = await makeAuthority();
  const proxy = new UpstreamProxy(options, authority);
  const port = await listenLocally(proxy.entrance);
  try {
    const env = await proxyEnvironment(authority, { port, folder: options.folder });
    return { env, close: () => proxy.close() };
  } catch (error) {
    await proxy.close();
    throw error;
  }
}
