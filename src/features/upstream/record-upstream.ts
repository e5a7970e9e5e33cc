import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { type Exchange, headerOf } from "./exchange.ts";
import { decompressed } from "./replay.ts";
import {
  headerMap,
  isOfHead,
  jsonResponse,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
} from "./upstream.ts";

/** Longest body of a response that is recorded. */
const mostBytes = 64 * 2 ** 20;

/** Headers that belong to the connection to us. */
const ofConnection =
  /^(:.*|host|connection|keep-alive|proxy-.*|transfer-encoding|te|trailer|upgrade|content-length|expect|http2-settings)$/i;

/** Forwards the requests of one arm to the real API, and keeps what was asked and answered. */
export class RecordUpstream implements Upstream {
  /** Those that are complete, with the row in which they began; before the first it is empty. */
  readonly recorded: { readonly row: string; readonly exchange: Exchange }[] = [];
  readonly #complain: (message: string) => void;
  #row = "";

  constructor(complain: (message: string) => void) {
    this.#complain = complain;
  }

  beginRow(name: string): void {
    this.#row = name;
  }

  async answer(asked: UpstreamRequest): Promise<UpstreamResponse> {
    const row = this.#row;
    const startedAt = new Date().toISOString();
    const from = performance.now();
    let response: IncomingMessage;
    try {
      response = await send(asked);
    } catch (error) {
      this.#complain(`${asked.method} ${new URL(asked.url).origin} was not answered: ${(error as Error).message}`);
      return jsonResponse(502, { error: { message: "mcp-bench: the API was not reached" } });
    }
    const waitMs = performance.now() - from;
    const { statusCode: status = 502, statusMessage: statusText = "", rawHeaders } = response;
    const pairs = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ""] as const] : [],
    );
    const headers = pairs.filter(([name]) => !ofConnection.test(name) || isOfHead(asked.method, name));
    const keep = (body: Buffer) => {
      const exchange: Exchange = {
        method: asked.method,
        url: asked.url,
        requestType: asked.headers["content-type"],
        requestBody: decompressed(asked.body, asked.headers["content-encoding"]),
        status,
        statusText,
        headers,
        body: decompressed(body, headerOf({ headers }, "content-encoding")),
        startedAt,
        waitMs,
        receiveMs: performance.now() - from - waitMs,
      };
      this.recorded.push({ row, exchange });
    };
    return { status, headers: headerMap(headers), body: kept(response, keep) };
  }
}

const codings = ["gzip", "br"];

function send({ method, url, headers, body }: UpstreamRequest): Promise<IncomingMessage> {
  const own: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) if (!ofConnection.test(name)) own[name] = value;
  if (body.byteLength > 0) own["content-length"] = body.byteLength;
  // Only codings that can be decoded are asked for, of those that the server knows.
  const asked = String(own["accept-encoding"] ?? "");
  if (asked !== "") own["accept-encoding"] = codings.filter((one) => asked.includes(one)).join(", ") || "identity";
  const request = url.startsWith("https:") ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(url, { method, headers: own }, resolve).once("error", reject).end(body);
  });
}

/** Passes a body on as it arrives, and keeps it once it is whole. */
async function* kept(response: IncomingMessage, keep: (body: Buffer) => void): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes <= mostBytes) chunks.push(chunk);
    yield chunk;
  }
  if (response.complete && bytes <= mostBytes) keep(Buffer.concat(chunks));
}
