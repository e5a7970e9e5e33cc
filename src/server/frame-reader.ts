const newline = 0x0a;
const carriageReturn = 0x0d;

/** No reply of a sane server is longer; beyond it memory is at stake. */
export const maxFrameBytes = 256 * 1024 * 1024;

export interface FrameSink {
  /** One line without its line end; may share memory with the chunk it came in. */
  onFrame(frame: Buffer): void;
  /** Called once per line that exceeds the cap; the rest of that line is skipped. */
  onTooLong(): void;
}

/**
 * Splits a byte stream into lines. Every byte is looked at once and copied at most once, so a long line costs one
 * linear pass however many chunks it comes in.
 */
export class FrameReader {
  readonly #sink: FrameSink;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #size = 0;
  #skipping = false;

  constructor(sink: FrameSink, maxBytes: number = maxFrameBytes) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
  }

  /** Bytes of a line whose end has not come yet. */
  get pendingBytes(): number {
    return this.#size;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#endLine(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #keep(part: Buffer): void {
    if (this.#skipping) return;
    this.#size += part.length;
    if (this.#size <= this.#maxBytes) this.#parts.push(part);
    else {
      this.#clear();
      this.#skipping = true;
      this.#sink.onTooLong();
    }
  }

  #endLine(last: Buffer): void {
    let line = last;
    if (this.#skipping || this.#size > 0) {
      this.#keep(last);
      const skipped = this.#skipping;
      line = this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts, this.#size);
      this.#clear();
      this.#skipping = false;
      if (skipped) return;
    }
    const end = line[line.length - 1] === carriageReturn ? line.length - 1 : line.length;
    this.#sink.onFrame(end === line.length ? line : line.subarray(0, end));
  }

  #clear(): void {
    this.#parts = [];
    this.#size = 0;
  }
}
