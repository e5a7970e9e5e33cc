import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { version } from "../../base/host/version.ts";
import { type Exchange, headerOf } from "./exchange.ts";
import { exchangeKey } from "./matching.ts";
import type { StoredBody } from "./read-har.ts";

interface Recording {
  readonly exchanges: readonly Exchange[];
  /** Addresses of the real APIs by the variables that held them; empty where another program recorded. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Time at which all of it was last compared with the API, as ISO 8601. */
  readonly recordedAt?: string | undefined;
}

/** Longest body that stands in the recording itself, of text and of anything else. */
const longestWithin = { text: 4_096, bytes: 256 };

/** Files that are ours to remove once no entry names them. */
const bodyName = /^[\da-f]{16}\.[a-z]{2,4}$/;

/** Writes a recording as HAR 1.2 for reviewers: sorted, pretty-printed, large bodies in a folder beside it. All of the file or nothing. */
export function writeHar(harFile: string, { exchanges, addresses, recordedAt }: Recording): void {
  const folder = `${path.basename(harFile).replace(/\.har$/i, "")}.bodies`;
  const target = path.join(path.dirname(harFile), folder);
  const files = new Map<string, Buffer>();
  const keep = (body: Buffer, type: string): string => {
    const ending = endings.find(([form]) => form.test(type))?.[1] ?? "bin";
    const name = `${createHash("sha256").update(body).digest("hex").slice(0, 16)}.${ending}`;
    files.set(name, body);
    return `${folder}/${name}`;
  };
  // Sorted by their request, and those of the same request by time.
  const keyed = exchanges.map((exchange) => ({ exchange, key: `${exchange.url} ${exchangeKey(exchange)}` }));
  const ordered = keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  const entries = ordered.map(({ exchange }) => entryOf(exchange, keep));
  mkdirSync(files.size > 0 ? target : path.dirname(harFile), { recursive: true });
  for (const [name, body] of files) writeFileSync(path.join(target, name), body);
  const log = {
    version: "1.2",
    creator: { name: "mcp-bench", version },
    _mcpBench: { addresses, recordedAt },
    entries,
  };
  const part = `${harFile}.${process.pid}.part`;
  try {
    writeFileSync(part, `${JSON.stringify({ log }, undefined, 2)}\n`);
    renameSync(part, harFile);
  } finally {
    rmSync(part, { force: true });
  }
  if (!existsSync(target)) return;
  for (const name of readdirSync(target))
    if (bodyName.test(name) && !files.has(name)) rmSync(path.join(target, name), { force: true });
  if (files.size === 0 && readdirSync(target).length === 0) rmSync(target, { recursive: true });
}

function entryOf(exchange: Exchange, keep: (body: Buffer, type: string) => string) {
  const { method, url, requestType, requestBody, status, statusText, headers, body, startedAt, waitMs, receiveMs } =
    exchange;
  const type = headerOf(exchange, "content-type") ?? "";
  const round = (ms: number) => Math.round(ms * 10) / 10;
  const [wait, receive] = [round(waitMs), round(receiveMs)];
  const query = [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
  const mimeType = requestType ?? "";
  const { text = "", encoding, _file } = storedBody(requestBody, mimeType, keep);
  return {
    startedDateTime: startedAt,
    time: round(wait + receive),
    request: {
      method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: requestType === undefined ? [] : [{ name: "content-type", value: requestType }],
      queryString: query,
      postData: requestBody.byteLength > 0 ? { mimeType, text, _encoding: encoding, _file } : undefined,
      headersSize: -1,
      bodySize: requestBody.byteLength,
    },
    response: {
      status,
      statusText,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headers.map(([name, value]) => ({ name, value })),
      content: { size: body.byteLength, mimeType: type, ...storedBody(body, type, keep) },
      redirectURL: headerOf(exchange, "location") ?? "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait, receive },
  };
}

function storedBody(body: Buffer, type: string, keep: (body: Buffer, type: string) => string): StoredBody {
  const text = body.toString("utf8");
  const isText = Buffer.from(text, "utf8").equals(body);
  if (body.byteLength > (isText ? longestWithin.text : longestWithin.bytes)) return { _file: keep(body, type) };
  return isText ? { text } : { text: body.toString("base64"), encoding: "base64" };
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/json/i, "json"],
  [/html/i, "html"],
  [/xml/i, "xml"],
  [/^text\//i, "txt"],
];
