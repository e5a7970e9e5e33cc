import { jsonOf } from "./json.ts";

/** No message is nested so deep on purpose. JSON.stringify, and what else walks a document, has stack for thousands of levels. */
export const deepestMessage = 1_000;

/** No message holds so many values on purpose. They take up to a hundred bytes each, however short their text is. */
export const mostValues = 5_000_000;

/** The value that a JSON text from a server holds; undefined for what is no JSON, and for what `flawOfMessage` refuses. */
export function parseMessage(text: string): unknown {
  return flawOfMessage(text) === undefined ? jsonOf(text) : undefined;
}

/** Returns why a JSON text from a server is not parsed; undefined where it may be. */
export function flawOfMessage(text: string): string | undefined {
  if (isDeeperThan(text, deepestMessage)) return `nested deeper than ${deepestMessage} levels`;
  return hasMoreValuesThan(text, mostValues) ? `made of more than ${mostValues} values` : undefined;
}

/** Tests before parsing, which takes memory, whether a JSON text holds more lists, objects and values than `most`. */
export function hasMoreValuesThan(text: string, most: number): boolean {
  return exceeds(text, { values: most });
}

/** Tests before parsing, which may take minutes, whether a JSON text is nested deeper than `most`. */
export function isDeeperThan(text: string, most: number): boolean {
  return exceeds(text, { levels: most });
}

interface Most {
  readonly levels?: number;
  readonly values?: number;
}

function exceeds(
  text: string,
  { levels = Number.POSITIVE_INFINITY, values = Number.POSITIVE_INFINITY }: Most,
): boolean {
  if (text.length <= Math.min(levels, values)) return false;
  let [depth, count] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === "[" || character === "{") {
      depth++;
      count++;
    } else if (character === "]" || character === "}") depth--;
    else if (character === ",") count++;
    if (depth > levels || count > values) return true;
  }
  return false;
}

/** Finds the end of the string that begins at `start`, or of a text in which it is not closed. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let from = quote;
  while (text[from - 1] === "\\") from--;
  return (quote - from) % 2 === 1;
}
