import { mean } from "simple-statistics";
import type { CountTokens } from "../launch/tokenizer.ts";
import type { LoopResult } from "../load/loop-result.ts";
import { parseReply, resultText } from "../load/reply.ts";

/** Replies that are looked at per row, arm and round, and their bytes in all. */
const sample = { replies: 8, bytes: 2 ** 20 };

/** The first few replies of a row. */
export class ReplySample {
  readonly #bodies: Uint8Array[] = [];
  #bytes = 0;

  add({ answers }: LoopResult): void {
    for (const { body } of answers) {
      if (this.#bodies.length >= sample.replies) return;
      if (this.#bytes + body.byteLength > sample.bytes) continue;
      this.#bodies.push(body);
      this.#bytes += body.byteLength;
    }
  }

  /** Those that are no errors of the protocol. */
  results(): Record<string, unknown>[] {
    return this.#bodies.flatMap((body) => {
      const reply = parseReply(body);
      return reply.kind === "result" ? [reply.result] : [];
    });
  }
}

/** Tokens of what a model reads of a result, on average; undefined without any that can be counted. */
export function meanTokens(results: readonly Record<string, unknown>[], countTokens: CountTokens): number | undefined {
  const counts = results.flatMap((result) => countTokens(resultText(result)) ?? []);
  return counts.length > 0 ? mean(counts) : undefined;
}
