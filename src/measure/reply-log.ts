import { CallTally } from "./call-tally.ts";
import type { Answer } from "./loop-result.ts";
import type { MixParts } from "./mix-parts.ts";
import type { Classifier } from "./outcome.ts";

/** Bytes of replies kept until the block is over; beyond this they are judged on arrival, and only counted. */
const standardRetention = 64 * 2 ** 20;

/** The same as a number of replies. */
const mostAnswers = 100_000;

export interface ReplyLogOptions {
  /** For replies that no longer fit into memory. */
  readonly classify: Classifier;
  readonly retainBytes?: number;
  /** Of the mix that the requests are of. */
  readonly parts?: MixParts;
}

/** The replies of one block: kept to be judged when nothing is timed any more, as long as there is room for them. */
export class ReplyLog {
  readonly answers: Answer[] = [];
  readonly #options: ReplyLogOptions;
  #retained = 0;
  #further: CallTally | undefined;

  constructor(options: ReplyLogOptions) {
    this.#options = options;
  }

  /** Replies that came after `answers`, if any. */
  get further(): CallTally | undefined {
    return this.#further;
  }

  /** Throws what the classifier throws. */
  add(id: number, body: Uint8Array, latencyMs: number): void {
    const { classify, retainBytes = standardRetention } = this.#options;
    const bytes = body.byteLength;
    this.#retained += bytes;
    if (this.#retained > retainBytes || this.answers.length >= mostAnswers) {
      this.#further ??= new CallTally(this.#options.parts);
      this.#further.addReply(classify(body, id), { id, latencyMs, bytes });
    } else this.answers.push({ id, latencyMs, bytes, body });
  }
}
