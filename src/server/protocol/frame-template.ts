/**
 * One serialised request that is made again and again under other ids, without serialising it again. All ids have as many
 * digits as the first.
 */
export class FrameTemplate {
  readonly #bytes: Buffer;
  readonly #idStart: number;
  readonly #idEnd: number;

  /** `text` says where its id stands: right behind the first `"id":`. */
  constructor(text: string, id: number) {
    this.#bytes = Buffer.from(text);
    this.#idStart = this.#bytes.indexOf('"id":') + '"id":'.length;
    this.#idEnd = this.#idStart + String(id).length;
  }

  /** The request under an id, in memory of its own. */
  withId(id: number): Buffer {
    const bytes = Buffer.allocUnsafe(this.#bytes.length);
    bytes.set(this.#bytes);
    let rest = id;
    for (let at = this.#idEnd - 1; at >= this.#idStart; at--) {
      bytes[at] = 0x30 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    return bytes;
  }
}
