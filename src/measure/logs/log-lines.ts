import { isMap, jsonOf } from "../../base/json.ts";
import { isDeeperThan } from "../../base/json-depth.ts";
import { FrameReader } from "../../server/protocol/frame-reader.ts";

/** Longer lines are skipped: a figure is not written that way. */
const longestLine = 64 * 1024;
const deepest = 64;

/**
 * Cuts a log into lines, in bounded memory whatever is written. `midLine`: what comes first is the rest of a line that is not
 * wanted.
 */
export function lineReader(onLine: (line: string) => void, { midLine }: { readonly midLine: boolean }): FrameReader {
  let skipping = midLine;
  const onFrame = (line: Buffer): void => {
    // The reader lets a long line pass that comes in one chunk.
    if (!skipping && line.length > 0 && line.length <= longestLine) onLine(line.toString("utf8"));
    skipping = false;
  };
  const onTooLong = (): void => {
    skipping = false;
  };
  return new FrameReader({ onFrame, onTooLong }, { maxBytes: longestLine });
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
