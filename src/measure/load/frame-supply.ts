import type { Frame } from "../../server/protocol/session.ts";

const newline = 0x0a;

/** Frames in the order in which they are sent. */
export interface FrameSource {
  /** Number of requests; may be infinite. */
  readonly requests: number;
  /** Called once per request, before the time from which its latency counts. */
  next(): Frame;
}

export function framesOf(frames: readonly Frame[]): FrameSource {
  let index = 0;
  return { requests: frames.length, next: () => frames[index++] as Frame };
}

/** Without the newline that ends a frame over stdio. */
export function textBytes({ bytes }: Frame): number {
  return bytes[bytes.length - 1] === newline ? bytes.length - 1 : bytes.length;
}

/** Frames made before the timed window opens. More would take memory and gain little: each of the rest is made just before its write. */
const mostStock = 10_000;

/** The requests of a row on one arm. What a block leaves over is sent by the next, so that calls are numbered without gaps. */
export class FrameSupply {
  readonly #encode: () => Frame;
  #stock: Frame[] = [];
  #taken = 0;

  constructor(encode: () => Frame) {
    this.#encode = encode;
  }

  /** Makes frames beforehand: as many as are wanted, up to a limit. */
  prepare(wanted: number): void {
    this.#stock = this.#stock.slice(this.#taken);
    this.#taken = 0;
    while (this.#stock.length < Math.min(wanted, mostStock)) this.#stock.push(this.#encode());
  }

  take(requests: number): FrameSource {
    const next = () => (this.#taken < this.#stock.length ? (this.#stock[this.#taken++] as Frame) : this.#encode());
    return { requests, next };
  }
}
