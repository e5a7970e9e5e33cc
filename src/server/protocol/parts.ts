/** A part that is smaller is copied together with others: an object of its own would take more memory than its bytes. */
const small = 1024;

const largestBlock = 64 * 1024;

const empty = Buffer.alloc(0);

/** Parts of a whole in the order in which they come. What they take is about their bytes, also of those sent one by one. */
export class Parts {
  readonly #parts: Buffer[] = [];
  /** Block for the next small parts; the bytes before `#used` are the last part. */
  #block: Buffer = empty;
  #used = 0;
  size = 0;

  get start(): Buffer {
    return this.#parts[0] ?? this.#block.subarray(0, this.#used);
  }

  /** Before the first part: how many bytes are to come. Each is then copied once, into a piece of that size. */
  reserve(bytes: number): void {
    this.#block = Buffer.allocUnsafe(bytes);
  }

  /** Takes a part whose memory stays as it is. */
  add(part: Buffer): void {
    if (part.length < small) this.#copy(part);
    else this.#push(part);
  }

  /** Takes a part whose memory is written over after the call. */
  addCopy(part: Buffer): void {
    if (part.length < small || part.length <= this.#block.length - this.#used) this.#copy(part);
    else this.#push(Buffer.from(part));
  }

  take(): Buffer {
    if (this.#parts.length === 0 && this.#used === this.#block.length) return this.#block;
    this.#seal();
    return this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts, this.size);
  }

  #push(part: Buffer): void {
    this.#seal();
    this.#parts.push(part);
    this.size += part.length;
  }

  #copy(part: Buffer): void {
    if (part.length > this.#block.length - this.#used) {
      this.#seal();
      this.#block = Buffer.allocUnsafe(Math.max(part.length, Math.min(this.size, largestBlock)));
    }
    this.#block.set(part, this.#used);
    this.#used += part.length;
    this.size += part.length;
  }

  #seal(): void {
    if (this.#used === 0) return;
    this.#parts.push(this.#block.subarray(0, this.#used));
    this.#block = this.#block.subarray(this.#used);
    this.#used = 0;
  }
}
