import type { Progress } from "./progress.ts";

/** The warnings of a run: each is told when it first comes up, and kept for the record. */
export class RunWarnings {
  readonly #progress: Progress;
  readonly #messages = new Set<string>();

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  add(message: string): void {
    if (this.#messages.has(message)) return;
    this.#messages.add(message);
    this.#progress({ kind: "warning", message });
  }

  list(): string[] {
    return [...this.#messages];
  }
}
