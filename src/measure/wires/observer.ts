import type { JsonObject } from "../../base/json.ts";
import type { RecordMeasurement } from "../../record/record.ts";
import type { EncodeOptions, Frame, Wire } from "../../server/protocol/session.ts";
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

/**
 * Sends calls over another wire and observes something of each. It keeps that of those whose reply turns out to be ok, which is judged
 * after the load.
 */
export abstract class ObservingWire<Seen> implements Observer {
  readonly isParallel: boolean;
  protected readonly wire: Wire;
  /** Answered calls until their block is over. */
  readonly #answered = new Map<number, { readonly seen: Seen; isOk: boolean }>();

  constructor(wire: Wire) {
    this.wire = wire;
    this.isParallel = wire.isParallel === true;
  }

  encode(method: string, params?: JsonObject, options?: EncodeOptions): Frame {
    return this.wire.encode(method, params, options);
  }

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
