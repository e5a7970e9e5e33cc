import { Parts } from "./parts.ts";

const newline = 0x0a;
const carriageReturn = 0x0d;

/** No reply of a sane server is longer; beyond it memory is at stake. */
export const maxFrameBytes = 256 * 1024 * 1024;

interface FrameSink {
  /** One line without its line end; may share memory with the chunk it came in. */
  onFrame(frame: Buffer): void;
  /** Called once per line that exceeds the cap; the rest of that line is skipped. */
  onTooLong(): void;
}

interface FrameOptions {
  readonly maxBytes?: number;
  /** `newline`: LF or CRLF, the default; in JSON a CR alone is mere space. `any`: CR alone ends a line too. */
  readonly lineEnds?: "newline" | "any";
}

/**
 * Splits a byte stream into lines. Every byte is looked at once (twice, where any line end counts) and copied at most
 * once, or twice where it comes in a small chunk, so a long line costs one linear pass however many chunks it comes in.
 */
export class FrameReader {
  readonly #sink: FrameSink;
  readonly #maxBytes: number;
  readonly #anyEnd: boolean;
  #parts = new Parts();
  #size = 0;
  #skipping = false;
  #afterReturn = false;

  constructor(sink: FrameSink, { maxBytes = maxFrameBytes, lineEnds = "newline" }: FrameOptions = {}) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
    this.#anyEnd = lineEnds === "any";
  }

  /** Bytes of a line whose end has not come yet. */
  get pendingBytes(): number {
    return this.#size;
  }

  get pendingStart(): Buffer {
    return this.#parts.start;
  }

  push(chunk: Buffer): void {
    const start = this.#anyEnd ? this.#splitAtAnyEnd(chunk) : this.#splitAtNewlines(chunk);
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** Finds the start of the last line of the chunk, the one without an end. */
  #splitAtNewlines(chunk: Buffer): number {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#endLine(chunk.subarray(start, end));
      start = end + 1;
    }
    return start;
  }

  #splitAtAnyEnd(chunk: Buffer): number {
    let start = this.#afterReturn && chunk[0] === newline ? 1 : 0;
    let feed = chunk.indexOf(newline, start);
    let back = chunk.indexOf(carriageReturn, start);
    while (feed !== -1 || back !== -1) {
      const end = back === -1 || (feed !== -1 && feed < back) ? feed : back;
      this.#endLine(chunk.subarray(start, end));
      start = end + (end === back && chunk[end + 1] === newline ? 2 : 1);
      if (feed !== -1 && feed < start) feed = chunk.indexOf(newline, start);
      if (back !== -1 && back < start) back = chunk.indexOf(carriageReturn, start);
    }
    if (chunk.length > 0) this.#afterReturn = chunk[chunk.length - 1] === carriageReturn;
    return start;
  }

  #keep(part: Buffer): void {
    if (this.#skipping) return;
    this.#size += part.length;
    if (this.#size <= this.#maxBytes) this.#parts.add(part);
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
      line = this.#parts.take();
      this.#clear();
      this.#skipping = false;
      if (skipped) return;
    }
    const end = line[line.length - 1] === carriageReturn ? line.length - 1 : line.length;
    this.#sink.onFrame(end === line.length ? line : line.subarray(0, end));
  }

  #clear(): void {
    this.#parts = new Parts();
    this.#size = 0;
  }
}
