import type { JsonObject } from "../../base/json.ts";
import type { RecordMeasurement } from "../../record/record.ts";
import type { EncodeOptions, Frame, Wire } from "../../server/protocol/session.ts";
import { LatencyLog } from "../load/latency-log.ts";
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

/** Observation of a call. */
export interface Seen {
  /** Kept of ok calls. */
  readonly figure: number;
  /** Fault of the call although its reply is ok. */
  readonly flaw?: Failure | undefined;
}

/**
 * Sends calls over another wire and observes something of each. It keeps that of those whose reply turns out to be ok, which is
 * judged after the load.
 */
export abstract class ObservingWire<Call extends Seen = Seen> implements Observer {
  readonly isParallel: boolean;
  protected readonly wire: Wire;
  readonly #summarise: (kept: LatencyLog) => Partial<RecordMeasurement>;
  readonly #kept = new LatencyLog();
  /** Answered calls until their block is over. */
  readonly #answered = new Map<number, { readonly seen: Call; isOk: boolean }>();

  /** `summarise`: makes a measurement of the figures of ok calls, of which there is at least one. */
  constructor(wire: Wire, summarise: (kept: LatencyLog) => Partial<RecordMeasurement>) {
    this.wire = wire;
    this.#summarise = summarise;
    this.isParallel = wire.isParallel === true;
  }

  encode(method: string, params?: JsonObject, options?: EncodeOptions): Frame {
    return this.wire.encode(method, params, options);
  }

  abandon(id: number): void {
    this.wire.abandon(id);
  }

  /** Takes in what was seen of an ok call. */
  protected keep({ figure }: Call): void {
    this.#kept.add(figure);
  }

  result(): Partial<RecordMeasurement> {
    return this.#kept.count > 0 ? this.#summarise(this.#kept) : {};
  }

  protected note(id: number, seen: Call): void {
    this.#answered.set(id, { seen, isOk: false });
  }

  /** Notes which calls were ok. */
  judging(classify: Classifier): Classifier {
    return (body, id) => {
      const outcome = classify(body, id);
      const call = this.#answered.get(id);
      if (outcome.kind !== "ok" || !call) return outcome;
      const { flaw } = call.seen;
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
