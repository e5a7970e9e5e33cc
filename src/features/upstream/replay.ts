import type { OutgoingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import zlib from "node:zlib";
import { type Exchange, headerOf } from "./exchange.ts";
import { delayOf } from "./latency.ts";
import { globbed, isMiss, type Matcher, type Miss } from "./matching.ts";
import {
  headerMap,
  isOfHead,
  jsonResponse,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
  type WholeResponse,
} from "./upstream.ts";
import type { UpstreamConfig } from "./upstream-schema.ts";

/** A fault that the replay has and the recording has not. */
export type Fault = UpstreamConfig["faults"][number];

/** Status for a request that the recording does not have: no API uses it, and no client tries it again. Its row is an error. */
const missStatus = 421;

const mostMisses = 20;

const nothing = () => ({ requests: 0, receivedBytes: 0, routes: new Map<string, number>() });

/** Answers the requests of one arm from a recording. */
export class Replay implements Upstream {
  readonly #matcher: Matcher;
  readonly #latency: UpstreamConfig["latency"];
  readonly #faults: readonly { readonly fault: Fault; readonly expression: RegExp }[];
  /** Number of requests in the row for each set of exchanges, and of each fault. */
  readonly #turns = new Map<unknown, number>();
  /** Requests since the arm was opened. */
  #total = 0;
  #row = "";
  #counted = nothing();
  #misses = new Map<string, Miss>();

  constructor(matcher: Matcher, { latency, faults }: Pick<UpstreamConfig, "latency" | "faults">) {
    this.#matcher = matcher;
    this.#latency = latency;
    this.#faults = faults.map((fault) => ({ fault, expression: routeExpression(fault.route) }));
  }

  /** Begins a row, whose name decides its draws: each sequence of responses starts over, and what was missed before is forgotten. */
  beginRow(name: string): void {
    this.#row = name;
    this.#turns.clear();
    this.#misses.clear();
  }

  beginCount(): void {
    this.#counted = nothing();
  }

  /** Returns the requests that were counted, those of the most frequent routes by their route, and what the recording lacks of the row. */
  seen() {
    const most = [...this.#counted.routes].sort(([, a], [, b]) => b - a).slice(0, 20);
    const misses = [...this.#misses.values()];
    return { ...this.#counted, routes: Object.fromEntries(most), total: this.#total, misses };
  }

  answer(request: UpstreamRequest): UpstreamResponse | Promise<UpstreamResponse> {
    const { method, url, headers } = request;
    this.#total++;
    this.#counted.requests++;
    const requestBody = decompressed(request.body, headers["content-encoding"]);
    const found = this.#matcher.find({ method, url, requestBody, requestType: headers["content-type"] });
    const { routes } = this.#counted;
    routes.set(found.route, (routes.get(found.route) ?? 0) + 1);
    if (isMiss(found)) {
      if (this.#misses.size < mostMisses) this.#misses.set(found.asked, found);
      const message = "mcp-bench: this request is not in the recording";
      const { asked, nearest, differs } = found;
      return jsonResponse(missStatus, { error: { message, asked, nearest, differs }, message });
    }
    const turn = this.#turn(found.exchanges);
    // Asked for more often than it was recorded, a sequence starts over: each call of a row meets the same.
    const exchange = found.exchanges[turn % found.exchanges.length];
    if (!exchange) throw new RangeError("a match without an exchange");
    const fault = this.#faultOf(request);
    const response = responseOf(exchange, { request, fault });
    this.#counted.receivedBytes += response.body.byteLength;
    const name = `${this.#row} ${found.route} ${exchange.url} ${turn}`;
    const { waitMs, receiveMs } = delayOf(this.#latency, { exchange, recordedMs: found.recordedMs, name });
    const beforeMs = waitMs + (fault?.delay ?? 0);
    const withinMs = fault?.slow_body ?? receiveMs;
    const { body, cut } = response;
    const sent = cut === "within" ? body.subarray(0, Math.floor(body.byteLength / 2)) : body;
    const timed = withinMs >= 1 ? { ...response, body: spread(sent, withinMs) } : response;
    return beforeMs > 0 ? wait(beforeMs, timed) : timed;
  }

  #turn(of: unknown): number {
    const turn = this.#turns.get(of) ?? 0;
    this.#turns.set(of, turn + 1);
    return turn;
  }

  #faultOf({ method, url }: UpstreamRequest): Fault | undefined {
    if (this.#faults.length === 0) return undefined;
    const name = `${method} ${new URL(url).pathname}`;
    return this.#faults.find((one) => one.expression.test(name) && (this.#turn(one) + 1) % one.fault.every === 0)
      ?.fault;
  }
}

function routeExpression(route: string): RegExp {
  const [, method = "*", path = "*"] = /^\s*(?:(\*|[A-Za-z]+)\s+)?(\S+)\s*$/.exec(route) ?? [];
  const word = method === "*" ? "\\S+" : method.toUpperCase();
  return new RegExp(`^${word} ${path === "*" ? ".*" : globbed(path).source.slice(1, -1)}$`);
}

function responseOf(
  exchange: Exchange,
  { request, fault }: { readonly request: UpstreamRequest; readonly fault: Fault | undefined },
): WholeResponse {
  const { status: refusal, retry_after: retryAfterMs, cut } = fault ?? {};
  if (refusal !== undefined) {
    const headers = retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1000)) };
    return jsonResponse(refusal, { error: { message: `planted by mcp-bench: ${refusal}` } }, headers);
  }
  const response = preparedFor(exchange, String(request.headers["accept-encoding"] ?? ""));
  const body = request.method === "HEAD" ? Buffer.alloc(0) : response.body;
  return { ...response, body, ...(cut && { cut }) };
}

const compressed = new WeakMap<Exchange, WholeResponse>();
const plain = new WeakMap<Exchange, WholeResponse>();

/** The response as it was compressed, for a client that takes that: compressed once. */
function preparedFor(exchange: Exchange, accepted: string): WholeResponse {
  const coding = headerOf(exchange, "content-encoding") ?? "";
  const compress = accepted.includes(coding) ? compressors[coding] : undefined;
  const prepared = compress ? compressed : plain;
  const ready = prepared.get(exchange);
  if (ready) return ready;
  const { status, method } = exchange;
  const body = compress ? compress(exchange.body) : exchange.body;
  const fits = ([name]: readonly [string, string]) =>
    (!unfit.test(name) || isOfHead(method, name)) && (name !== "content-encoding" || compress !== undefined);
  const headers: OutgoingHttpHeaders = headerMap(exchange.headers.filter(fits));
  if (status !== 204 && status !== 304 && method !== "HEAD") headers["content-length"] = body.byteLength;
  const made = { status, headers, body };
  prepared.set(exchange, made);
  return made;
}

/** Headers of the connection, of HTTP/2, and those that are set anew. */
const unfit =
  /^(:.*|connection|keep-alive|proxy-.*|transfer-encoding|te|trailer|upgrade|content-length|date|alt-svc|set-cookie|http2-settings)$/;

const compressors: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: (body) => zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
};

const decompressors: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: zlib.gunzipSync,
  "x-gzip": zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
};

/** Returns a body as it was before it was compressed; one that cannot be read stays as it is. */
export function decompressed(body: Buffer, coding: string | undefined): Buffer {
  const decompress = coding === undefined ? undefined : decompressors[coding.trim().toLowerCase()];
  if (!decompress || body.byteLength === 0) return body;
  try {
    return decompress(body);
  } catch {
    return body;
  }
}

const mostParts = 10;

async function* spread(body: Uint8Array, ms: number): AsyncGenerator<Uint8Array> {
  const parts = Math.max(1, Math.min(mostParts, body.byteLength));
  for (let part = 0; part < parts; part++) {
    await wait(ms / parts);
    yield body.subarray(
      Math.floor((part * body.byteLength) / parts),
      Math.floor(((part + 1) * body.byteLength) / parts),
    );
  }
}
