/** The bytes of a connection are no HTTP/1.1. */
export class HttpSyntaxError extends Error {}

const statusLine = /^HTTP\/1\.([01]) ([1-5][0-9]{2})(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const fieldLine = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)$/;

export class ResponseHead {
  readonly status: number;
  /** Length of the body in bytes, or how its end is recognised. */
  readonly length: number | "chunked" | "until-close";
  readonly persistent: boolean;
  /** Media type of the body, as far as MCP knows it. */
  readonly media: "json" | "event-stream" | "other";
  /** Time for which the server keeps the connection without requests; undefined where it does not say. */
  readonly keepAliveMs: number | undefined;
  /** Compression of the body; undefined without one. */
  readonly encoding: string | undefined;
  readonly #fields: ReadonlyMap<string, string>;

  /** Takes the lines of a head, without the empty one. Throws HttpSyntaxError. */
  constructor(text: string) {
    const [first = "", ...lines] = text.split("\r\n");
    const [, minor, status] = statusLine.exec(first) ?? malformed("status line", first);
    this.status = Number(status);
    this.#fields = readFields(lines);
    this.length = this.#bodyLength();
    this.media = mediaOf(this.header("content-type") ?? "");
    const encoding = this.header("content-encoding")?.toLowerCase();
    this.encoding = encoding === "" || encoding === "identity" ? undefined : encoding;
    const connection = this.header("connection")?.toLowerCase() ?? "";
    const listed = (option: string) => connection.split(",").some((name) => name.trim() === option);
    this.persistent = this.length !== "until-close" && !listed("close") && (minor === "1" || listed("keep-alive"));
    const [, seconds] = /\btimeout=(\d{1,6})\b/i.exec(this.header("keep-alive") ?? "") ?? [];
    this.keepAliveMs = seconds === undefined ? undefined : 1000 * Number(seconds);
  }

  /** `name`: in lower case. */
  header(name: string): string | undefined {
    return this.#fields.get(name);
  }

  /** https://www.rfc-editor.org/rfc/rfc9112#section-6.3 */
  #bodyLength(): ResponseHead["length"] {
    if (this.status < 200 || this.status === 204 || this.status === 304) return 0;
    const coding = this.header("transfer-encoding");
    if (coding !== undefined) return coding.toLowerCase() === "chunked" ? "chunked" : malformed("coding", coding);
    const length = this.header("content-length");
    if (length === undefined) return "until-close";
    const [only = "", ...others] = new Set(length.split(",").map((one) => one.trim()));
    return others.length === 0 && /^\d{1,15}$/.test(only) ? Number(only) : malformed("content-length", length);
  }
}

function mediaOf(contentType: string): ResponseHead["media"] {
  if (/^application\/json\b/i.test(contentType)) return "json";
  return /^text\/event-stream\b/i.test(contentType) ? "event-stream" : "other";
}

function readFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, field = "", value = ""] = fieldLine.exec(line) ?? malformed("header", line);
    const name = field.toLowerCase();
    const before = fields.get(name);
    fields.set(name, before === undefined ? value.trimEnd() : `${before}, ${value.trimEnd()}`);
  }
  return fields;
}

export function malformed(part: string, text: string): never {
  throw new HttpSyntaxError(`not HTTP/1.1: the ${part} ${JSON.stringify(text.slice(0, 100))}`);
}
