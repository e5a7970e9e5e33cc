import { ConfigError } from "../../errors.ts";

const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** Headers that the connection itself sets. */
const reserved = new Set(["content-length", "transfer-encoding", "keep-alive", "upgrade", "expect"]);

export interface RequestLine {
  readonly method: string;
  readonly url: URL;
  /** Path and query; absent: those of `url`. */
  readonly path?: string;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Source of the header `Authorization`, whose value may change between requests. */
  readonly authorization?: Authorization | undefined;
}

export interface Authorization {
  readonly header: string;
  /** Replaces a token that the server refused. Resolves to false where there is no other. */
  replace?(refused: string): Promise<boolean>;
}

/** The head of an HTTP/1.1 request, serialised once for all requests that differ in nothing but their bodies. */
export class RequestHead {
  readonly method: string;
  readonly #text: string;
  /** The head with the length of the body before: those of one row mostly have one length. */
  #ready = { length: -1, authorization: "", bytes: Buffer.alloc(0) };
  readonly #authorization: Authorization | undefined;

  /** Throws ConfigError for what cannot stand in a head. */
  constructor({ method, url, path = url.pathname + url.search, headers, authorization }: RequestLine) {
    this.method = method;
    this.#authorization = authorization;
    if (!/^\/[\x21-\x7e]*$/.test(path)) throw unfit(`the path ${JSON.stringify(path)} of a request`);
    const lines = Object.entries({ host: url.host, connection: "keep-alive", ...headers }).map(headerLine);
    this.#text = `${method} ${path} HTTP/1.1\r\n${lines.join("")}`;
  }

  /** The whole request. `null`: none, which is not the same as one of no bytes. */
  withBody(body: Uint8Array | null): Buffer {
    const authorization = this.#authorization?.header ?? "";
    const own = () => (authorization === "" ? "" : headerLine(["authorization", authorization]));
    if (!body) return Buffer.from(`${this.#text}${own()}\r\n`, "latin1");
    const { length } = body;
    if (this.#ready.length !== length || this.#ready.authorization !== authorization) {
      const text = `${this.#text}${own()}content-length: ${length}\r\n\r\n`;
      this.#ready = { length, authorization, bytes: Buffer.from(text, "latin1") };
    }
    const head = this.#ready.bytes;
    const bytes = Buffer.allocUnsafe(head.length + body.length);
    bytes.set(head);
    bytes.set(body, head.length);
    return bytes;
  }
}

export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function headerLine([name, value]: readonly [string, string]): string {
  if (!token.test(name) || reserved.has(name)) throw unfit(`the header ${JSON.stringify(name)}`);
  // The value may be a secret.
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw unfit(`the value of the header ${JSON.stringify(name)}`);
  return `${name}: ${value}\r\n`;
}

function unfit(what: string): ConfigError {
  return new ConfigError(`${what} cannot be sent over HTTP`, {
    expected: "a header of your own and printable characters, percent-encoded in a path",
    fix: "correct `headers`, or the path of the request and what is filled into it",
  });
}
