import { isMap } from "../../base/json.ts";
import { parseMessage } from "../../base/json-depth.ts";

const space = "[ \\t\\r\\n]*";
const version = `"jsonrpc"${space}:${space}"2\\.0"`;
const id = `"id"${space}:${space}(0|[1-9][0-9]{0,14})`;
const comma = `${space},${space}`;
const outcome = `"(?:result|error)"${space}:`;

/** The id comes before the outcome: nothing nested has been opened yet, so every key seen is the reply's own. */
const idFirst = new RegExp(`^${space}\\{${space}(?:${version}${comma})?${id}${comma}(?:${version}${comma})?${outcome}`);
const outcomeFirst = new RegExp(`^${space}\\{${space}(?:${version}${comma})?${outcome}`);
const idLast = new RegExp(`${comma}${id}(?:${comma}${version})?${space}\\}${space}$`);

/** Longer than any of the patterns in the spacing that servers use. */
const window = 96;

/**
 * The numeric id of a JSON-RPC reply, read from its first or last bytes; undefined when those do not settle it (then
 * JSON.parse does). For every valid JSON text with unique keys at its top level the answer is the one JSON.parse gives.
 *
 * The last bytes may be trusted: in a valid text that starts with `{`, the final `}` closes the top level. Digits
 * right before it cannot be inside a string, which would have to be closed by a quote first, so they are a number at
 * the top level, and the `:` before them and the closing quote of `"id"` are structure too. The quote that opens `"id"`
 * follows a comma or space, not a backslash, so it is not an escaped one; nor can it close a string, since `id` could
 * not follow. Hence the key is `id` and the reply's own. The same holds with `"jsonrpc":"2.0"` behind it.
 */
export function replyId(frame: Buffer): number | undefined {
  const head = frame.toString("latin1", 0, window);
  const first = idFirst.exec(head);
  if (first) return frame[frame.length - 1] === 0x7d ? Number(first[1]) : undefined;
  if (!outcomeFirst.test(head)) return undefined;
  const last = idLast.exec(frame.toString("latin1", Math.max(0, frame.length - window)));
  return last ? Number(last[1]) : undefined;
}

export function hasId(message: Buffer, id: string | number | undefined): boolean {
  const value = parseMessage(message.toString("utf8"));
  return isMap(value) && value.id === id;
}

/** True for the JSON-RPC error that answers this request: all that an unsuccessful status can carry. */
export function isErrorFor(message: Buffer, id: string | number | undefined): boolean {
  const value = parseMessage(message.toString("utf8"));
  return isMap(value) && value.id === id && isMap(value.error) && value.result === undefined;
}
