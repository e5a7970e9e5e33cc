import type { Readable } from "node:stream";
import { patternSearch } from "../../base/host/pattern-search.ts";
import type { OutputPattern } from "../../plan/plan.ts";

/** Longer lines are no announcement. */
const longestLine = 10_000;

/** After so long without more, a line is taken as it is: some programs end none, and some write one in many pieces. */
const quietMs = 100;

interface Watch {
  /** The first match so far. Throws a ConfigError when the pattern takes too long on what has come. */
  match(): RegExpExecArray | undefined;
  stop(): void;
}

/** Looks for a pattern in the lines of a stream from now on. `where`: its place in the configuration. */
export function watchLines(
  stream: Readable,
  { pattern, where }: { readonly pattern: string; readonly where: string },
): Watch {
  const search = patternSearch(new RegExp(pattern), { where, what: "output" });
  let found: RegExpExecArray | undefined;
  let failure: unknown;
  let rest = "";
  let quiet: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(quiet);
    stream.off("data", read);
  };
  const look = (lines: readonly string[]): void => {
    try {
      found = search(lines.map((line) => line.slice(0, longestLine)));
    } catch (error) {
      failure = error;
    }
    if (found || failure) stop();
  };
  const read = (chunk: Buffer): void => {
    const lines = `${rest}${chunk.toString("utf8")}`.split("\n");
    rest = lines.pop()?.slice(-longestLine) ?? "";
    clearTimeout(quiet);
    if (rest !== "") quiet = setTimeout(() => look([rest]), quietMs);
    if (lines.length > 0) look(lines);
  };
  stream.on("data", read);
  return {
    match: () => {
      if (failure) throw failure;
      return found;
    },
    stop,
  };
}

/** A pattern as messages show it. */
export function describePattern({ stream, pattern }: OutputPattern): string {
  return `a line matching /${pattern}/ on ${stream}`;
}
