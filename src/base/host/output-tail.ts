const maxBytes = 16 * 1024;
const maxLines = 20;

/** Keeps the end of what a server wrote, in bounded memory however much it writes. */
export class OutputTail {
  #chunks: Buffer[] = [];
  #size = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // Cutting only at twice the bound keeps the copying linear in what was written.
    if (this.#size > 2 * maxBytes) this.#cut();
  }

  /** The last 20 lines, of the last 16 KiB at most. Untrusted text. */
  text(): string {
    this.#cut();
    const text = Buffer.concat(this.#chunks).toString("utf8").trimEnd();
    return text.split("\n").slice(-maxLines).join("\n");
  }

  #cut(): void {
    const tail = Buffer.from(Buffer.concat(this.#chunks).subarray(-maxBytes));
    this.#chunks = [tail];
    this.#size = tail.length;
  }
}
