import { HttpSyntaxError, malformed, ResponseHead } from "./head.ts";

/** Longest head, and longest line about a chunk: what Node's own client accepts. */
const maxHeadBytes = 16 * 1024;

export interface ResponseSink {
  onHead(head: ResponseHead): void;
  /** A part of the body, in memory that is written over after the call. */
  onData(part: Buffer): void;
}

/** Position of the next byte in a response. */
type Place = "head" | "body" | "rest" | "chunk-size" | "chunk" | "chunk-end" | "trailer" | "end";

/** Reads the responses of one HTTP/1.1 connection one after the other, in one linear pass. */
export class ResponseReader {
  #place: Place = "end";
  #bodiless = false;
  /** Bytes left of the body or of the chunk. */
  #left = 0;
  /** Beginning of a head or line whose end has not come. */
  #text = "";
  /** Servers repeat their heads: that of the response before, and its bytes with the empty line, where they came at once. */
  head: ResponseHead | undefined;
  #headBytes: Buffer = Buffer.alloc(0);
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;
  #persistent = true;

  /** True where another request can follow once the response has ended. */
  get persistent(): boolean {
    return this.#persistent && this.head?.persistent === true;
  }

  /** True where the response is complete when the connection ends now. */
  get endsWithConnection(): boolean {
    return this.#place === "rest";
  }

  /** A response is due; one to HEAD has no body whatever its head says. */
  expect(method: string): void {
    this.#place = "head";
    this.#bodiless = method === "HEAD";
  }

  /** Reads what has come; true once the response has ended. Throws HttpSyntaxError. */
  push(chunk: Buffer, sink: ResponseSink): boolean {
    this.#chunk = chunk;
    this.#at = 0;
    while (this.#place !== "end" && this.#at < chunk.length) this.#place = this.#read(this.#place, sink);
    // Nobody has asked for more.
    if (this.#at < chunk.length) this.#persistent = false;
    return this.#place === "end";
  }

  #read(place: Place, sink: ResponseSink): Place {
    switch (place) {
      case "head":
        return this.#readHead(sink);
      case "rest":
        this.#pass(Number.POSITIVE_INFINITY, sink);
        return place;
      case "chunk-size":
        return this.#readChunkSize();
      case "chunk-end":
        return this.#readChunkEnd();
      case "trailer":
        return this.#upTo("\r\n") === "" ? "end" : "trailer";
      default:
        this.#left -= this.#pass(this.#left, sink);
        if (this.#left > 0) return place;
        return place === "chunk" ? "chunk-end" : "end";
    }
  }

  #readHead(sink: ResponseSink): Place {
    const head = this.#repeatedHead() ?? this.#newHead();
    if (!head) return "head";
    if (head.status === 101) throw new HttpSyntaxError("the server switched protocols without being asked");
    if (head.status < 200) return "head";
    sink.onHead(head);
    if (this.#bodiless || head.length === 0) return "end";
    if (head.length === "chunked") return "chunk-size";
    if (head.length === "until-close") return "rest";
    this.#left = head.length;
    return "body";
  }

  #repeatedHead(): ResponseHead | undefined {
    const [from, { length }] = [this.#at, this.#headBytes];
    const mayBe = this.head && length > 0 && this.#text === "" && this.#chunk.length - from >= length;
    if (!mayBe || this.#chunk.compare(this.#headBytes, 0, length, from, from + length) !== 0) return undefined;
    this.#at += length;
    return this.head;
  }

  /** Undefined until its end has come. */
  #newHead(): ResponseHead | undefined {
    const [from, isWhole] = [this.#at, this.#text === ""];
    const text = this.#upTo("\r\n\r\n");
    if (text === undefined) return undefined;
    this.head = new ResponseHead(text);
    this.#headBytes = isWhole ? Buffer.from(this.#chunk.subarray(from, this.#at)) : Buffer.alloc(0);
    return this.head;
  }

  #readChunkSize(): Place {
    const line = this.#upTo("\r\n");
    if (line === undefined) return "chunk-size";
    const [, digits = ""] = /^([0-9a-f]{1,12})[\t ]*(?:;.*)?$/i.exec(line) ?? malformed("size of a chunk", line);
    this.#left = Number.parseInt(digits, 16);
    return this.#left > 0 ? "chunk" : "trailer";
  }

  #readChunkEnd(): Place {
    const line = this.#upTo("\r\n");
    if (line) throw new HttpSyntaxError(`not HTTP/1.1: behind a chunk ${JSON.stringify(line.slice(0, 100))}`);
    return line === undefined ? "chunk-end" : "chunk-size";
  }

  /** Hands on at most `most` bytes of the body, and tells how many. */
  #pass(most: number, sink: ResponseSink): number {
    const end = Math.min(this.#chunk.length, this.#at + most);
    const part = this.#chunk.subarray(this.#at, end);
    this.#at = end;
    sink.onData(part);
    return part.length;
  }

  /** The text before an ending, which may come in pieces; undefined until it has come. */
  #upTo(ending: string): string | undefined {
    const before = this.#text.length;
    const from = this.#at;
    const found = before === 0 ? this.#chunk.indexOf(ending, from, "latin1") : -1;
    const stop = found === -1 ? Math.min(this.#chunk.length, from + maxHeadBytes + ending.length) : found;
    const text = this.#text + this.#chunk.toString("latin1", from, stop);
    const end = found === -1 ? text.indexOf(ending, Math.max(0, before - ending.length)) : text.length;
    if ((end === -1 ? text.length : end) > maxHeadBytes) throw new HttpSyntaxError("a head or line above 16 KiB");
    this.#text = end === -1 ? text : "";
    this.#at = end === -1 ? stop : from + end + ending.length - before;
    return end === -1 ? undefined : text.slice(0, end);
  }
}
