import { Parts } from "../protocol/parts.ts";

/** Gathers a body out of parts whose memory is not kept. Each byte is copied once where its length is known beforehand. */
export class BodyBuffer {
  #whole: Buffer | undefined;
  #parts: Parts | undefined;
  #size = 0;

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  /** Before the first part: how many bytes are to come. */
  reserve(bytes: number): void {
    this.#whole = Buffer.allocUnsafe(bytes);
  }

  add(part: Buffer): void {
    if (this.#whole) part.copy(this.#whole, this.#size);
    else {
      this.#parts ??= new Parts();
      this.#parts.addCopy(part);
    }
    this.#size += part.length;
  }

  /** Returns all received bytes as one piece. */
  take(): Buffer {
    if (!this.#whole) return this.#parts?.take() ?? Buffer.alloc(0);
    return this.#size === this.#whole.length ? this.#whole : this.#whole.subarray(0, this.#size);
  }
}
