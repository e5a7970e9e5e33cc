/**
 * Text that a server or a build wrote, made fit for the log of a runner. The runner obeys `::command::` at the start of
 * a line and renders `##[command]` anywhere in one; ANSI and control characters can hide text.
 */

const maxLineLength = 2000;

/** One line in which nothing is a command or a control character. */
export function plainLine(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => (character === "\t" ? "\t" : "\uFFFD"));
  const clipped = visible.length > maxLineLength ? `${visible.slice(0, maxLineLength)}…` : visible;
  return withoutCommands(clipped);
}

/** A text in which no line is a command of the runner. */
export function withoutCommands(text: string): string {
  return text.replaceAll("##[", "# #[").replace(/^(\s*)(:{2,})/gm, apart);
}

/** Puts spaces between colons: a line that is broken at one of them begins with no two. */
export function apart(_: string, before: string, colons: string): string {
  return before + colons.split("").join(" ");
}

const longestName = 80;
const longestReason = 500;

/** A name that a stranger may have chosen, as one short line in quotes; what cannot be seen is written as an escape. */
export function quoted(name: string): string {
  const cut = name.length > longestName ? `${name.slice(0, longestName)}…` : name;
  return JSON.stringify(cut).replace(
    /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** Shortens untrusted words to one line. */
export function shortLine(text: string): string {
  const line = text
    .slice(0, longestReason + 1)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return text.length > longestReason ? `${line.slice(0, longestReason)}…` : line;
}

/** The same line by line: what CR or LF separate stays apart. */
export function plainText(text: string): string {
  return linesOf(text).map(plainLine).join("\n");
}

/**
 * The lines to print for untrusted output, wrapped so that no command in them is obeyed until the unguessable `token`
 * ends the wrapping. At most `maxLines` of them, the last ones: what went wrong stands at the end.
 */
export function quarantine(text: string, { token, maxLines = 200 }: { token: string; maxLines?: number }): string[] {
  if (!/^[\w-]{16,}$/.test(token)) throw new RangeError("the token must be 16 or more letters, digits and dashes");
  const all = linesOf(text);
  if (all.at(-1) === "") all.pop();
  const shown = all.slice(-maxLines);
  const omitted = all.length > shown.length ? [`| (${all.length - shown.length} earlier lines left out)`] : [];
  return [`::stop-commands::${token}`, ...omitted, ...shown.map((line) => `| ${plainLine(line)}`), `::${token}::`];
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
