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
import { captured, parseReply } from "../load/reply.ts";
import type { TurnState } from "../replies/numbered-calls.ts";
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
  readonly captures: Captures;
  /** The pause before the next step, in milliseconds. */
  readonly think: () => number;
  readonly after?: typeof timer;
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
  /** Absent before it is sent. */
  listener?: ReplyListener;
  step: number;
  /** Id of the request in progress. */
  requestId: number;
  cancelPause: () => void;
}

/** One step of several turns. */
interface StepTally {
  attempted: number;
  readonly latencies: LatencyLog;
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
  readonly #after: typeof timer;
  /** Turns that are made and have not ended. */
  readonly #turns = new Map<number, Turn>();
  /** Outcomes of turns that were answered and are not settled yet. */
  readonly #outcomes = new Map<number, Outcome>();
  /** Steps of the block that is under way, and of those before. */
  #block: StepTally[];
  readonly #total: StepTally[];
  #next = 0;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#after = options.after ?? timer;
    this.isParallel = options.wires.every(({ isParallel }) => isParallel === true);
    this.#block = this.#newTallies();
    this.#total = this.#newTallies();
  }

  #newTallies(): StepTally[] {
    return this.#options.steps.map(() => ({ attempted: 0, latencies: new LatencyLog() }));
  }

  encode(): Frame {
    const { wires, steps, captures, think } = this.#options;
    const id = this.#next++;
    const wire = wires[id % wires.length];
    const [step] = steps;
    if (!wire || !step) throw new RangeError("a turn has at least one step and one session");
    const first = step.encode(wire, id, captures);
    const pauses = steps.map(think);
    const state = { step: 0, requestId: first.id, cancelPause: () => {} };
    this.#turns.set(id, { id, wire, pauses, captures: new Map(captures), bodies: [], first, ...state });
    return { id, bytes: first.bytes };
  }

  send({ id }: Frame, listener: ReplyListener): void {
    const turn = this.#turns.get(id);
    if (!turn) throw new TypeError("a turn is sent over the wire that made it");
    turn.listener = listener;
    this.#pause(turn, this.#options.clock.now());
  }

  abandon(id: number): void {
    const turn = this.#turns.get(id);
    this.#turns.delete(id);
    turn?.cancelPause();
    turn?.wire.abandon(turn.requestId);
  }

  /** Classifies a turn by its first step that was not ok. */
  readonly classify: Classifier = (_body, id) => this.#outcomes.get(id) ?? ok;

  add(): void {
    for (const [place, total] of this.#total.entries()) {
      const block = this.#block[place];
      total.attempted += block?.attempted ?? 0;
      if (block) total.latencies.append(block.latencies);
    }
    this.skip();
  }

  skip(): void {
    this.#block = this.#newTallies();
    this.#outcomes.clear();
  }

  result(): ReturnType<Observer["result"]> {
    const names = this.#options.steps.map(({ name }, place) => `${place + 1}. ${name}`);
    const attempted = this.#total.map((step) => step.attempted);
    return { parts: { names, attempted, latencies: this.#total.map(({ latencies }) => latencies.stored()) } };
  }

  /** `since`: the end of what came before, from which no time counts until the step is sent. */
  #pause(turn: Turn, since: number): void {
    const ms = turn.pauses[turn.step] ?? 0;
    if (ms === 0) {
      this.#sendStep(turn, since);
      return;
    }
    turn.listener?.onHeld?.(turn.id, { ms, bytes: 0 });
    turn.cancelPause = this.#after(ms, () => this.#sendStep(turn, since + ms));
  }

  #sendStep(turn: Turn, since: number): void {
    const { clock, steps } = this.#options;
    const step = steps[turn.step];
    if (!step) return;
    const frame = turn.step === 0 ? turn.first : step.encode(turn.wire, turn.id, turn.captures);
    turn.requestId = frame.id;
    const tally = this.#block[turn.step];
    const sentAt = clock.now();
    const bytes = turn.step === 0 ? 0 : textBytes(frame);
    turn.listener?.onHeld?.(turn.id, { ms: sentAt - since, bytes });
    if (tally) tally.attempted++;
    turn.wire.send(frame, {
      onReply: (_id, body, at) => {
        const outcome = judged(step, { body, seq: turn.id, made: this.#next, captures: turn.captures });
        turn.bodies.push(body);
        if (outcome.kind === "ok") tally?.latencies.add(at - sentAt);
        this.#goOn(turn, outcome, at);
      },
      onFailure: (_id, failure, at) => {
        if (this.#turns.delete(turn.id)) turn.listener?.onFailure(turn.id, this.#placed(turn, failure), at);
      },
    });
  }

  #goOn(turn: Turn, outcome: Outcome, at: number): void {
    if (!this.#turns.has(turn.id)) return;
    if (outcome.kind === "ok" && turn.step < this.#options.steps.length - 1) {
      turn.step++;
      this.#pause(turn, at);
      return;
    }
    this.#turns.delete(turn.id);
    if (outcome.kind !== "ok") this.#outcomes.set(turn.id, this.#placed(turn, outcome));
    turn.listener?.onReply(turn.id, Buffer.concat(turn.bodies), at);
  }

  #placed<Failed extends Exclude<Outcome, { kind: "ok" }> | WireFailure>({ step }: Turn, failure: Failed): Failed {
    return { ...failure, message: `step ${step + 1}, ${this.#options.steps[step]?.name}: ${failure.message}` };
  }
}

/** A step is ok once what it is to capture is there, too. */
function judged(
  { classify, capture }: ReadyStep,
  { body, captures, ...turn }: Pick<Turn, "captures"> & Omit<TurnState, "captures"> & { readonly body: Uint8Array },
): Outcome {
  try {
    const outcome = classify(body, { ...turn, captures });
    if (outcome.kind !== "ok") return outcome;
  } catch (error) {
    // Called while the connection is being read: an expectation that cannot be searched for fails as any other.
    return { kind: "unexpected", message: messageOf(error) };
  }
  const wanted = Object.entries(capture);
  if (wanted.length === 0) return ok;
  const reply = parseReply(body);
  for (const [name, path] of wanted) {
    const items = reply.kind === "result" ? captured(reply.result, path) : [];
    if (items.length === 0)
      return { kind: "unexpected", message: `nothing found at ${JSON.stringify(path)}, to be kept as \`${name}\`` };
    captures.set(name, items);
  }
  return ok;
}
