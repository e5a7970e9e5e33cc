/** A request to an API and its response, decompressed, as a recording holds them. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  /** Type of the request's body; absent without one. */
  readonly requestType?: string | undefined;
  readonly requestBody: Buffer;
  readonly status: number;
  readonly statusText: string;
  /** Names in small letters. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Start by the calendar, as ISO 8601. */
  readonly startedAt: string;
  /** Time from the request to the first byte of the response, and from there to the last. */
  readonly waitMs: number;
  readonly receiveMs: number;
}

/** Returns the first value of a header of a response. */
export function headerOf({ headers }: Pick<Exchange, "headers">, name: string): string | undefined {
  return headers.find(([one]) => one === name)?.[1];
}
