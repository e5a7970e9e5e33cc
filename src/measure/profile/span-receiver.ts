import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { readOtlp, readOtlpJson } from "../../profile/otlp.ts";
import { ProfileError } from "../../profile/profile.ts";
import type { Span } from "../../profile/spans.ts";
import { readStart } from "../../record/files/limited-read.ts";

/** An exporter sends 512 spans at a time; of more than this nobody reads the times. */
const mostBytes = 4 * 2 ** 20;
const mostSpans = 50_000;
/** Of all that is sent, unpacked: names may be as long as a message. */
const mostBytesInAll = 64 * 2 ** 20;
const mostConnections = 16;

/**
 * Listens for spans on the loopback interface, as a collector of OpenTelemetry does: OTLP over HTTP, as protobuf or JSON. Only who
 * was told its address can send some: a part of its path is made up. What is sent is as untrusted as anything a server says.
 */
export class SpanReceiver implements AsyncDisposable {
  readonly #server: Server;
  readonly #path = `/${randomUUID()}`;
  #spans: Span[] = [];
  #left = mostBytesInAll;

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", (request, response) => void this.#receive(request, response));
  }

  static async open(): Promise<SpanReceiver> {
    const server = createServer({ requestTimeout: 10_000 });
    server.maxConnections = mostConnections;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(0, "127.0.0.1", resolve);
    });
    return new SpanReceiver(server);
  }

  /** What exporters call an endpoint. */
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#path}`;
  }

  /** The spans since the last time, and forgets them. */
  take(): Span[] {
    const spans = this.#spans;
    this.#spans = [];
    this.#left = mostBytesInAll;
    return spans;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith(`${this.#path}/`)) {
      // Another program of this machine, or a page in a browser on it: nothing of it is read.
      response.writeHead(404, { connection: "close" }).end();
      return;
    }
    let status = 200;
    try {
      const spans = request.url === `${this.#path}/v1/traces` ? this.#read(await bodyOf(request)) : [];
      this.#spans.push(...spans.slice(0, Math.max(0, mostSpans - this.#spans.length)));
    } catch (error) {
      // One that is told otherwise would send it again.
      status = error instanceof ProfileError ? 400 : 413;
    }
    response.writeHead(status, { "content-type": request.headers["content-type"] ?? "application/json" });
    response.end(request.headers["content-type"]?.includes("json") ? "{}" : undefined);
  }

  /** What comes once enough was sent is passed over. */
  #read({ body, isJson }: Body): Span[] {
    this.#left -= body.length;
    if (this.#left < 0 || this.#spans.length >= mostSpans) return [];
    return isJson ? readOtlpJson(body.toString("utf8")) : readOtlp(body);
  }
}

interface Body {
  readonly body: Buffer;
  readonly isJson: boolean;
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const sent = await readStart(request, mostBytes);
  if (sent.length > mostBytes) throw new Error("it is too long");
  const isZipped = request.headers["content-encoding"] === "gzip";
  const body = isZipped ? await promisify(gunzip)(sent, { maxOutputLength: mostBytes }) : sent;
  return { body, isJson: request.headers["content-type"]?.includes("json") ?? false };
}
