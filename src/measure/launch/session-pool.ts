import type { JsonObject } from "../../base/json.ts";
import type { EncodeOptions, Frame, ReplyListener, Wire } from "../../server/protocol/session.ts";

/**
 * Several sessions as one wire: requests take turns over them in the order in which they are encoded. Each session counts
 * its ids for itself, so here an id is that of the session times the number of sessions, plus the session's place. All go
 * on from the same id: a server that tells replies apart by the id alone takes one session's for another's.
 */
export class SessionPool implements Wire {
  readonly isParallel = true;
  readonly #wires: readonly Wire[];
  readonly #relays: (Relay | undefined)[];
  #turn = 0;

  /** At least one wire. */
  constructor(wires: readonly Wire[]) {
    this.#wires = wires;
    this.#relays = wires.map(() => undefined);
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
  #relay(place: number, listener: ReplyListener): Relay {
    const known = this.#relays[place];
    if (known?.listener === listener) return known;
    const relay = new Relay(listener, { place, of: this.#wires.length });
    this.#relays[place] = relay;
    return relay;
  }
}

/** Passes on what one session says, with the ids of the pool. */
class Relay implements ReplyListener {
  readonly listener: ReplyListener;
  readonly #place: number;
  readonly #of: number;

  constructor(listener: ReplyListener, { place, of }: { place: number; of: number }) {
    this.listener = listener;
    this.#place = place;
    this.#of = of;
  }

  onReply(id: number, body: Uint8Array, arrivedAt: number): void {
    this.listener.onReply(id * this.#of + this.#place, body, arrivedAt);
  }

  onFailure(id: number, failure: Parameters<ReplyListener["onFailure"]>[1], at: number): void {
    this.listener.onFailure(id * this.#of + this.#place, failure, at);
  }

  onProgress(id: number, at: number): void {
    this.listener.onProgress?.(id * this.#of + this.#place, at);
  }
}
