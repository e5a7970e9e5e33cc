import type { RecordMeasurement } from "../baseline/record.ts";
import { type OutcomeKind, outcomeKinds } from "../baseline/record-launch.ts";
import type { Outcome } from "./outcome.ts";

const maximumSamples = 5;
const maximumLength = 500;

/** Counts outcomes by kind and keeps the first few distinct messages of what went wrong. */
export class OutcomeTally {
  readonly #counts: Partial<Record<OutcomeKind, number>> = {};
  readonly #samples = new Map<string, RecordMeasurement["errors"][number]>();

  add(outcome: Outcome): void {
    this.#counts[outcome.kind] = (this.#counts[outcome.kind] ?? 0) + 1;
    if (outcome.kind !== "ok") this.#addSample(outcome.kind, { message: shorten(outcome.message), count: 1 });
  }

  /** Adds what came after. */
  merge(later: OutcomeTally): void {
    for (const kind of outcomeKinds) {
      const more = later.#counts[kind];
      if (more !== undefined) this.#counts[kind] = (this.#counts[kind] ?? 0) + more;
    }
    for (const { kind, message, count } of later.#samples.values()) this.#addSample(kind, { message, count });
  }

  /** Requests that ended in any way. */
  get total(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
  }

  get outcomes(): Partial<Record<OutcomeKind, number>> {
    return { ...this.#counts };
  }

  get samples(): RecordMeasurement["errors"] {
    return [...this.#samples.values()];
  }

  #addSample(kind: OutcomeKind, { message, count }: { message: string; count: number }): void {
    const key = `${kind} ${message}`;
    const known = this.#samples.get(key);
    if (known) known.count += count;
    else if (this.#samples.size < maximumSamples) this.#samples.set(key, { kind, message, count });
  }
}

/** Cuts a message to what a record keeps, without leaving half a surrogate pair. */
export function shorten(message: string): string {
  if (message.length <= maximumLength) return message;
  return `${message.slice(0, maximumLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
