import { once } from "node:events";
import {
  createServer,
  type Server as HttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import type { Http2ServerRequest } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import type { Writable } from "node:stream";
import { drained } from "../../base/host/drained.ts";

/*
 * The seam between the ways in which requests of one arm arrive, by a base address in a variable (`openAddresses`) or by a
 * proxy (`openProxy`), and what answers them (`Upstream`): a replay, or the real API, which is recorded. Neither knows the
 * other. All of it runs in a process of its own (`upstream-helper.program.ts`), so that it delays neither the clock nor the
 * load of the measuring process.
 */

export interface UpstreamRequest {
  readonly method: string;
  /** Address as the server means it, of the real API: absolute, with its query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it was sent: not yet decompressed. */
  readonly body: Buffer;
}

export interface UpstreamResponse {
  readonly status: number;
  /** Without those that belong to the connection, such as `connection` and `transfer-encoding`. */
  readonly headers: OutgoingHttpHeaders;
  /** Whole, or as it arrives: each part is written at once. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
  /** Cuts the connection instead: before the first byte, or after half of the body. */
  readonly cut?: "before" | "within";
}

/** Answers the requests of one arm. It waits for as long as the answer is to take. */
export interface Upstream {
  readonly answer: (request: UpstreamRequest) => UpstreamResponse | Promise<UpstreamResponse>;
}

export interface WayOptions {
  readonly upstream: Upstream;
  /** Addresses of the real APIs, by the variable that holds each; empty: only a proxy can lead the server to them. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Folder for files that the server has to read, such as certificates; removed at the end. */
  readonly folder: string;
  /** Takes note of what went wrong outside of a request, such as a client that does not trust the certificate. */
  readonly complain: (message: string) => void;
}

export interface OpenWay {
  /** Variables that lead a server here, to be added to those of its launch. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Opens plain HTTP at addresses of this machine, which variables name in place of the real ones: no certificates. */
export async function openAddresses({ upstream, addresses }: WayOptions): Promise<OpenWay> {
  const servers: HttpServer[] = [];
  const env: Record<string, string> = {};
  for (const [name, address] of Object.entries(addresses)) {
    const real = new URL(address);
    const server = createServer((request, response) => {
      void serve(upstream, `${real.origin}${request.url ?? "/"}`, { request, response });
    });
    // A server may keep a connection for as long as it lives, and be idle meanwhile.
    server.keepAliveTimeout = 0;
    server.requestTimeout = 0;
    const port = await listenLocally(server);
    servers.push(server);
    const path = real.pathname === "/" && !address.endsWith("/") ? "" : real.pathname;
    env[name] = `http://127.0.0.1:${port}${path}`;
  }
  return {
    env,
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

/** Longest body of a request. */
const mostBytes = 64 * 2 ** 20;

/** The part of a response that `node:http` and `node:http2` have alike. */
interface Outgoing extends Writable {
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown;
}

/** Listens on a free port of this machine and returns it. */
export async function listenLocally(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** Answers one request of a server. `url`: its address at the real API. Settles when the response is written or cut. */
export async function serve(
  upstream: Upstream,
  url: string,
  { request, response }: { readonly request: IncomingMessage | Http2ServerRequest; readonly response: Outgoing },
): Promise<void> {
  try {
    const { method = "GET", headers } = request;
    const isAnnounced = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
    const isEmpty = method === "HEAD" || (method === "GET" && !isAnnounced);
    const body = isEmpty ? Buffer.alloc(0) : await readBody(request);
    const answer = upstream.answer({ method, url, headers, body });
    await write(answer instanceof Promise ? await answer : answer, response);
  } catch {
    response.destroy();
  }
}

async function readBody(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new RangeError("the body is too long");
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

async function write({ status, headers, body, cut }: UpstreamResponse, response: Outgoing): Promise<void> {
  if (cut === "before") {
    response.destroy();
    return;
  }
  response.writeHead(status, headers);
  if (body instanceof Uint8Array) {
    if (cut === undefined) response.end(body);
    else response.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => response.destroy());
    return;
  }
  for await (const part of body) {
    if (response.destroyed) return;
    // A part that is to arrive before the cut is sent first.
    if (cut !== undefined) await new Promise<void>((resolve) => response.write(part, () => resolve()));
    else if (!response.write(part)) await drained(response);
  }
  if (cut === undefined) response.end();
  else response.destroy();
}

export type WholeResponse = UpstreamResponse & { readonly body: Buffer };

/** Makes a response of our own. */
export function jsonResponse(status: number, value: object, headers: OutgoingHttpHeaders = {}): WholeResponse {
  const body = Buffer.from(JSON.stringify(value));
  return {
    status,
    headers: { "content-type": "application/json", "content-length": body.byteLength, ...headers },
    body,
  };
}

/** Tests for the length that a response to HEAD would have: what is asked for, and not of its own empty body. */
export function isOfHead(method: string, header: string): boolean {
  return method === "HEAD" && header === "content-length";
}

/** Gathers the values of headers of the same name. */
export function headerMap(pairs: Iterable<readonly [name: string, value: string]>): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of pairs) {
    const earlier = headers[name];
    headers[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return headers;
}
