import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { Clock } from "../../base/host/clock.ts";
import { drained } from "../../base/host/drained.ts";
import { ConfigError } from "../../errors.ts";
import type { LaunchSpec } from "../../plan/plan.ts";
import { isFetched, launchFailure } from "../launch-failure.ts";
import { describeExit, type ServerProcess, spawnServer, within } from "../process/process.ts";
import { type Connection, HandshakeTimeout, type LaunchContext } from "../protocol/connection.ts";
import { Exchange, sessionClosed } from "../protocol/exchange.ts";
import { FrameReader, maxFrameBytes } from "../protocol/frame-reader.ts";
import type { Frame, ReplyListener, RunningServer, Session, Wire, WireFailure } from "../protocol/session.ts";

/** Time that the end of stdout waits for the exit that usually causes it, and the other way round. */
const settleMs = 250;

/** Most bytes of answers that a server leaves unread; more would exhaust memory. */
const mostUnreadBytes = 1024 * 1024;

/** The longest that a download may go on once it is too late. */
const unpackMs = 60_000;

/** Starts a stdio server and does the handshake; on failure the server is stopped before the error is thrown. */
export async function launchStdio(spec: LaunchSpec, context: LaunchContext): Promise<RunningServer> {
  const { clock, signal, openSession } = context;
  const { command, protocol, client: answers = {}, startupTimeoutMs: timeoutMs } = spec;
  if (command === undefined) throw new ConfigError("a stdio server needs a command", { fix: "set `server.command`" });
  const server = await spawnServer({ ...spec, command, endsOn: "stdin" }, clock);
  const connection = new StdioConnection(server, { clock });
  let session: Session;
  try {
    session = await openSession(connection, { clock, timeoutMs, protocol, answers, signal });
  } catch (error) {
    const { exchange, lost, unfinished } = connection;
    const warnings = exchange.warnings();
    if (unfinished !== "") warnings.push(`it began a line without ending it: ${JSON.stringify(unfinished)}`);
    const failure = launchFailure(error, { spec, server, warnings, lost });
    // Killed while it unpacks, npx leaves half a package in its cache, which no later launch mends.
    if (error instanceof HandshakeTimeout && isFetched(spec)) await server.endByItself(unpackMs, signal);
    await server.stop();
    signal?.throwIfAborted();
    throw failure;
  }
  const readyMs = clock.now() - server.spawnedAt;
  return {
    ...(await server.shown()),
    readyMs: () => readyMs,
    connect: async () => session,
    stop: () => server.stop(),
  };
}

/** The connection to a server over its own stdin and stdout. */
export class StdioConnection implements Connection {
  readonly transport: Transport = {
    start: async () => this.#listen(),
    send: (message) => this.#sendMessage(message),
    close: async () => this.#close(sessionClosed),
  };
  readonly exchange = new Exchange((message) => this.transport.onmessage?.(message));
  readonly wire: Wire = {
    ids: this.exchange.ids,
    encode: (method, params, options) => this.exchange.encode({ method, params, ...options }, "\n"),
    send: (frame, listener) => this.#sendFrame(frame, listener),
    abandon: (id) => this.#abandon(id),
  };
  readonly #server: ServerProcess;
  readonly #clock: Clock;
  readonly #reader: FrameReader;
  /** While a chunk is being read, what its listeners send is gathered and leaves in one write: no line of it is a reply to that. */
  readonly #gathered: { readonly frames: Frame[]; readonly listeners: ReplyListener[] } = { frames: [], listeners: [] };
  #isReading = false;
  #arrivedAt = 0;
  #closed: WireFailure | undefined;
  /** Bytes answered since the server last read all of its stdin, and the wait for that. */
  #unread: { readonly drained: Promise<void>; bytes: number } | undefined;

  constructor(
    server: ServerProcess,
    { clock, maxFrameBytes: maxBytes = maxFrameBytes }: { readonly clock: Clock; readonly maxFrameBytes?: number },
  ) {
    this.#server = server;
    this.#clock = clock;
    const tooLong = { kind: "malformed", message: `the server wrote a line of more than ${maxBytes} bytes` } as const;
    this.#reader = new FrameReader(
      {
        onFrame: (frame) => this.exchange.receive(frame, this.#arrivedAt),
        onTooLong: () => this.exchange.failAll(tooLong, this.#arrivedAt),
      },
      { maxBytes },
    );
  }

  /** Reason why nothing can be sent or received any more, unless it was closed here. */
  get lost(): string | undefined {
    return this.#closed === sessionClosed ? undefined : this.#closed?.message;
  }

  /** The beginning of a line whose end never came. Untrusted text. */
  get unfinished(): string {
    return this.#reader.pendingStart.toString("utf8", 0, 200);
  }

  #listen(): void {
    const { stdout, exited } = this.#server;
    stdout.on("data", (chunk: Buffer) => this.#onData(chunk));
    const ended = new Promise<void>((resolve) => stdout.once("end", resolve).once("close", resolve));
    void Promise.race([ended, exited]).then(async () => {
      const at = this.#clock.now();
      // The last output of a server may still be in the pipe when it exits, so the exit is reported after the end of the pipe.
      await within(settleMs, Promise.all([ended, exited]));
      this.#close(this.#whyGone(), at);
    });
  }

  #onData(chunk: Buffer): void {
    if (this.#closed) return;
    this.#arrivedAt = this.#clock.now();
    this.#isReading = true;
    try {
      this.#reader.push(chunk);
    } finally {
      this.#isReading = false;
      if (this.#gathered.frames.length > 0) this.#sendGathered();
    }
  }

  #sendFrame(frame: Frame, listener: ReplyListener): void {
    if (this.#isReading) {
      this.#gathered.frames.push(frame);
      this.#gathered.listeners.push(listener);
      return;
    }
    this.#expect(frame, listener);
    if (!this.#closed) this.#server.stdin.write(frame.bytes);
  }

  #sendGathered(): void {
    const { frames, listeners } = this.#gathered;
    for (let at = 0; at < frames.length; at++) this.#expect(frames[at] as Frame, listeners[at] as ReplyListener);
    const bytes = frames.length === 1 ? frames[0]?.bytes : Buffer.concat(frames.map((frame) => frame.bytes));
    frames.length = 0;
    listeners.length = 0;
    if (!this.#closed) this.#server.stdin.write(bytes);
  }

  #expect({ id }: Frame, listener: ReplyListener): void {
    this.exchange.expect(id, listener);
    const closed = this.#closed;
    // Told later, so that a listener who sends again on failure does not recurse.
    if (closed) queueMicrotask(() => this.exchange.fail(id, closed, this.#clock.now()));
  }

  /** Cancels a request, as the protocol requires of a client that stops waiting: https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation */
  #abandon(id: number): void {
    if (this.#dropGathered(id)) return;
    const waited = this.exchange.forget(id, this.#clock.now());
    if (waited && !this.#closed) this.#server.stdin.write(this.exchange.cancellation(id, "\n"));
  }

  /** Drops a gathered request; true where it was still here. */
  #dropGathered(id: number): boolean {
    const { frames, listeners } = this.#gathered;
    const at = frames.findIndex((frame) => frame.id === id);
    if (at === -1) return false;
    frames.splice(at, 1);
    listeners.splice(at, 1);
    return true;
  }

  async #sendMessage(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw new Error(this.#closed.message);
    const text = `${JSON.stringify(message)}\n`;
    if (this.#server.stdin.write(text)) return;
    this.#unread ??= { drained: this.#drained(), bytes: 0 };
    this.#unread.bytes += Buffer.byteLength(text);
    // The first messages are ours; what fills megabytes are answers.
    if (this.#unread.bytes > mostUnreadBytes) this.#close(deaf);
    else await this.#unread.drained;
  }

  /** A server that stops reading must not let us fill memory; closing the connection ends the wait. */
  async #drained(): Promise<void> {
    await drained(this.#server.stdin);
    this.#unread = undefined;
  }

  #close(failure: WireFailure, at = this.#clock.now()): void {
    if (this.#closed) return;
    this.#closed = failure;
    this.exchange.failAll(failure, at);
    this.transport.onclose?.();
  }

  #whyGone(): WireFailure {
    const { exit } = this.#server;
    const half = this.#reader.pendingBytes > 0 ? " in the middle of a line" : "";
    const message = exit
      ? `the server ${describeExit(exit)}${half}`
      : `the server closed its stdout${half} but is still running`;
    return { kind: "disconnected", message };
  }
}

const deaf: WireFailure = {
  kind: "disconnected",
  message: `the server asks and does not read the answers: ${mostUnreadBytes / 1024} KiB of them wait`,
};
