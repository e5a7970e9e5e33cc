import { apart } from "../../base/untrusted.ts";
import { clean, messageLength, nameLength, oneLine } from "../clean.ts";
import type { Inline, Text } from "../text.ts";

declare const printable: unique symbol;

/** Text for a terminal or a runner's log. No string is until one of these functions has taken out what could act there. */
export type Printable = string & { readonly [printable]: "terminal" };

/** A template of printable parts: the compiler refuses a string. */
export function printed(strings: TemplateStringsArray, ...parts: readonly (Printable | number)[]): Printable {
  return asPrintable(strings.map((string, index) => string + (parts[index] ?? "")).join(""));
}

export function joinPrinted(parts: readonly Printable[], separator: "" | " " | "\n" | "\n\n"): Printable {
  return asPrintable(parts.join(separator));
}

/** For what is made of printable text, or of none from outside. */
export function asPrintable(safe: string): Printable {
  return safe as Printable;
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Columns a text takes on a terminal: wide characters two, combining ones none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += /\p{M}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

/**
 * Untrusted text for a terminal or a runner's log: no control or escape sequences, one line, and nothing that a runner
 * would take for a command (`::error::`, `##[group]`).
 */
export function terminalSafe(text: string, max: number): Printable {
  return withoutCommands(clean(text, max));
}

/** Words of ours, with the spaces and signs they have; what came from outside does nothing here either. */
export function terminalWords(text: string): Printable {
  return withoutCommands(oneLine(text));
}

/** Each word of a line may come to stand at the start of one. */
function withoutCommands(line: string): Printable {
  return asPrintable(line.replaceAll("##[", "# #[").replace(/(^|\s)(:{2,})/g, apart));
}

export function terminalText(text: Text): Printable {
  return joinPrinted(text.map(inline), "");
}

function inline(part: Inline): Printable {
  if (typeof part === "string") return terminalWords(part);
  if ("strong" in part) return terminalWords(part.strong);
  if ("name" in part) return terminalSafe(part.name, nameLength) || printed`–`;
  if ("prose" in part) return terminalSafe(part.prose, messageLength);
  return printed`${terminalWords(part.link)}: ${terminalSafe(part.url, messageLength)}`;
}

/** Cut to `width` columns, with an ellipsis where something is missing. */
export function truncated(text: Printable, width: number): Printable {
  if (displayWidth(text) <= width) return text;
  let kept = "";
  for (const character of text) {
    if (displayWidth(kept) + displayWidth(character) > width - 1) break;
    kept += character;
  }
  return asPrintable(`${kept}…`);
}

/** Broken between words into lines of at most `width` columns; a longer word stays whole. */
export function wrapped(text: Printable, { width, indent }: { width: number; indent: "" | "  " }): Printable {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    const longer = last === "" ? word : `${last} ${word}`;
    if (last !== "" && displayWidth(longer) > width - indent.length) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return asPrintable(lines.join(`\n${indent}`));
}
