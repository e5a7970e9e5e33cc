import type { Captures } from "../../model/template.ts";

/** Calls whose replies may still be judged: those that a segment of a loop keeps, those in flight and those made beforehand. */
const mostKept = 250_000;

/** Calls of a row and what their placeholders are filled from. */
export interface CallValues {
  readonly around: CallContext;
  readonly made: number;
  /** Returns the number of the call with an id. */
  numberOf(id: number | undefined): number;
}

export interface CallContext {
  /** Sessions that the calls take turns over. */
  readonly sessions: number;
  /** Names of those whom the sessions belong to, in turns. */
  readonly identities?: readonly string[] | undefined;
  readonly captures: Captures;
}

/** Returns the values of placeholders in a call. Sessions take turns in the order in which calls are made. */
export function valuesOf(number: number, { sessions, identities = [], captures }: CallContext) {
  const session = number % sessions;
  return { seq: number, session, identity: identities[session % identities.length], captures };
}

export type TurnContext = Omit<CallContext, "captures">;

/** A turn, as the replies to its steps are judged. */
export interface TurnState {
  readonly seq: number;
  /** Turns made so far. */
  readonly made: number;
  /** Captures of the set-up and the steps before. */
  readonly captures: Captures;
}

/** The calls of whichever turn is looked at; what its own steps have captured is not known of the others. */
export function callOfTurn(turn: () => TurnState, around: TurnContext): CallValues {
  return {
    get around() {
      return { ...around, captures: turn().captures };
    },
    get made() {
      return turn().made;
    },
    numberOf: () => turn().seq,
  };
}

/**
 * Numbers the calls of a row. Noting a call costs next to nothing, as calls are made in the timed window too; they are looked
 * up when replies are judged.
 */
export class NumberedCalls implements CallValues {
  readonly around: CallContext;
  /** Ids that are not looked up yet, in the order of their numbers. */
  #noted: number[] = [];
  readonly #numbers = new Map<number, number>();
  #made = 0;

  constructor(around: CallContext) {
    this.around = around;
  }

  get made(): number {
    return this.#made + this.#noted.length;
  }

  note(id: number): void {
    this.#noted.push(id);
  }

  /** Throws RangeError for a call that was not noted, or so long ago that no reply to it can still be judged. */
  numberOf(id: number | undefined): number {
    this.#lookUp();
    const number = this.#numbers.get(id ?? -1);
    if (number === undefined) throw new RangeError(`no call has the id ${id}`);
    return number;
  }

  #lookUp(): void {
    if (this.#noted.length === 0) return;
    for (const id of this.#noted) this.#numbers.set(id, this.#made++);
    this.#noted = [];
    for (const [id, number] of this.#numbers) {
      if (number >= this.#made - mostKept) return;
      this.#numbers.delete(id);
    }
  }
}
