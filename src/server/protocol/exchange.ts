import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isMap, type JsonObject } from "../../base/json.ts";
import { deepestMessage, flawOfMessage, parseMessage } from "../../base/json-depth.ts";
import { replyId } from "./reply-id.ts";
import type { EncodeOptions, Frame, Hearer, ReplyListener, RequestIds, WireFailure } from "./session.ts";

/** The SDK's client counts its ids from 0; the wire's start where it will never get. */
const firstWireId = 1_000_000_000;

/** Method of the notification that a resource changed. */
export const resourceUpdated = "notifications/resources/updated";

/** Id that no request of the wire has. */
export const noRequest = -1;

/** Result of all requests once we have closed the session. */
export const sessionClosed: WireFailure = { kind: "disconnected", message: "the session was closed" };

export const noReply: WireFailure = {
  kind: "malformed",
  message: "the server's HTTP response held no reply to the request",
};

/** Result of a request whose id the server changes into a text: clients would wait for ever. */
const wrongIdType: WireFailure = {
  kind: "malformed",
  message: "the id of the reply is no number, as that of the request is",
};

/** A message of the SDK's client that the server refused or did not answer. */
export class HttpFailure extends Error {
  readonly failure: WireFailure;

  constructor(failure: WireFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Beyond so many requests that were given up, replies to further ones are not told apart from repeated ones. */
const mostGivenUp = 10_000;

const maxSamples = 3;
const maxSampleLength = 200;

interface Request extends EncodeOptions {
  readonly method: string;
  readonly params?: JsonObject | undefined;
}

/** Requests that wait for replies on one connection, and the way of each incoming frame. */
export class Exchange {
  readonly ids: RequestIds = { next: firstWireId };
  repeated = 0;
  readonly #waiting = new Map<number, ReplyListener>();
  readonly #deliver: (message: JSONRPCMessage) => void;
  readonly #hearers = new Set<Hearer>();
  #meta: JsonObject | undefined;
  #latest: { readonly method: string; readonly params: JsonObject | undefined; withId(id: number): Buffer } | undefined;
  #lastSent = noRequest;
  readonly #faults = { unknown: 0, foreign: 0, strayProgress: 0, strayUpdates: 0, notJson: 0, refused: 0 };
  /** Requests that were given up, and when. */
  readonly #givenUp = new Map<number, number>();
  readonly #late = { replies: 0, mostMs: 0 };
  /** Reason why the first message that was refused is not parsed. */
  #flaw: string | undefined;
  readonly #samples: string[] = [];

  /** `deliver` gets every message that is not a reply to the wire: those are the SDK client's. */
  constructor(deliver: (message: JSONRPCMessage) => void) {
    this.#deliver = deliver;
  }

  hear(hearer: Hearer): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  /** Every request encoded from now on carries `meta`; what a request says itself under the same name stands. */
  stamp(meta: JsonObject): void {
    this.#meta = meta;
    this.#latest = undefined;
  }

  /**
   * Serialises a request; `ending` is what the transport puts behind each frame. One with the very same parameters as the
   * one before is copied from it: they must not be changed after they were given.
   */
  encode({ method, params, progress }: Request, ending: string): Frame {
    const id = this.ids.next++;
    if (progress) {
      const { _meta, ...own } = withMeta(params, { ...this.#meta });
      const whole = { ...own, _meta: { ...(_meta as JsonObject), progressToken: id } };
      return { id, bytes: Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, method, params: whole }) + ending) };
    }
    if (this.#latest?.method !== method || this.#latest.params !== params) {
      const whole = this.#meta ? withMeta(params, this.#meta) : params;
      const text = JSON.stringify({ jsonrpc: "2.0", id, method, params: whole }) + ending;
      this.#latest = { method, params, withId: frameTemplate(text, id) };
    }
    return { id, bytes: this.#latest.withId(id) };
  }

  /** The request leaves now: what has come before is no reply to it. */
  expect(id: number, listener: ReplyListener): void {
    if (id > this.#lastSent) this.#lastSent = id;
    this.#waiting.set(id, listener);
  }

  awaits(id: number): boolean {
    return this.#waiting.has(id);
  }

  /** Gives a request up. False where no caller waits for its reply any more. */
  forget(id: number, at: number): boolean {
    const waited = this.#waiting.delete(id);
    if (waited && this.#givenUp.size < mostGivenUp) this.#givenUp.set(id, at);
    return waited;
  }

  /** Tells a server that the reply to a request is no longer waited for, so that it can end its work on it. */
  cancellation(requestId: number, ending: string): Buffer {
    const params = { requestId, reason: "no reply within the time limit" };
    return Buffer.from(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params }) + ending);
  }

  /** Routes a frame by its id; only those of others are parsed. `request`: the only one it may answer, if known. */
  receive(frame: Buffer, at: number, request?: number): void {
    if (frame.length === 0) return;
    const id = replyId(frame) ?? noRequest;
    if (id >= firstWireId) this.#settle(id, frame, at, request);
    else this.#receiveParsed(frame, at, request);
  }

  fail(id: number, failure: WireFailure, at: number): void {
    const listener = this.#waiting.get(id);
    if (!listener) return;
    this.#waiting.delete(id);
    listener.onFailure(id, failure, at);
  }

  failAll(failure: WireFailure, at: number): void {
    for (const id of [...this.#waiting.keys()]) this.fail(id, failure, at);
  }

  /** Describes faults of the server that were tolerated. Holds untrusted text. */
  warnings(): string[] {
    const messages = (n: number) => `${n} message${n === 1 ? "" : "s"}`;
    const replies = (n: number) => `${n} ${n === 1 ? "reply" : "replies"}`;
    const notifications = (n: number) => `${n} notification${n === 1 ? "" : "s"}`;
    const { replies: late, mostMs } = this.#late;
    const { unknown, foreign, strayProgress, strayUpdates, notJson, refused } = this.#faults;
    const warnings: readonly (readonly [number, string])[] = [
      [
        notJson,
        `the server sent ${messages(notJson)} that ${notJson === 1 ? "is" : "are"} not JSON-RPC ` +
          `(over stdio, logs belong on stderr): ${this.#samples.map((sample) => JSON.stringify(sample)).join(", ")}`,
      ],
      [refused, `${messages(refused)} ${this.#flaw}, passed over`],
      [unknown, `${replies(unknown)} to requests never made`],
      [foreign, `${replies(foreign)} with an id that was never sent`],
      [this.repeated, `${replies(this.repeated)} to requests already answered`],
      [late, `${replies(late)} came up to ${mostMs.toFixed(0)} ms after cancellation, which the server ignores`],
      [strayProgress, `${notifications(strayProgress)} of progress for no unanswered request that asked for it`],
      [
        strayUpdates,
        `${notifications(strayUpdates)} of an updated resource came while no call was waiting: ` +
          "update_latency may include unrelated changes",
      ],
    ];
    return warnings.filter(([faults]) => faults > 0).map(([, text]) => text);
  }

  #receiveParsed(frame: Buffer, at: number, request: number | undefined): void {
    const first = firstByte(frame);
    if (first === undefined) return;
    // A server that logs on stdout may write millions of lines: only what can be a message is worth parsing.
    const message = first === openingBrace ? parseMessage(frame.toString("utf8")) : undefined;
    if (!isMap(message)) this.#noteGarbage(frame);
    else if (isReply(message) && typeof message.id === "number" && message.id >= firstWireId)
      this.#settle(message.id, frame, at, request);
    else if (isReply(message)) {
      if (isForeign(message.id)) {
        this.#faults.foreign++;
        this.fail(Number(message.id), wrongIdType, at);
      }
      this.#deliver(understandable(message) as JSONRPCMessage);
    } else if (message.method === "notifications/progress") this.#noteProgress(message.params, at, request);
    else if ("method" in message) {
      if (!("id" in message)) this.#tell(message, at);
      // The SDK's client acts on no other notification.
      if ("id" in message || message.method === "notifications/cancelled")
        this.#deliver(message as unknown as JSONRPCMessage);
    } else this.#noteGarbage(frame);
  }

  #settle(id: number, frame: Buffer, at: number, request = id): void {
    const listener = request === id ? this.#waiting.get(id) : undefined;
    if (!listener) {
      const givenUpAt = this.#givenUp.get(id);
      if (request === id && givenUpAt !== undefined) {
        this.#givenUp.delete(id);
        this.#late.replies++;
        this.#late.mostMs = Math.max(this.#late.mostMs, at - givenUpAt);
      } else if (request === id && id <= this.#lastSent) this.repeated++;
      else this.#faults.unknown++;
      return;
    }
    this.#waiting.delete(id);
    listener.onReply(id, frame, at);
  }

  /** On a stream that belongs to one request, progress is of that request. */
  #noteProgress(params: unknown, at: number, request = noRequest): void {
    const token = isMap(params) ? params.progressToken : undefined;
    const isOwn = typeof token === "number" && (request === noRequest || request === token);
    const listener = isOwn ? this.#waiting.get(token) : undefined;
    if (isOwn && listener?.onProgress) listener.onProgress(token, at);
    else this.#faults.strayProgress++;
  }

  #tell({ method, params }: Readonly<Record<string, unknown>>, at: number): void {
    if (this.#hearers.size === 0 || typeof method !== "string") return;
    const told = { method, params: isMap(params) ? params : {}, at };
    const takers = [...this.#hearers].filter((hearer) => hearer(told));
    if (takers.length === 0 && method === resourceUpdated) this.#faults.strayUpdates++;
  }

  #noteGarbage(frame: Buffer): void {
    const flaw = frame.length > deepestMessage ? flawOfMessage(frame.toString("utf8")) : undefined;
    if (flaw !== undefined) {
      this.#faults.refused++;
      this.#flaw ??= flaw;
      return;
    }
    this.#faults.notJson++;
    if (this.#samples.length >= maxSamples) return;
    this.#samples.push(frame.toString("utf8", 0, 4 * maxSampleLength).slice(0, maxSampleLength));
  }
}

const openingBrace = 0x7b;
const invalidRequest = -32600;

/** The first that is no white space of JSON. */
function firstByte(frame: Buffer): number | undefined {
  return frame.find((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x0a);
}

/** A reply that the SDK's client would pass over in silence, as the error that says what is wrong with it. */
function understandable(reply: Readonly<Record<string, unknown>>): object {
  const flaw = flawOf(reply);
  const { id, result } = reply;
  if (flaw !== undefined) return { jsonrpc: "2.0", id, error: { code: invalidRequest, message: `the reply ${flaw}` } };
  const capabilities = isMap(result) && isMap(result.capabilities) ? result.capabilities : {};
  // Servers in PHP write an empty map as a list.
  const lists = ["logging", "completions"].filter((name) => Array.isArray(capabilities[name]));
  Object.assign(capabilities, Object.fromEntries(lists.map((name) => [name, {}])));
  return reply;
}

function flawOf({ jsonrpc, result, error }: Readonly<Record<string, unknown>>): string | undefined {
  if (jsonrpc !== "2.0") return `is no JSON-RPC 2.0: it has no "jsonrpc": "2.0"`;
  if (result === undefined && error === undefined) return "has neither a result nor an error";
  if (result !== undefined && error !== undefined) return "has a result and an error";
  if (error === undefined) return isMap(result) ? undefined : "has a result that is no object";
  const isError = isMap(error) && Number.isInteger(error.code) && typeof error.message === "string";
  return isError ? undefined : "has an error without a whole number as `code` or a text as `message`";
}

function withMeta(params: JsonObject | undefined, meta: JsonObject): JsonObject {
  const own = params?._meta;
  return { ...params, _meta: isMap(own) ? { ...meta, ...own } : meta };
}

/** Also one without a result or an error, which is malformed, and one with keys that no reply has. */
function isReply(message: Readonly<Record<string, unknown>>): boolean {
  return "result" in message || "error" in message || ("id" in message && !("method" in message));
}

/** Recognises ids that this client never sends: the wire's are numbers, the client's numbers or texts with a name. */
function isForeign(id: unknown): boolean {
  return typeof id === "string" ? Number(id) >= firstWireId : typeof id !== "number";
}

/**
 * Serialises requests by copying one under other ids, each in memory of its own. All ids have as many digits as the
 * first, which stands right behind the first `"id":` of the text.
 */
export function frameTemplate(text: string, first: number): (id: number) => Buffer {
  const whole = Buffer.from(text);
  const start = whole.indexOf('"id":') + '"id":'.length;
  const end = start + String(first).length;
  return (id) => {
    const bytes = Buffer.allocUnsafe(whole.length);
    bytes.set(whole);
    let rest = id;
    for (let at = end - 1; at >= start; at--) {
      bytes[at] = 0x30 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    return bytes;
  };
}
