import type { Exchange } from "../../../src/features/upstream/exchange.ts";

export interface MadeExchange extends Partial<Omit<Exchange, "body" | "requestBody">> {
  /** Path and query at https://api.example.com, or a whole address. */
  readonly at?: string;
  /** Sent as JSON; a text, as it is. */
  readonly sent?: unknown;
  readonly body?: string;
}

/** An exchange with an API, of a `GET` that was answered with `{}` unless it says otherwise. */
export function exchangeOf({ at = "/", sent, body = "{}", ...rest }: MadeExchange = {}): Exchange {
  return {
    method: sent === undefined ? "GET" : "POST",
    url: new URL(at, "https://api.example.com").href,
    ...(sent === undefined ? {} : { requestType: "application/json" }),
    requestBody: Buffer.from(sent === undefined ? "" : typeof sent === "string" ? sent : JSON.stringify(sent)),
    status: 200,
    statusText: "OK",
    headers: [["content-type", "application/json"]],
    startedAt: "2026-03-01T10:00:00.000Z",
    waitMs: 0,
    receiveMs: 0,
    ...rest,
    body: Buffer.from(body),
  };
}
