import type { Readable } from "node:stream";
import type { OutputPattern } from "../config/output-pattern.ts";

/** Longer lines are no announcement, and a regular expression may take long on them. */
const longestLine = 10_000;

/**
 * Resolves with the first match of a pattern in the lines of a stream. Never rejects and never resolves without a match;
 * `signal` ends the watching.
 */
export function firstMatch(stream: Readable, pattern: string, signal: AbortSignal): Promise<RegExpExecArray> {
  const expression = new RegExp(pattern);
  return new Promise((resolve) => {
    let rest = "";
    const read = (chunk: Buffer): void => {
      const lines = `${rest}${chunk.toString("utf8")}`.split("\n");
      rest = lines.at(-1)?.slice(-longestLine) ?? "";
      for (const line of lines) {
        const match = expression.exec(line.slice(0, longestLine));
        if (!match) continue;
        stream.off("data", read);
        resolve(match);
        return;
      }
    };
    stream.on("data", read);
    signal.addEventListener("abort", () => stream.off("data", read), { once: true });
  });
}

/** A pattern as messages show it. */
export function describePattern({ stream, pattern }: OutputPattern): string {
  return `a line matching /${pattern}/ on ${stream}`;
}
