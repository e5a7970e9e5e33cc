import type { Answer } from "./loop-result.ts";

/** Bytes of replies that are kept to be judged when nothing is timed, and how many replies. */
const most = { bytes: 32 * 2 ** 20, replies: 100_000 };

/** The replies of one stretch, kept until nothing is timed any more. */
export class ReplyLog {
  readonly answers: Answer[] = [];
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes = most.bytes) {
    this.#mostBytes = mostBytes;
  }

  /** Nothing more should be sent: what is in flight is kept all the same. */
  get isFull(): boolean {
    return this.#bytes > this.#mostBytes || this.answers.length >= most.replies;
  }

  add(id: number, body: Uint8Array, latencyMs: number): void {
    const bytes = body.byteLength;
    this.#bytes += bytes;
    this.answers.push({ id, latencyMs, bytes, body });
  }
}
