import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

/*
 * The seam between the ways in which requests of a server arrive and what answers them.
 *
 * A way (`openAddresses`, `openProxy`) listens for the requests of one arm: by a base address in a variable, or as a proxy. It turns each into an
 * `UpstreamRequest` with the address of the real API and writes the `UpstreamResponse`; `serve.ts` does both for anything with
 * the interface of `node:http`, which servers of `node:http2` have too. What answers (`Upstream`) replays a recording, or
 * forwards to the real API and records. Neither knows the other. All of it runs in a process of its own
 * (`upstream-helper.program.ts`), so that it delays neither the clock nor the load of the measuring process.
 */

export interface UpstreamRequest {
  readonly method: string;
  /** Address as the server means it, of the real API: absolute, with its query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent: not yet decompressed. */
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

/** Makes a response of our own. */
export function jsonResponse(status: number, value: object, headers: OutgoingHttpHeaders = {}): UpstreamResponse {
  const body = Buffer.from(JSON.stringify(value));
  return {
    status,
    headers: { "content-type": "application/json", "content-length": body.byteLength, ...headers },
    body,
  };
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

/**
 * Answers the requests of one arm. It waits for as long as the answer is to take. A request that a recording does not have is answered
 * with the status `missStatus`, and makes the row an error.
 */
export interface Upstream {
  readonly answer: (request: UpstreamRequest) => UpstreamResponse | Promise<UpstreamResponse>;
}

/** Status with which a replay answers what it does not have: no API uses it, and no client tries it again. */
export const missStatus = 421;

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
  /** Ports that the server may connect to. */
  readonly ports: readonly number[];
  readonly close: () => Promise<void>;
}
