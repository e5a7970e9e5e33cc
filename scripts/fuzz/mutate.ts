import type { Json } from "../../src/base/json.ts";

/** A source of numbers in [0, 1). */
export type Random = () => number;

export function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("nothing to choose from");
  return item;
}

export function upTo(random: Random, most: number): number {
  return Math.floor(random() * (most + 1));
}

/** Says what breaks programs: limits of number formats, names that objects inherit, markup, commands, ends of lines. */
const nastyTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "\r",
  "\n",
  "\u2028",
  "\u202e",
  "\ud800",
  "\ufeff",
  "\u001b[2J",
  "::error::x",
  "__proto__",
  "constructor",
  "{{seq}}",
  "{{ids[seq]}}",
  "{{seq",
  "${PORT}",
  "${HOME}",
  "*",
  "(server)",
  "../../etc/passwd",
  "NaN",
  "-0",
  "1e999",
  "0x10",
  "9".repeat(400),
  "x".repeat(70_000),
  "[".repeat(3_000),
  '{"a":'.repeat(2_000),
  "| <img> @team #1 `",
];

const nastyNumbers: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  5e-324,
  1e-300,
  1e15,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  Number.MAX_VALUE,
];

const bits = [
  "\r\n",
  "\n",
  "\r",
  ":",
  ": ",
  " ",
  "\t",
  "- ",
  "{",
  "}",
  "[",
  "]",
  ",",
  '"',
  "'",
  "&a ",
  "*a",
  "#",
  "!!x ",
];

/** A text with a few parts taken out, doubled, moved or replaced. */
export function mutateText(text: string, random: Random): string {
  let changed = text;
  for (let left = 1 + upTo(random, 3); left > 0; left--) changed = edited(changed, random);
  return changed;
}

function edited(text: string, random: Random): string {
  const from = upTo(random, text.length);
  const to = Math.min(text.length, from + upTo(random, random() < 0.8 ? 8 : text.length));
  const [before, part, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  switch (upTo(random, 5)) {
    case 0:
      return before + after;
    case 1:
      return before + part + part + after;
    case 2:
      return before + oneOf(random, nastyTexts) + after;
    case 3:
      return before + oneOf(random, bits) + part + after;
    case 4:
      return before + String(oneOf(random, nastyNumbers)) + after;
    default:
      return before + String.fromCharCode(upTo(random, 255)) + after.slice(1);
  }
}

/** A JSON value in which one place is another value, gone, or there twice. */
export function mutateJson(value: Json, random: Random): Json {
  if (random() < 0.15 || typeof value !== "object" || value === null) return other(value, random);
  if (Array.isArray(value)) return mutateList(value, random);
  const entries = Object.entries(value);
  const at = upTo(random, entries.length - 1);
  const chosen = entries[at];
  if (!chosen) return other(value, random);
  const [key, inner] = chosen;
  const rest = entries.filter((_, index) => index !== at);
  if (random() < 0.05) return Object.fromEntries(rest);
  if (random() < 0.05) return Object.fromEntries([...rest, [oneOf(random, nastyTexts), inner]]);
  return Object.fromEntries(entries.map((entry, index) => (index === at ? [key, mutateJson(inner, random)] : entry)));
}

function mutateList(list: readonly Json[], random: Random): Json {
  const at = upTo(random, list.length - 1);
  const chosen = list[at];
  if (chosen === undefined) return other(null, random);
  const choice = random();
  if (choice < 0.1) return list.filter((_, index) => index !== at);
  if (choice < 0.2) return [...list, chosen];
  return list.map((inner, index) => (index === at ? mutateJson(inner, random) : inner));
}

/** Mostly of the same kind: what is of another is refused at the door. */
function other(value: Json, random: Random): Json {
  if (random() < 0.1) return oneOf<Json>(random, [null, true, [], {}, "x", 7]);
  if (typeof value === "string") return random() < 0.5 ? oneOf(random, nastyTexts) : mutateText(value, random);
  if (typeof value === "number") return random() < 0.7 ? oneOf(random, nastyNumbers) : value * (random() * 4 - 1);
  if (typeof value === "boolean") return !value;
  return value;
}

/** The same bytes in pieces, cut anywhere. */
export function inPieces(bytes: Buffer, random: Random): Buffer[] {
  const pieces: Buffer[] = [];
  const longest = oneOf(random, [1, 2, 7, 100, 5_000]);
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + upTo(random, longest - 1);
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}
