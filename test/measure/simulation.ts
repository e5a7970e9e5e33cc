import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../../src/base/host/clock.ts";
import type { Alarm } from "../../src/measure/load/alarm.ts";
import type { Frame, ReplyListener, WireFailure } from "../../src/server/protocol/session.ts";

interface Event {
  readonly at: number;
  readonly run: () => void;
}

/** A world with its own time, which jumps from event to event: the same run gives the same figures on every machine. */
export class Simulation implements Clock {
  #now = 0;
  #events: Event[] = [];

  now(): number {
    return this.#now;
  }

  readonly alarm: Alarm = (at, wake) => this.schedule(at, wake);

  readonly delay = (ms: number): Promise<void> => new Promise((resolve) => void this.schedule(this.#now + ms, resolve));

  /** Time in which we do something else than wait: what happens in it is noticed after it. */
  busy(ms: number): void {
    this.#now += ms;
  }

  schedule(at: number, run: () => void): () => void {
    const event = { at: Math.max(at, this.#now), run };
    this.#events.push(event);
    return () => {
      this.#events = this.#events.filter((other) => other !== event);
    };
  }

  /** Lets time pass until `outcome` is there. Once nothing is to come, time runs on so that deadlines pass. */
  async until<Value>(outcome: Promise<Value>): Promise<Value> {
    let settled = false;
    const done = () => {
      settled = true;
    };
    outcome.then(done, done);
    while (!settled) {
      await turn();
      this.#step();
    }
    return outcome;
  }

  #step(): void {
    const next = this.#events.reduce<Event | undefined>(
      (first, one) => (!first || one.at < first.at ? one : first),
      undefined,
    );
    if (!next) {
      this.#now += 1000;
      return;
    }
    this.#events = this.#events.filter((event) => event !== next);
    this.#now = Math.max(this.#now, next.at);
    next.run();
  }
}

export interface ServerBehaviour {
  /** Time the server needs for request `index`, one after the other. `null`: it never answers. */
  readonly serviceMs: (index: number) => number | null;
  /** From and until when it does nothing at all. */
  readonly stall?: readonly [number, number];
  /** Requests answered by a failure instead. */
  readonly failure?: (index: number) => WireFailure | undefined;
  readonly reply?: (index: number) => string;
}

/** A server that works off its requests in the order they come, in simulated time. */
export class SimulatedServer {
  readonly sentAt: number[] = [];
  mostUnanswered = 0;
  readonly #world: Simulation;
  readonly #behaviour: ServerBehaviour;
  readonly #unanswered = new Set<number>();
  #freeAt = 0;
  #nextId = 1;

  constructor(world: Simulation, behaviour: ServerBehaviour) {
    this.#world = world;
    this.#behaviour = behaviour;
  }

  encode = (): Frame => ({ id: this.#nextId++, bytes: Buffer.from("{}\n") });

  frames(count: number): Frame[] {
    return Array.from({ length: count }, this.encode);
  }

  send({ id }: Frame, listener: ReplyListener): void {
    const index = this.sentAt.length;
    const { serviceMs, stall, failure, reply = () => '{"jsonrpc":"2.0","id":1,"result":{}}' } = this.#behaviour;
    this.sentAt.push(this.#world.now());
    this.#unanswered.add(id);
    this.mostUnanswered = Math.max(this.mostUnanswered, this.#unanswered.size);
    const service = serviceMs(index);
    if (service === null) return;
    let start = Math.max(this.#world.now(), this.#freeAt);
    if (stall && start >= stall[0] && start < stall[1]) start = stall[1];
    this.#freeAt = start + service;
    this.#world.schedule(this.#freeAt, () => {
      if (!this.#unanswered.delete(id)) return;
      const failed = failure?.(index);
      if (failed) listener.onFailure(id, failed, this.#world.now());
      else listener.onReply(id, Buffer.from(reply(index)), this.#world.now());
    });
  }

  abandon(id: number): void {
    this.#unanswered.delete(id);
  }
}
