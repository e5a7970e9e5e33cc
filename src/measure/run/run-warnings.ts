import type { Progress } from "../progress.ts";

/** The warnings of a run: each is told when it first comes up, and kept for the record. */
export class RunWarnings {
  readonly #progress: Progress;
  readonly #messages = new Map<string, string>();

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  /** `news`: what of the message has to be new. */
  add(message: string, news = message): void {
    if (this.#messages.has(news)) return;
    this.#messages.set(news, message);
    this.#progress({ kind: "warning", message });
  }

  list(): string[] {
    return [...this.#messages.values()];
  }
}
