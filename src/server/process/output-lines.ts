import type { Readable } from "node:stream";
import { patternSearch } from "../../host/pattern-search.ts";
import type { OutputPattern } from "../../plan/plan.ts";

/** Longer lines are no announcement. */
const longestLine = 10_000;

interface Watched {
  readonly pattern: string;
  /** Where the configuration has the pattern. */
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
    const stop = (): void => void stream.off("data", read);
    const read = (chunk: Buffer): void => {
      const lines = `${rest}${chunk.toString("utf8")}`.split("\n");
      rest = lines.at(-1)?.slice(-longestLine) ?? "";
      try {
        const match = search(lines.map((line) => line.slice(0, longestLine)));
        if (!match) return;
        resolve(match);
      } catch (error) {
        reject(error);
      }
      stop();
    };
    stream.on("data", read);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** A pattern as messages show it. */
export function describePattern({ stream, pattern }: OutputPattern): string {
  return `a line matching /${pattern}/ on ${stream}`;
}
