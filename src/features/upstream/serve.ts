import { once } from "node:events";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import type { Writable } from "node:stream";
import type { Upstream, UpstreamResponse } from "./upstream.ts";

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
    const body = method === "GET" || method === "HEAD" ? Buffer.alloc(0) : await readBody(request);
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
    if (!response.write(part)) await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
  }
  response.end();
}
