/** The first few bodies that are offered, as long as they are small enough to be looked at in passing. */
export class BodySample {
  readonly bodies: Uint8Array[] = [];
  readonly #most: { readonly bodies: number; readonly bytes: number };
  #bytes = 0;

  /** `most`: how many to keep, and their bytes in all. */
  constructor(most: { readonly bodies: number; readonly bytes: number }) {
    this.#most = most;
  }

  /** Returns false for a body that it has no room for. */
  offer(body: Uint8Array): boolean {
    const { bodies, bytes } = this.#most;
    if (this.bodies.length >= bodies || this.#bytes + body.byteLength > bytes) return false;
    this.bodies.push(body);
    this.#bytes += body.byteLength;
    return true;
  }
}
