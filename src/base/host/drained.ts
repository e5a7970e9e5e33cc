import type { Writable } from "node:stream";

/** Resolves once a stream takes more, or is closed. */
export function drained(stream: Pick<Writable, "once" | "off">): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("drain", done);
      stream.off("close", done);
      resolve();
    };
    stream.once("drain", done);
    stream.once("close", done);
  });
}
