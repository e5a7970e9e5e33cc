import { ConfigError } from "../../errors.ts";
import { timeLimit } from "../time-limit.ts";
import { inTime } from "./in-time.ts";

const limitMs = 1000;

interface Searched {
  /** Place of the expression in the configuration. */
  readonly where: string;
  /** Name of the texts in the error. */
  readonly what: string;
}

/** More matches than this say no more. */
const mostMatches = 1000;

/**
 * Looks for the first match in any of the texts from a server, in their order. Throws ConfigError when that takes too long: an
 * expression that never comes to an end would be deaf to every signal.
 */
export function patternSearch(expression: RegExp, searched: Searched) {
  return timed(expression, searched, (texts): RegExpExecArray | undefined => {
    for (const text of texts) {
      expression.lastIndex = 0;
      const match = expression.exec(text);
      if (match) return match;
    }
    return undefined;
  });
}

/** The same for every match in a text, as far as there are not too many. The expression has the flag `g`. */
export function everyMatch(expression: RegExp, searched: Searched): (text: string) => readonly RegExpExecArray[] {
  const found = timed(expression, searched, ([text = ""]) => {
    const matches: RegExpExecArray[] = [];
    for (const match of text.matchAll(expression)) {
      matches.push(match);
      if (matches.length === mostMatches) break;
    }
    return matches;
  });
  return (text) => found([text]);
}

function timed<Found>(
  expression: RegExp,
  { where, what }: Searched,
  search: (texts: readonly string[]) => Found,
): (texts: readonly string[]) => Found {
  return (texts) => {
    try {
      return inTime(() => search(texts), limitMs);
    } catch (cause) {
      const length = texts.reduce((sum, text) => sum + text.length, 0);
      throw new ConfigError(
        `the pattern ${expression} did not finish within ${timeLimit(limitMs)} on ${what} of ${length} characters`,
        { where, fix: "write it without nested repetition such as `(a+)+`", cause },
      );
    }
  };
}
