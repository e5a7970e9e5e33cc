import { type OutcomeKind, outcomeKinds } from "../../record/launch.ts";

/** Outcome of one request. Only `ok` ever enters a latency. */
export type Outcome = { readonly kind: "ok" } | Failure;

export interface Failure {
  readonly kind: Exclude<OutcomeKind, "ok">;
  /** Owner of a reply that is `crossed`. */
  readonly of?: "session" | "call";
  readonly message: string;
}

/** Judges the text of one reply to the request of an id. Made once per row, called outside the timed window. */
export type Classifier = (body: Uint8Array, id: number) => Outcome;

const maximumSamples = 5;
const maximumLength = 500;

/** A message of what went wrong, and how often it was met. */
type FailureSample = Failure & { count: number };

/** Counts outcomes by kind and keeps the first few distinct messages of what went wrong. */
export class OutcomeTally {
  readonly #counts: Partial<Record<OutcomeKind, number>> = {};
  readonly #samples = new Map<string, FailureSample>();

  /** `times`: how many requests ended so. */
  add(outcome: Outcome, times = 1): void {
    if (times === 0) return;
    this.#counts[outcome.kind] = (this.#counts[outcome.kind] ?? 0) + times;
    if (outcome.kind !== "ok") this.#addSample(outcome, times);
  }

  merge(later: OutcomeTally): void {
    for (const kind of outcomeKinds) {
      const more = later.#counts[kind];
      if (more !== undefined) this.#counts[kind] = (this.#counts[kind] ?? 0) + more;
    }
    for (const sample of later.#samples.values()) this.#addSample(sample, sample.count);
  }

  /** Requests that ended in any way. */
  get total(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
  }

  get outcomes(): Partial<Record<OutcomeKind, number>> {
    return { ...this.#counts };
  }

  /** In the order in which they were met first. */
  get samples(): FailureSample[] {
    return [...this.#samples.values()];
  }

  #addSample({ message, ...failure }: Failure, count: number): void {
    const known = this.#samples.get(keyOf(failure, cut(message)));
    if (known) known.count += count;
    else if (this.#samples.size < maximumSamples) {
      const kept = shorten(message);
      this.#samples.set(keyOf(failure, kept), { ...failure, message: kept, count });
    }
  }
}

function keyOf({ kind, of }: Pick<Failure, "kind" | "of">, message: string): string {
  return `${kind} ${of} ${message}`;
}

/**
 * Cuts a message to what a record keeps, without leaving half a surrogate pair. The result has memory of its own: a part
 * of a string would keep all of it, which may be a reply of many megabytes.
 */
export function shorten(message: string): string {
  return Buffer.from(cut(message), "utf16le").toString("utf16le");
}

function cut(message: string): string {
  if (message.length <= maximumLength) return message;
  return `${message.slice(0, maximumLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
