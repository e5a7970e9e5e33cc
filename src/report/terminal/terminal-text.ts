import { clean } from "../clean.ts";

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
export function terminalSafe(text: string, max: number): string {
  return clean(text, max)
    .replace(/##\[/g, "# #[")
    .replace(/::(?=[\w-]+[^:]*::)/g, ": :");
}

/** Cut to `width` columns, with an ellipsis where something is missing. */
export function truncated(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = "";
  for (const character of text) {
    if (displayWidth(kept) + displayWidth(character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Broken between words into lines of at most `width` columns; a longer word stays whole. */
export function wrapped(text: string, { width, indent }: { width: number; indent: string }): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    const longer = last === "" ? word : `${last} ${word}`;
    if (last !== "" && displayWidth(longer) > width - indent.length) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join(`\n${indent}`);
}
