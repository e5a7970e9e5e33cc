import { FrameReader } from "./frame-reader.ts";

const colon = 0x3a;
const space = 0x20;
const lineFeed = Buffer.from("\n");

/**
 * Splits a server-sent event stream into the data of its events, in one linear pass.
 * Format: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream (lines that end in a
 * bare CR, which no server sends, are not split).
 */
export class SseReader {
  readonly #onData: (data: Buffer) => void;
  readonly #lines: FrameReader;
  #data: Buffer[] = [];

  constructor(sink: { onData(data: Buffer): void; onTooLong(): void }) {
    this.#onData = sink.onData;
    this.#lines = new FrameReader({ onFrame: (line) => this.#onLine(line), onTooLong: sink.onTooLong });
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }

  #onLine(line: Buffer): void {
    if (line.length === 0) this.#endEvent();
    else if (line.toString("latin1", 0, 4) === "data" && (line.length === 4 || line[4] === colon))
      this.#data.push(line.subarray(line[5] === space ? 6 : 5));
  }

  #endEvent(): void {
    const [first, ...more] = this.#data;
    if (!first) return;
    this.#data = [];
    this.#onData(more.length === 0 ? first : Buffer.concat([first, ...more.flatMap((line) => [lineFeed, line])]));
  }
}
