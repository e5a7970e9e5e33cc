import type { RecordMeasurement } from "../../record/record.ts";
import type { Classifier, Failure } from "../load/outcome.ts";

/** Observes the calls of a row beside their latency, block by block. */
export interface Observer {
  /** A block is over and its replies are judged. */
  add(): void;
  /** A warm-up is over. */
  skip(): void;
  /** Summarises the ok calls of all blocks. */
  result(): Partial<RecordMeasurement>;
}

/** Observes something of each call, and keeps it of those whose reply turns out to be ok: that is judged after the load. */
export abstract class CallObserver<Seen> implements Observer {
  /** Answered calls until their block is over. */
  readonly #answered = new Map<number, { readonly seen: Seen; isOk: boolean }>();

  /** Takes in what was seen of an ok call. */
  protected abstract keep(seen: Seen): void;

  abstract result(): Partial<RecordMeasurement>;

  /** Finds a fault of a call although its reply is ok. */
  protected flawOf(_seen: Seen): Failure | undefined {
    return undefined;
  }

  /** A call was answered. */
  protected note(id: number, seen: Seen): void {
    this.#answered.set(id, { seen, isOk: false });
  }

  /** Notes which calls were ok. */
  judging(classify: Classifier): Classifier {
    return (body, id) => {
      const outcome = classify(body, id);
      const call = this.#answered.get(id);
      if (outcome.kind !== "ok" || !call) return outcome;
      const flaw = this.flawOf(call.seen);
      call.isOk = flaw === undefined;
      return flaw ?? outcome;
    };
  }

  add(): void {
    for (const { seen, isOk } of this.#answered.values()) if (isOk) this.keep(seen);
    this.skip();
  }

  skip(): void {
    this.#answered.clear();
  }
}
