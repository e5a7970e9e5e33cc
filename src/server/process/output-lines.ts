import type { Readable } from "node:stream";
import { patternSearch } from "../../base/host/pattern-search.ts";
import type { OutputPattern } from "../../plan/plan.ts";

/** Longer lines are no announcement. */
const longestLine = 10_000;

/** After so long without more, a line is taken as it is: some programs end none, and some write one in many pieces. */
const quietMs = 100;

interface Watched {
  readonly pattern: string;
  /** Place of the pattern in the configuration. */
  readonly where: string;
  /** Ends the watching. */
  readonly signal: AbortSignal;
}

/**
 * Resolves with the first match of a pattern in the lines of a stream, and never without one. Rejects with a ConfigError
 * when the pattern takes too long on what has come.
 */
export function firstMatch(stream: Readable, { pattern, where, signal }: Watched): Promise<RegExpExecArray> {
  const search = patternSearch(new RegExp(pattern), { where, what: "output" });
  return new Promise((resolve, reject) => {
    let rest = "";
    let quiet: NodeJS.Timeout | undefined;
    const stop = (): void => {
      clearTimeout(quiet);
      stream.off("data", read);
    };
    const look = (lines: readonly string[]): void => {
      try {
        const match = search(lines.map((line) => line.slice(0, longestLine)));
        if (!match) return;
        resolve(match);
      } catch (error) {
        reject(error);
      }
      stop();
    };
    const read = (chunk: Buffer): void => {
      const lines = `${rest}${chunk.toString("utf8")}`.split("\n");
      rest = lines.pop()?.slice(-longestLine) ?? "";
      clearTimeout(quiet);
      if (rest !== "") quiet = setTimeout(() => look([rest]), quietMs);
      if (lines.length > 0) look(lines);
    };
    stream.on("data", read);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** A pattern as messages show it. */
export function describePattern({ stream, pattern }: OutputPattern): string {
  return `a line matching /${pattern}/ on ${stream}`;
}
