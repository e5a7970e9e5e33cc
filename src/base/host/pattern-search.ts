import { type Context, createContext, Script } from "node:vm";
import { ConfigError } from "../../errors.ts";
import { timeLimit } from "../time-limit.ts";

const limitMs = 1000;

interface Searched {
  /** Place of the expression in the configuration. */
  readonly where: string;
  /** Name of the texts in the error. */
  readonly what: string;
}

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

/** Made when first asked for: most runs look at no such input. */
let made: { readonly realm: Context; readonly script: Script } | undefined;

/** Runs what an untrusted input may keep busy for ever. Throws TookTooLong after `limitMs`, and what `work` throws. */
export function inTime<Result>(work: () => Result, limitMs: number): Result {
  made ??= { realm: createContext({ work: undefined }), script: new Script("work()") };
  const { realm, script } = made;
  realm.work = work;
  try {
    return script.runInContext(realm, { timeout: limitMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      throw new TookTooLong(`not done within ${timeLimit(limitMs)}`);
    throw error;
  } finally {
    realm.work = undefined;
  }
}

export class TookTooLong extends Error {}
