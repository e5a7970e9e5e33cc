import type { LogQuery } from "../../model/server-metric.ts";
import { type StreamedDescription, StreamedSample } from "../../stats/streamed-sample.ts";
import { fieldOf } from "./log-lines.ts";

/** Gathers the numbers of some fields from the lines of a log that match. */
export class LogTally {
  readonly #query: LogQuery;
  readonly #samples: readonly StreamedSample[];
  #lines = 0;

  constructor(query: LogQuery) {
    this.#query = query;
    this.#samples = query.fields.map(() => new StreamedSample());
  }

  /** Lines that matched. */
  get lines(): number {
    return this.#lines;
  }

  /** False for a line that does not match. */
  add(line: Record<string, unknown>): boolean {
    const { where, fields } = this.#query;
    // As text, so that a number on the command line finds a number in the log.
    if (!Object.entries(where).every(([field, wanted]) => String(fieldOf(line, field)) === String(wanted)))
      return false;
    this.#lines++;
    for (const [place, field] of fields.entries()) {
      const value = fieldOf(line, field);
      if (typeof value === "number" && Number.isFinite(value)) this.#samples[place]?.add(value);
    }
    return true;
  }

  /** Returns statistics by the place of the field; undefined where no line held a number. */
  describe(): (StreamedDescription | undefined)[] {
    return this.#samples.map((sample) => sample.describe());
  }
}
