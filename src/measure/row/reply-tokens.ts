import type { CountTokens } from "../launch/tokenizer.ts";
import { resultText } from "../load/reply.ts";

/** Tokens of what a model reads of a result, on average; undefined without any that can be counted. */
export function meanTokens(results: readonly Record<string, unknown>[], countTokens: CountTokens): number | undefined {
  const counts = results.flatMap((result) => countTokens(resultText(result)) ?? []);
  return counts.length > 0 ? counts.reduce((sum, tokens) => sum + tokens, 0) / counts.length : undefined;
}
