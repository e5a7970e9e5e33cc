import type { TokenizerName } from "../../model/run-settings.ts";

/** Tokens of a text; undefined for a text so long that counting would take longer than anybody waits. */
export type CountTokens = (text: string) => number | undefined;

const longestText = 4 * 2 ** 20;

/** No word of a language is so long, and the time for one grows with the square of its length. */
const endlessRun = /[\p{L}\p{M}]{1000}|[^\s\p{L}\p{M}\p{N}]{1000}|\s{1000}/gu;

/** Words that mean something to a model's own transport are text like any other here. */
const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Loads a tokenizer: some megabytes and up to a second, so only where tokens are asked for. */
export async function loadTokenizer(name: TokenizerName): Promise<CountTokens> {
  const { countTokens } = await tokenizers[name]();
  const known = new Map<string, number>();
  return (text) => {
    if (text.length > longestText) return undefined;
    const found = known.get(text) ?? count(text, (piece) => countTokens(piece, plain));
    // Launch after launch a server says the same of itself.
    if (known.size < 1_000 && text.length < 100_000) known.set(text, found);
    return found;
  };
}

const tokenizers = { o200k_base: () => import("gpt-tokenizer/encoding/o200k_base") };

function count(text: string, countTokens: (piece: string) => number): number {
  let [sum, from] = [0, 0];
  for (const { index, 0: run } of text.matchAll(endlessRun)) {
    sum += countTokens(text.slice(from, index + run.length));
    from = index + run.length;
  }
  return sum + countTokens(text.slice(from));
}
