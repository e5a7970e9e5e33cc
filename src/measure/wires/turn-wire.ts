import type { Clock } from "../../base/host/clock.ts";
import type { Json } from "../../base/json.ts";
import { messageOf } from "../../errors.ts";
import type { Think, TurnStep } from "../../model/operation.ts";
import type { Captures } from "../../model/template.ts";
import type { Frame, ReplyListener, Wire, WireFailure } from "../../server/protocol/session.ts";
import { seededRandom } from "../../stats/random.ts";
import { timer } from "../load/alarm.ts";
import { textBytes } from "../load/frame-supply.ts";
import { LatencyLog } from "../load/latency-log.ts";
import type { Classifier, Outcome } from "../load/outcome.ts";
import { parseReply } from "../load/reply.ts";
import type { TurnState } from "../replies/numbered-calls.ts";
import { captured } from "../row/captured.ts";
import type { Observer } from "./observer.ts";

/** A step, ready to be made for turn number `seq` with what the steps before it have captured. */
export interface ReadyStep extends Pick<TurnStep, "capture"> {
  readonly name: string;
  readonly encode: (wire: Wire, seq: number, captures: Captures) => Frame;
  readonly classify: (body: Uint8Array, turn: TurnState) => Outcome;
}

export interface TurnOptions {
  readonly clock: Clock;
  /** Turns go round them; all steps of a turn go to one. */
  readonly wires: readonly Wire[];
  readonly steps: readonly ReadyStep[];
  /** Captures of the set-up. */
  readonly captures: Captures;
  /** The pause before the next step, in milliseconds. */
  readonly think: () => number;
  /** Sets a timer and returns what cancels it. */
  readonly after?: (ms: number, wake: () => void) => () => void;
}

/** Draws the think times of an agent in milliseconds: equal seeds give equal times. */
export function thinkTimes(think: Think | undefined, seed: number): () => number {
  if (!think) return () => 0;
  const { meanMs, distribution } = think;
  if (distribution === "fixed") return () => meanMs;
  const random = seededRandom(seed);
  return () => -meanMs * Math.log(1 - random());
}

interface Turn {
  readonly id: number;
  readonly wire: Wire;
  /** Before each of its steps. */
  readonly pauses: readonly number[];
  readonly captures: Map<string, readonly Json[]>;
  /** Texts of the replies so far. */
  readonly bodies: Uint8Array[];
  readonly first: Frame;
}

/** A turn under way. */
interface Running extends Turn {
  readonly listener: ReplyListener;
  step: number;
  /** Id of the request in progress. */
  requestId: number;
  cancelPause: () => void;
}

const ok: Outcome = { kind: "ok" };

/**
 * The requests of an agent's turn, one after the other, each made of what the ones before it brought. To its user a turn is one
 * request with one reply, whose text is that of all replies. What passes between a reply and the next request, be it the pause
 * in which an agent thinks or our own work, is in no latency.
 */
export class TurnWire implements Pick<Wire, "send" | "abandon" | "isParallel">, Observer {
  readonly isParallel: boolean;
  readonly #options: TurnOptions;
  readonly #after: NonNullable<TurnOptions["after"]>;
  readonly #made = new Map<number, Turn>();
  readonly #running = new Map<number, Running>();
  /** Outcomes of turns that were answered and are not settled yet. */
  readonly #outcomes = new Map<number, Outcome>();
  readonly #steps: StepLog[];
  #next = 0;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#after = options.after ?? timer;
    this.isParallel = options.wires.every(({ isParallel }) => isParallel === true);
    this.#steps = options.steps.map(() => new StepLog());
  }

  encode(): Frame {
    const { wires, steps, captures, think } = this.#options;
    const id = this.#next++;
    const wire = wires[id % wires.length];
    const [step] = steps;
    if (!wire || !step) throw new RangeError("a turn has at least one step and one session");
    const first = step.encode(wire, id, captures);
    this.#made.set(id, { id, wire, pauses: steps.map(think), captures: new Map(captures), bodies: [], first });
    return { id, bytes: first.bytes };
  }

  send({ id }: Frame, listener: ReplyListener): void {
    const made = this.#made.get(id);
    this.#made.delete(id);
    if (!made) throw new TypeError("a turn is sent over the wire that made it");
    const turn: Running = { ...made, listener, step: 0, requestId: made.first.id, cancelPause: () => {} };
    this.#running.set(id, turn);
    this.#pause(turn, this.#options.clock.now());
  }

  abandon(id: number): void {
    const turn = this.#running.get(id);
    this.#running.delete(id);
    turn?.cancelPause();
    turn?.wire.abandon(turn.requestId);
  }

  /** Classifies a turn by its first step that was not ok. */
  readonly classify: Classifier = (_body, id) => this.#outcomes.get(id) ?? ok;

  add(): void {
    for (const step of this.#steps) step.keep();
    this.#outcomes.clear();
  }

  skip(): void {
    for (const step of this.#steps) step.drop();
    this.#outcomes.clear();
  }

  /** Its parts are its steps. */
  result(): ReturnType<Observer["result"]> {
    const names = this.#options.steps.map(({ name }, place) => `${place + 1}. ${name}`);
    const attempted = this.#steps.map((step) => step.attempted);
    return { parts: { names, attempted, latencies: this.#steps.map(({ latencies }) => latencies.stored()) } };
  }

  /** `since`: the end of what came before, from which no time counts until the step is sent. */
  #pause(turn: Running, since: number): void {
    const ms = turn.pauses[turn.step] ?? 0;
    if (ms === 0) {
      this.#sendStep(turn, since);
      return;
    }
    turn.listener.onHeld?.(turn.id, { ms, bytes: 0 });
    turn.cancelPause = this.#after(ms, () => this.#sendStep(turn, since + ms));
  }

  #sendStep(turn: Running, since: number): void {
    const { clock, steps } = this.#options;
    const step = steps[turn.step];
    if (!step) return;
    const frame = turn.step === 0 ? turn.first : step.encode(turn.wire, turn.id, turn.captures);
    turn.requestId = frame.id;
    const log = this.#steps[turn.step];
    const sentAt = clock.now();
    const bytes = turn.step === 0 ? 0 : textBytes(frame);
    turn.listener.onHeld?.(turn.id, { ms: sentAt - since, bytes });
    log?.attempt();
    turn.wire.send(frame, {
      onReply: (_id, body, at) => {
        const outcome = judged(step, { body, seq: turn.id, made: this.#next, captures: turn.captures });
        turn.bodies.push(body);
        if (outcome.kind === "ok") log?.answer(at - sentAt);
        this.#goOn(turn, outcome, at);
      },
      onFailure: (_id, failure, at) => {
        if (this.#running.delete(turn.id)) turn.listener.onFailure(turn.id, this.#placed(turn, failure), at);
      },
    });
  }

  #goOn(turn: Running, outcome: Outcome, at: number): void {
    if (!this.#running.has(turn.id)) return;
    if (outcome.kind === "ok" && turn.step < this.#options.steps.length - 1) {
      turn.step++;
      this.#pause(turn, at);
      return;
    }
    this.#running.delete(turn.id);
    if (outcome.kind !== "ok") this.#outcomes.set(turn.id, this.#placed(turn, outcome));
    turn.listener.onReply(turn.id, Buffer.concat(turn.bodies), at);
  }

  #placed<Failed extends Exclude<Outcome, { kind: "ok" }> | WireFailure>({ step }: Running, failure: Failed): Failed {
    return { ...failure, message: `step ${step + 1}, ${this.#options.steps[step]?.name}: ${failure.message}` };
  }
}

interface StepReply extends TurnState {
  readonly body: Uint8Array;
  /** Captures of the turn; added to. */
  readonly captures: Map<string, readonly Json[]>;
}

/** A step is ok once what it is to capture is there, too. */
function judged({ classify, capture }: ReadyStep, { body, captures, ...turn }: StepReply): Outcome {
  let outcome: Outcome;
  try {
    outcome = classify(body, { ...turn, captures });
  } catch (error) {
    // Called while the connection is being read: an expectation that cannot be searched for fails as any other.
    return { kind: "unexpected", message: messageOf(error) };
  }
  const wanted = Object.entries(capture);
  if (outcome.kind !== "ok" || wanted.length === 0) return outcome;
  const reply = parseReply(body);
  for (const [name, path] of wanted) {
    const items = reply.kind === "result" ? captured(reply.result, path) : [];
    if (items.length === 0)
      return { kind: "unexpected", message: `nothing found at ${JSON.stringify(path)}, to be kept as \`${name}\`` };
    captures.set(name, items);
  }
  return ok;
}

/** One step of all turns: those of the block that is under way, and those before. */
class StepLog {
  attempted = 0;
  latencies = new LatencyLog();
  #attempted = 0;
  #latencies = new LatencyLog();

  attempt(): void {
    this.#attempted++;
  }

  answer(ms: number): void {
    this.#latencies.add(ms);
  }

  keep(): void {
    this.attempted += this.#attempted;
    this.latencies.append(this.#latencies);
    this.drop();
  }

  drop(): void {
    this.#attempted = 0;
    this.#latencies = new LatencyLog();
  }
}
