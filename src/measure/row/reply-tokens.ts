import type { CountTokens } from "../launch/tokenizer.ts";
import type { LoopResult } from "../load/loop-result.ts";
import { parseReply, resultText } from "../load/reply.ts";

/** Replies that are counted per row, arm and round, and their bytes in all. */
const sample = { replies: 8, bytes: 2 ** 20 };

/** Tokens of what a model reads of the first few results of a row. */
export class ReplyTokens {
  readonly #countTokens: CountTokens;
  readonly #bodies: Uint8Array[] = [];
  #bytes = 0;

  constructor(countTokens: CountTokens) {
    this.#countTokens = countTokens;
  }

  add({ answers }: LoopResult): void {
    for (const { body } of answers) {
      if (this.#bodies.length >= sample.replies) return;
      if (this.#bytes + body.byteLength > sample.bytes) continue;
      this.#bodies.push(body);
      this.#bytes += body.byteLength;
    }
  }

  /** Mean over the sample; undefined where it holds no result. */
  mean(): number | undefined {
    const counts = this.#bodies.flatMap((body) => {
      const reply = parseReply(body);
      return reply.kind === "result" ? (this.#countTokens(resultText(reply.result)) ?? []) : [];
    });
    return counts.length > 0 ? counts.reduce((sum, tokens) => sum + tokens, 0) / counts.length : undefined;
  }
}
