/** Text that came from a server, a configuration or an artifact, made one harmless line before a medium escapes it. */

/** Longest name shown, in characters; longer ones end in an ellipsis. */
export const nameLength = 80;
/** Longest message shown, in characters. */
export const messageLength = 500;

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences of terminals are what is looked for
const terminalSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
const blank = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
/** Zero-width, bidirectional and other invisible characters, and halves of surrogate pairs. */
const invisible = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const stackedMarks = /(\p{M}{4})\p{M}+/gu;

/** A line with its spaces as they are and nothing that cannot be seen. */
export function visible(line: string): string {
  return without(line, invisible);
}

/** Words of ours as one line, their spaces and the emoji style of their signs kept. */
export function oneLine(text: string): string {
  return without(text, /[\p{Cf}\p{Cs}]/gu);
}

function without(text: string, hidden: RegExp): string {
  return text
    .replace(terminalSequence, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
    .replace(hidden, "");
}

/** One visible line of at most `max` characters: no control, invisible or reordering characters are left. */
export function clean(text: string, max: number): string {
  const line = text
    .slice(0, max * 8)
    .replace(terminalSequence, "")
    .replace(invisible, "")
    .replace(blank, " ")
    .replace(stackedMarks, "$1")
    .trim();
  const characters = [...line];
  const cut = characters.length > max || text.length > max * 8;
  return cut ? `${characters.slice(0, max - 1).join("")}…` : line;
}

/**
 * A name for places that nothing escapes, such as column labels and legends: only what needs no escaping anywhere stays,
 * and nothing that GitHub makes a link or a reference of. A commit id may stay: it can name one of the same repository only.
 */
export function harmless(text: string): string {
  return text
    .replace(/[^\p{L}\p{N} .=_-]/gu, " ")
    .replace(/(www)\.|(gh)-(?=\d)/gi, "$1$2 ")
    .replace(/\s+/g, " ")
    .trim();
}
