import { FrameReader, maxFrameBytes } from "../protocol/frame-reader.ts";
import { Parts } from "../protocol/parts.ts";

const colon = 0x3a;
const space = 0x20;
/** May stand at the beginning of a stream, and is no part of it. */
const byteOrderMark = Buffer.from("\ufeff");
const lineFeed = Buffer.from("\n");

/** No field of an event has a longer name. */
const longestName = "retry".length;

/** Place from which an event stream can resume, and the earliest time. */
export interface ResumePoint {
  /** Id of the last event that had one, byte by byte as the header that repeats it; absent where the server gives none. */
  readonly lastEventId?: string | undefined;
  /** Wait that the server asks for first. */
  readonly retryMs?: number | undefined;
}

/**
 * Splits a server-sent event stream into the data of its events, in one linear pass.
 * Format: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export class SseReader {
  readonly #onData: (data: Buffer) => void;
  readonly #onTooLong: () => void;
  readonly #maxBytes: number;
  readonly #lines: FrameReader;
  /** First line of the event's data, nearly always the only one; `#joined` holds all lines once there is a second. */
  #first: Buffer | undefined;
  #joined: Parts | undefined;
  #size = 0;
  #eventId: string | undefined;
  #lastEventId: string | undefined;
  #retryMs: number | undefined;
  #hasBegun = false;

  /** `onTooLong` is called for an event with more data than `maxBytes`; what was read of it is dropped. */
  constructor(sink: { onData(data: Buffer): void; onTooLong(): void }, maxBytes: number = maxFrameBytes) {
    this.#onData = sink.onData;
    this.#onTooLong = sink.onTooLong;
    this.#maxBytes = maxBytes;
    const onTooLong = () => this.#drop();
    this.#lines = new FrameReader(
      { onFrame: (line) => this.#onLine(this.#hasBegun ? line : this.#begin(line)), onTooLong },
      { maxBytes, lineEnds: "any" },
    );
  }

  get resumePoint(): ResumePoint {
    return { lastEventId: this.#lastEventId || undefined, retryMs: this.#retryMs };
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }

  #begin(line: Buffer): Buffer {
    this.#hasBegun = true;
    return line.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? line.subarray(byteOrderMark.length) : line;
  }

  #onLine(line: Buffer): void {
    if (line.length === 0) {
      this.#endEvent();
      return;
    }
    const end = line.subarray(0, longestName + 1).indexOf(colon);
    const name = line.toString("latin1", 0, end === -1 ? Math.min(line.length, longestName + 1) : end);
    const value = end === -1 ? line.subarray(line.length) : line.subarray(line[end + 1] === space ? end + 2 : end + 1);
    if (name === "data") this.#keep(value);
    else if (name === "id") this.#keepId(value.toString("latin1"));
    else if (name === "retry" && /^\d{1,9}$/.test(value.toString("latin1"))) this.#retryMs = Number(value);
  }

  /** Ignores an id that no header can carry. */
  #keepId(id: string): void {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(id)) this.#eventId = id;
  }

  #keep(value: Buffer): void {
    this.#size += value.length + 1;
    if (this.#size > this.#maxBytes + 1) this.#drop();
    else if (this.#first === undefined) this.#first = value;
    else {
      if (!this.#joined) {
        this.#joined = new Parts();
        this.#joined.add(this.#first);
      }
      this.#joined.add(lineFeed);
      this.#joined.add(value);
    }
  }

  #drop(): void {
    this.#clear();
    this.#onTooLong();
  }

  #clear(): void {
    this.#first = undefined;
    this.#joined = undefined;
    this.#size = 0;
  }

  #endEvent(): void {
    this.#lastEventId = this.#eventId ?? this.#lastEventId;
    const data = this.#joined?.take() ?? this.#first;
    if (!data) return;
    this.#clear();
    this.#onData(data);
  }
}
