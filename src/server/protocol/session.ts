import type { JsonObject } from "../../base/json.ts";
import type { RequestHead } from "../http/http-request.ts";
import type { NetworkUsage } from "../http/network-meter.ts";
import type { ContainerImage } from "../process/container.ts";

/** Bytes ready to be written, made before the timed window opens. */
export interface Frame {
  readonly id: number;
  readonly bytes: Uint8Array;
  /** Head of a request over HTTP with other headers than its session has. */
  readonly head?: RequestHead;
}

/** Reason why no usable reply came. `disconnected` ends every request in flight. */
export type WireFailure =
  | {
      readonly kind: "disconnected";
      readonly message: string;
      /** The server's certificate is not trusted: no other attempt will fare better. */
      readonly untrusted?: true | undefined;
      readonly refused?: true | undefined;
    }
  | { readonly kind: "malformed"; readonly message: string; readonly encoded?: true }
  | { readonly kind: "http-status"; readonly status: number; readonly message: string }
  /** A status other than the expected one over plain HTTP, or a task that ended without a result. */
  | { readonly kind: "unexpected"; readonly message: string };

/** Told once per request how it ended. Times are of the clock the session was opened with, in milliseconds. */
export interface ReplyListener {
  /**
   * `body` is one JSON-RPC response as text and may be kept. Only its id has been looked at: that the rest is valid JSON
   * is for the listener to check, outside of the timed window.
   */
  onReply(id: number, body: Uint8Array, arrivedAt: number): void;
  onFailure(id: number, failure: WireFailure, at: number): void;
  /** The server tells how the request goes on; only of one that was encoded for it, and before it ends. */
  onProgress?(id: number, at: number): void;
  /** The client itself holds the request back for so long, or is about to: that is none of its latency. `bytes`: sent in its course. */
  onHeld?(id: number, held: { readonly ms: number; readonly bytes: number }): void;
}

export interface EncodeOptions {
  /** True: the server may tell how the request goes on, under a token that is its id. */
  readonly progress?: boolean | undefined;
}

/** Message of the server that answers no request. Untrusted. */
export interface Notification {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly at: number;
}

/** Gives whether the notification is one that was waited for. */
export type Hearer = (notification: Notification) => boolean;

/** The timed path, beneath the SDK's client on the very same connection: no schema validation, no promises. */
export interface Wire {
  /** Serialises a request under an id that no other request of this session has. */
  encode(method: string, params?: JsonObject, options?: EncodeOptions): Frame;
  /** Writes a frame; exactly one listener method is called for it later, unless it is abandoned first. */
  send(frame: Frame, listener: ReplyListener): void;
  /** Gives up a request whose deadline has passed, and tells the server so; a late reply to it is dropped. */
  abandon(id: number): void;
  /** Names the event that a request still waits for; absent: its reply. */
  waitsFor?(id: number): string;
  /** True: requests in flight do not share a connection. */
  readonly isParallel?: boolean;
  /** From now on requests are of the stateless line, in this revision; absent where nothing but their text tells it. */
  speakStateless?(protocol: string): void;
  /** Source of ids for further requests; may only be raised. */
  readonly ids?: RequestIds | undefined;
}

export interface RequestIds {
  next: number;
}

export type Sender = Pick<Wire, "send" | "abandon" | "waitsFor" | "isParallel">;

/** Identity that the server stated in the handshake. Untrusted text. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  readonly protocol: string;
  readonly instructions?: string | undefined;
}

/** One MCP session, of either line of the protocol: the SDK's client answers the server, requests go over the wire. */
export interface Session {
  readonly identity: ServerIdentity;
  /** Names of what the server advertises, e.g. `tools` or `resources.subscribe`; of extensions too. */
  readonly capabilities: ReadonlySet<string>;
  readonly wire: Wire;
  /** From the first byte of the handshake to its end; on the stateless line that of `server/discover`. */
  readonly handshakeMs: number;
  /** Tells of every notification but those of progress, from now on until the function given back is called. */
  hear(hearer: Hearer): () => void;
  /** Id that the server gave it; absent over stdio, on the stateless line, and where the server keeps no sessions. */
  readonly sessionId?: string | undefined;
  /**
   * Opens it anew where the server ended it after a second or more without requests, as clients have to. What fails here
   * fails the next request. Absent over stdio.
   */
  readonly renew?: (() => Promise<void>) | undefined;
  /** Ends the session (HTTP: DELETE), not the server. */
  close(): Promise<void>;
  /** Cuts its connections without a word to the server; absent over stdio. */
  readonly drop?: (() => Promise<void>) | undefined;
  /** Traffic of its connections so far; absent over stdio. */
  readonly network?: (() => NetworkUsage) | undefined;
  /** Absent in a session that is not on a connection. */
  readonly deliveries?: (() => Deliveries) | undefined;
  /** Faults of the server that did not end the session, such as lines that are not JSON. Untrusted. */
  warnings(): readonly string[];
}

/** Messages of the server beside the first reply to each request. */
export interface Deliveries {
  /** Replies to requests already answered. */
  readonly repeated: number;
  /** State of the stream that a session keeps open for them over HTTP: `ended` by the server, or `cut` without an end. */
  readonly stream: "none" | "open" | "ended" | "cut";
}

/** End of a server that was asked to end. */
export interface StopReport {
  /** From closing its stdin (HTTP: SIGTERM) to the exit of the process; absent when it had to be killed. */
  readonly shutdownMs?: number | undefined;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** True when it outlived stdin end and SIGTERM and was killed. */
  readonly killed: boolean;
  /** Processes of its group still alive after the direct child had exited; they are killed too. */
  readonly orphans: number;
}

/** A session to speak in, and the place of the caller among the identities. */
export interface ResumedSession {
  readonly session: Pick<Session, "sessionId" | "identity">;
  readonly place: number;
}

/** A launched server. Its launcher must stop it; `stop` may be called more than once. */
export interface RunningServer {
  /** The root of the tree of its processes; absent for a server reached by URL alone, and where `unread` is present. */
  readonly pid?: number | undefined;
  /** Reason why the resources of a started server cannot be read. */
  readonly unread?: string;
  /** Asks the client for the image of its container; undefined without one, and where the client does not tell. */
  readonly image?: (() => Promise<ContainerImage | undefined>) | undefined;
  /** Authorization of its requests, to be renewed before calls that are timed; absent without `server.auth`. */
  readonly authorization?: { readonly header: string; renew(signal: AbortSignal): Promise<void> } | undefined;
  /** Address with the port of this launch; absent over stdio. */
  readonly url?: URL;
  /** Start of spawn to the end of the first handshake; undefined for a server reached by URL alone. */
  readonly readyMs: () => number | undefined;
  /** True where a first process could not go on after it had been asked for the stateless line. */
  readonly isSecond?: boolean;
  /**
   * Gives a session. A stdio server has exactly one, given each time; over HTTP each call opens another. `place`: of that session
   * among those of a row, by which it belongs to one of the identities. `isPooled`: it uses the connections of the first session.
   */
  connect(place?: number, options?: { readonly isPooled?: boolean }): Promise<Session>;
  /** Speaks in a session that other connections have opened; absent over stdio. */
  readonly resume?: (resumed: ResumedSession) => { readonly wire: Wire; readonly close: () => Promise<void> };
  stop(): Promise<StopReport>;
  /** Sends its process a signal; gives the time of its end, or undefined where it was killed after the limit. Absent by URL alone. */
  readonly endBy?:
    | ((signal: NodeJS.Signals, limitMs: number) => Promise<{ readonly at: number } | undefined>)
    | undefined;
  /** Hears everything the server writes to stderr from now on, until the function given back is called. */
  readonly watchStderr?: ((read: (chunk: Buffer) => void) => () => void) | undefined;
  /** The last lines the server wrote to stderr. Untrusted text. */
  stderrTail(): string;
}
