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

export interface Recording {
  readonly exchanges: readonly Exchange[];
  /** Addresses of the real APIs by the variables that held them; empty where another program recorded. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Time at which all of it was last compared with the API, as ISO 8601. */
  readonly recordedAt?: string | undefined;
}

/** A body in a HAR file. */
export interface StoredBody {
  readonly text?: string | undefined;
  /** `base64` where it is no text. */
  readonly encoding?: string | undefined;
  /** A file beside the recording that holds it. */
  readonly _file?: string | undefined;
}

/** Returns the first value of a header of a response. */
export function headerOf({ headers }: Pick<Exchange, "headers">, name: string): string | undefined {
  return headers.find(([one]) => one === name)?.[1];
}
