import type { JsonObject } from "../../base/json.ts";
import type { NetworkUsage } from "../../server/http/network-meter.ts";
import type { EncodeOptions, Frame, ReplyListener, Session, Wire } from "../../server/protocol/session.ts";
import type { Context } from "../context.ts";
import { addNetwork } from "../load/network.ts";
import type { RunningArm } from "./running-arm.ts";

/** The sessions of one row on one arm: that of the arm itself, and further ones that last as long as the row. */
export interface Sessions extends AsyncDisposable {
  readonly wire: Wire;
  /** Each session, that of the arm first. */
  readonly all: readonly Session[];
  /** Traffic of their connections so far; undefined over stdio. */
  readonly network: (() => NetworkUsage) | undefined;
}

/**
 * Opens `count` sessions: over HTTP all with the one server, over stdio, where a process is a session, with a process for
 * each; their resources are counted with the arm's. Rejects with the error of the session that cannot be opened; those
 * that were opened are closed then.
 */
export async function openSessions(
  running: RunningArm,
  count: number,
  { launch, signal }: Pick<Context, "launch" | "signal">,
): Promise<Sessions> {
  const { arm, server, session } = running;
  const closers: (() => Promise<unknown>)[] = [];
  const dispose = async (): Promise<void> => {
    running.furtherServers = [];
    await Promise.all(closers.map((close) => close()));
  };
  const openOne = async (place: number): Promise<Session> => {
    if (arm.launch.transport === "streamable-http") {
      // Callers share connections, as behind a proxy: a server may take a connection for a caller.
      const another = await server.connect(place, { isPooled: (arm.launch.identities?.length ?? 0) > 1 });
      closers.push(() => another.close().catch(() => undefined));
      return another;
    }
    const another = await launch(arm.launch);
    closers.push(() => another.stop());
    running.furtherServers.push(another);
    return another.connect();
  };
  const sessions = [session];
  try {
    while (sessions.length < count) {
      signal.throwIfAborted();
      sessions.push(await openOne(sessions.length));
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    wire: sessions.length === 1 ? session.wire : new SessionPool(sessions.map(({ wire }) => wire)),
    all: sessions,
    network: session.network && (() => addNetwork(sessions.flatMap(({ network }) => network?.() ?? []))),
    [Symbol.asyncDispose]: dispose,
  };
}

/**
 * Several sessions as one wire: requests take turns over them in the order in which they are encoded. Each session counts
 * its ids for itself, so here an id is that of the session times the number of sessions, plus the session's place. All go
 * on from the same id: a server that tells replies apart by the id alone takes one session's for another's.
 */
export class SessionPool implements Wire {
  readonly isParallel = true;
  readonly #wires: readonly Wire[];
  readonly #relays: { readonly listener: ReplyListener; readonly relay: ReplyListener }[] = [];
  #turn = 0;

  /** At least one wire. */
  constructor(wires: readonly Wire[]) {
    this.#wires = wires;
    const counters = wires.flatMap(({ ids }) => ids ?? []);
    const next = Math.max(...counters.map((ids) => ids.next));
    for (const ids of counters) ids.next = next;
  }

  encode(method: string, params?: JsonObject, options?: EncodeOptions): Frame {
    const place = this.#turn++ % this.#wires.length;
    const frame = this.#wireAt(place).encode(method, params, options);
    return { ...frame, id: frame.id * this.#wires.length + place };
  }

  send(frame: Frame, listener: ReplyListener): void {
    const place = frame.id % this.#wires.length;
    this.#wireAt(place).send({ ...frame, id: this.#inner(frame.id) }, this.#relay(place, listener));
  }

  abandon(id: number): void {
    this.#wireAt(id % this.#wires.length).abandon(this.#inner(id));
  }

  #inner(id: number): number {
    return Math.floor(id / this.#wires.length);
  }

  #wireAt(place: number): Wire {
    return this.#wires[place] as Wire;
  }

  /** One per session and listener; the listener is the same for a whole block. */
  #relay(place: number, listener: ReplyListener): ReplyListener {
    const known = this.#relays[place];
    if (known?.listener === listener) return known.relay;
    const relay = relayTo(listener, { place, of: this.#wires.length });
    this.#relays[place] = { listener, relay };
    return relay;
  }
}

/** Passes on what one session says, with the ids of the pool. */
function relayTo(listener: ReplyListener, { place, of }: { place: number; of: number }): ReplyListener {
  return {
    onReply: (id, body, arrivedAt) => listener.onReply(id * of + place, body, arrivedAt),
    onFailure: (id, failure, at) => listener.onFailure(id * of + place, failure, at),
    onProgress: (id, at) => listener.onProgress?.(id * of + place, at),
  };
}
