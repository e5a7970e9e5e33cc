import { constants, createReadStream, openSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { addAbortSignal } from "node:stream";

interface Limits {
  readonly mostBytes: number;
  /** Time for which a pipe may be silent. */
  readonly silenceMs?: number | undefined;
  /** Ends the read, which then rejects: what comes byte by byte is never silent. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The bytes of a file, and one more than `mostBytes` where it has that many: a link may lead to a device that never ends.
 * Throws Node's error, and when nothing arrives in a pipe for `silenceMs`.
 */
export async function readLimited(file: string, { mostBytes, silenceMs = 10_000, signal }: Limits): Promise<Buffer> {
  const isPipe = statSync(file).isFIFO();
  const source = isPipe ? openPipe(file, silenceMs) : createReadStream(file, { end: mostBytes });
  return readStart(signal ? addAbortSignal(signal, source) : source, mostBytes);
}

/** The bytes of a stream, and a little more than `mostBytes` where it has that many. */
export async function readStart(source: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) break;
  }
  return Buffer.concat(chunks);
}

/** Opened at once, with or without a writer: an open that waits could not even be ended by `process.exit`. */
function openPipe(file: string, silenceMs: number): Socket {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const pipe = new Socket({ fd, readable: true, writable: false });
  return pipe.setTimeout(silenceMs, () =>
    pipe.destroy(new Error(`it is a pipe, and nothing arrived for ${silenceMs / 1000} s`)),
  );
}
