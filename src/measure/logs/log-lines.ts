import { isMap, jsonOf } from "../../base/json.ts";
import { isDeeperThan } from "../../base/json-depth.ts";

const newline = 0x0a;

/** Longer lines are skipped: a figure is not written that way. */
const longestLine = 64 * 1024;
const deepest = 64;

/** Cuts a log into lines, in bounded memory whatever is written. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  #parts: Buffer[] = [];
  #size = 0;
  #skipping: boolean;

  /** `midLine`: what comes first is the rest of a line that is not wanted. */
  constructor(onLine: (line: string) => void, { midLine }: { readonly midLine: boolean }) {
    this.#onLine = onLine;
    this.#skipping = midLine;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#end();
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  #end(): void {
    const line = this.#skipping || this.#size === 0 ? undefined : Buffer.concat(this.#parts).toString("utf8");
    this.#clear();
    this.#skipping = false;
    if (line !== undefined) this.#onLine(line);
  }

  #keep(part: Buffer): void {
    if (this.#skipping || part.byteLength === 0) return;
    this.#size += part.byteLength;
    // Copied, so that a few bytes do not hold a whole chunk.
    if (this.#size <= longestLine) this.#parts.push(Buffer.from(part));
    else {
      this.#clear();
      this.#skipping = true;
    }
  }

  #clear(): void {
    this.#parts = [];
    this.#size = 0;
  }
}

/** The map that a line of a log holds; undefined for any other line. Untrusted. */
export function parseLogLine(line: string): Readonly<Record<string, unknown>> | undefined {
  const text = line.trim();
  const value = text.startsWith("{") && !isDeeperThan(text, deepest) ? jsonOf(text) : undefined;
  return isMap(value) ? value : undefined;
}

/** The value of a field, dots leading into maps; what a map merely inherits is not there. */
export function fieldOf(value: unknown, path: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path];
  const dot = path.indexOf(".");
  if (dot === -1) return undefined;
  const [first, rest] = [path.slice(0, dot), path.slice(dot + 1)];
  return Object.hasOwn(value, first) ? fieldOf((value as Record<string, unknown>)[first], rest) : undefined;
}
