import type { Classifier } from "../load/outcome.ts";

/** A figure of each call, kept of those whose reply turns out to be ok: what that is, is judged after the load. */
export class OkFigures {
  readonly #keep: (figure: number) => void;
  /** Of calls that were answered, until their block is over. */
  readonly #answered = new Map<number, { readonly figure: number; isOk: boolean }>();

  constructor(keep: (figure: number) => void) {
    this.#keep = keep;
  }

  /** A call was answered. */
  note(id: number, figure: number): void {
    this.#answered.set(id, { figure, isOk: false });
  }

  /** Notes which calls were ok. */
  judging(classify: Classifier): Classifier {
    return (body, id) => {
      const outcome = classify(body, id);
      const call = this.#answered.get(id);
      if (call && outcome.kind === "ok") call.isOk = true;
      return outcome;
    };
  }

  /** Keeps the figures of a block. */
  add(): void {
    for (const { figure, isOk } of this.#answered.values()) if (isOk) this.#keep(figure);
    this.skip();
  }

  /** Drops them. */
  skip(): void {
    this.#answered.clear();
  }
}
