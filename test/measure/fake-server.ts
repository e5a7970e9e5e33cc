import type { Clock } from "../../src/base/host/clock.ts";
import type { JsonObject } from "../../src/base/json.ts";
import type { Alarm } from "../../src/measure/load/alarm.ts";
import type {
  Frame,
  ReplyListener,
  RunningServer,
  Session,
  StopReport,
  WireFailure,
} from "../../src/server/protocol/session.ts";

/** A clock that moves only when told to, and wakes who waits for a time that it passes. */
export class ManualClock implements Clock {
  #now = 1000;
  readonly #alarms = new Map<() => void, number>();

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const [wake, at] of this.#alarms) if (at <= this.#now && this.#alarms.delete(wake)) setImmediate(wake);
  }

  readonly alarm: Alarm = (at, wake) => {
    this.#alarms.set(wake, at);
    return () => void this.#alarms.delete(wake);
  };
}

export interface Call {
  /** Number of the call on this wire, from 0. */
  readonly index: number;
  readonly method: string;
  readonly params: JsonObject | undefined;
}

/** Says how the fake server treats a call. `late`: the reply comes after the request was given up. */
export type Behaviour =
  | { readonly kind: "reply"; readonly result: JsonObject; readonly takesMs?: number }
  | { readonly kind: "raw"; readonly body: string; readonly takesMs?: number }
  | { readonly kind: "failure"; readonly failure: WireFailure }
  | { readonly kind: "silence" }
  | { readonly kind: "late" };

export const okReply: Behaviour = { kind: "reply", result: { content: [{ type: "text", text: "fine" }] } };
export const gone: Behaviour = {
  kind: "failure",
  failure: { kind: "disconnected", message: "the server exited with code 7" },
};

export function toolError(text: string): Behaviour {
  return { kind: "reply", result: { isError: true, content: [{ type: "text", text }] } };
}

/** Far beyond every timeout of a test. */
const longMs = 100_000;

/**
 * An in-memory wire with faults on demand. Replies come in later turns of the event loop, in order. Time stands still
 * while a reply is due and leaps once nothing but silence is in flight, so no timeout depends on the machine's speed.
 */
export class FakeWire {
  readonly calls: Call[] = [];
  readonly abandoned: number[] = [];
  mostInFlight = 0;
  readonly #behave: (call: Call) => Behaviour;
  readonly #clock: Clock & Partial<ManualClock>;
  readonly #waiting = new Map<number, { listener: ReplyListener; late: boolean }>();
  readonly #requests = new Map<number, { method: string; params: JsonObject | undefined }>();
  #nextId = 1;
  #due = 0;
  #gone: WireFailure | undefined;

  readonly isParallel: boolean;

  /** `perRequest`: every request has a connection of its own, so that losing one says nothing about the others. */
  constructor(
    behave: (call: Call) => Behaviour,
    clock: Clock & Partial<ManualClock>,
    { perRequest = false }: { perRequest?: boolean } = {},
  ) {
    this.#behave = behave;
    this.#clock = clock;
    this.isParallel = perRequest;
  }

  encode(method: string, params?: JsonObject): Frame {
    const id = this.#nextId++;
    this.#requests.set(id, { method, params });
    return { id, bytes: Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`) };
  }

  send({ id }: Frame, listener: ReplyListener): void {
    const request = this.#requests.get(id) ?? { method: "", params: undefined };
    const behaviour = this.#behave({ index: this.calls.length, ...request });
    this.calls.push({ index: this.calls.length, ...request });
    this.#waiting.set(id, { listener, late: behaviour.kind === "late" });
    this.mostInFlight = Math.max(this.mostInFlight, this.#waiting.size);
    if (behaviour.kind !== "silence" && behaviour.kind !== "late") {
      this.#due++;
      setImmediate(() => this.#answer(id, behaviour));
    }
    setImmediate(() => this.#leap());
  }

  #leap(): void {
    if (this.#due === 0 && this.#waiting.size > 0) this.#clock.advance?.(longMs);
  }

  abandon(id: number): void {
    this.abandoned.push(id);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting?.late) waiting.listener.onReply(id, body(id, {}), this.#clock.now());
  }

  #answer(id: number, behaviour: Behaviour): void {
    this.#due--;
    setImmediate(() => this.#leap());
    const listener = this.#waiting.get(id)?.listener;
    if (!listener) return;
    this.#waiting.delete(id);
    if ("takesMs" in behaviour && behaviour.takesMs) this.#clock.advance?.(behaviour.takesMs);
    const at = this.#clock.now();
    if (this.#gone) listener.onFailure(id, this.#gone, at);
    else if (behaviour.kind === "reply") listener.onReply(id, body(id, behaviour.result), at);
    else if (behaviour.kind === "raw") listener.onReply(id, Buffer.from(behaviour.body), at);
    else if (behaviour.kind === "failure") this.#fail(id, { listener, failure: behaviour.failure });
  }

  #fail(id: number, { listener, failure }: { listener: ReplyListener; failure: WireFailure }): void {
    const at = this.#clock.now();
    listener.onFailure(id, failure, at);
    if (failure.kind !== "disconnected" || this.isParallel) return;
    this.#gone = failure;
    for (const [other, waiting] of this.#waiting) waiting.listener.onFailure(other, failure, at);
    this.#waiting.clear();
  }
}

function body(id: number, result: JsonObject): Uint8Array {
  return Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

export interface FakeOptions {
  readonly clock: Clock & Partial<ManualClock>;
  /** Everything but `tools/list`. */
  readonly behave?: (call: Call) => Behaviour;
  /** True: every request has a connection of its own, as over HTTP. */
  readonly perRequest?: boolean;
  readonly capabilities?: readonly string[];
  /** Says what `tools/list` offers, by name or as it is listed; `work` by itself. */
  readonly tools?: readonly (string | Record<string, unknown>)[];
  readonly protocol?: string;
  readonly warnings?: readonly string[];
  /** Number of a process that it acts for; none by itself. */
  readonly pid?: number;
}

/** A server in memory. `stops` counts how often it was asked to end. */
export class FakeServer implements RunningServer {
  readonly wire: FakeWire;
  readonly pid?: number;
  stops = 0;
  readonly #options: FakeOptions;

  constructor(options: FakeOptions) {
    this.#options = options;
    if (options.pid !== undefined) this.pid = options.pid;
    const behave = options.behave ?? (() => okReply);
    const { tools: names = ["work"] } = options;
    const usual = { inputSchema: { type: "object" }, annotations: { readOnlyHint: true } };
    const tools = names.map((tool) => (typeof tool === "string" ? { name: tool, ...usual } : { ...usual, ...tool }));
    this.wire = new FakeWire(
      (call) => (call.method === "tools/list" ? { kind: "reply", result: { tools } } : behave(call)),
      options.clock,
      { perRequest: options.perRequest ?? false },
    );
  }

  readonly readyMs = (): number => 12;

  async connect(): Promise<Session> {
    const { capabilities = ["tools"], protocol = "2025-11-25", warnings = [] } = this.#options;
    return {
      identity: { name: "fake", version: "1.0", protocol, instructions: "Grüße" },
      capabilities: new Set(capabilities),
      wire: this.wire,
      handshakeMs: 5,
      hear: () => () => {},
      close: async () => {},
      warnings: () => warnings,
    };
  }

  async stop(): Promise<StopReport> {
    this.stops++;
    return { shutdownMs: 3, exitCode: 0, signal: null, killed: false, orphans: 0 };
  }

  stderrTail(): string {
    return "panic: out of ideas";
  }
}
