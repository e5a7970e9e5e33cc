import { asMarkdown, type Markdown } from "../../base/markdown.ts";
import { clean, harmless, messageLength, nameLength, oneLine, visible } from "../clean.ts";

/**
 * Text that came from a server, a configuration or an artifact, made harmless for Markdown on GitHub.
 *
 * Anything that is not plain words is shown as a code span: the one place where neither Markdown nor GitHub's own
 * filters (mentions, issue references, commit ids, emoji, math) find anything to do. Character references would not
 * do: those filters run on the decoded text.
 */

export interface Place {
  /** Inside a table, `|` would end the cell even within a code span. */
  readonly table?: boolean;
  /** True where a block begins: no list, heading or rule may start here. */
  readonly start?: boolean;
  readonly max?: number;
}

/** A name as a code span. */
export function code(text: string, place: Place = {}): Markdown {
  const visible = clean(text, place.max ?? nameLength);
  if (visible === "") return asMarkdown("–");
  const longest = Math.max(0, ...(visible.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^`|`$/.test(visible) ? " " : "";
  const span = `${fence}${pad}${visible}${pad}${fence}`;
  // After a backslash the escape would be read as an escaped backslash, so that pipe becomes a look-alike.
  return asMarkdown(place.table ? span.replace(/\\\|/g, "\\¦").replace(/\|/g, "\\|") : span);
}

/** A sentence: plain words stay, whatever Markdown or GitHub could act on becomes a code span. */
export function prose(text: string, place: Place = {}): Markdown {
  const max = place.max ?? messageLength;
  return written(tokensOf(clean(text, max)), { ...place, max });
}

/** Words of ours, with the spaces and signs they have. What stands here from outside by mistake does nothing either. */
export function words(text: string, place: Place = {}): Markdown {
  const line = oneLine(text);
  const tokens = isPlain(line) ? [plain(line)] : tokensOf(line);
  return written(tokens, { ...place, max: Math.max(messageLength, line.length) });
}

/** Words of ours within HTML, where Markdown is not read but GitHub's filters are at work. */
export function htmlWords(text: string): Markdown {
  const parts = oneLine(text)
    .split(/(\s+)/)
    .map((word) => (isPlain(word) ? word : harmless(word)));
  return asMarkdown(entities(parts.join("")));
}

/** An address to put in parentheses; undefined for what could end them, and for what is no page. */
export function address(url: string): Markdown | undefined {
  return /^https?:\/\/[^\s()<>[\]"`|\\]+$/.test(url) ? asMarkdown(url) : undefined;
}

function written(tokens: readonly Token[], place: Place): Markdown {
  const text = merged(tokens)
    .map((token) => (token.live ? code(token.text, place) : entities(token.text)))
    .join("");
  return asMarkdown(place.start ? text.replace(/^(\d*)([-+=.)])/, "$1\\$2") : text);
}

/** A block that shows `text` line by line and that nothing in it can close. */
export function fenced(text: string, language: "sh" | "text" | "mermaid"): Markdown {
  const lines = text.split(/\r\n|\r|\n/).map(visible);
  // Counted in what is written: two runs of backticks become one where what stood between them cannot be seen.
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return asMarkdown([`${fence}${language}`, ...lines, fence].join("\n"));
}

interface Token {
  readonly text: string;
  /** To be shown as a code span. */
  readonly live: boolean;
}

/** Parts in backticks or quotes, and words. */
function tokensOf(visible: string): Token[] {
  return visible
    .split(/(`[^`]+`|"[^"]+")/)
    .flatMap((part, index) => (index % 2 === 0 ? part.split(/(\s+)/).flatMap(wordTokens) : quoted(part)));
}

function quoted(part: string): Token[] {
  const inner = part.slice(1, -1);
  if (part.startsWith("`")) return [{ text: inner, live: true }];
  if (inner.split(" ").every(isPlain)) return [plain(part)];
  return [plain('"'), { text: inner, live: true }, plain('"')];
}

function wordTokens(word: string): Token[] {
  if (isPlain(word)) return [plain(word)];
  const [, before = "", core = "", after = ""] = /^([("'“‘]*)(.*?)((?:[)"'”’.,;!?]|(?<!:.*):)*)$/u.exec(word) ?? [];
  return core === "" ? [{ text: word, live: true }] : [plain(before), { text: core, live: true }, plain(after)];
}

function plain(text: string): Token {
  return { text, live: false };
}

/** Neighbouring code spans become one: their backticks would run together and open the text between. */
function merged(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (const token of tokens.filter(({ text }) => text !== "")) {
    const last = result.at(-1);
    const beforeLast = result.at(-2);
    if (token.live && last?.live) result.splice(-1, 1, { text: last.text + token.text, live: true });
    else if (token.live && last && beforeLast?.live && last.text.trim() === "")
      result.splice(-2, 2, { text: beforeLast.text + last.text + token.text, live: true });
    else result.push(token);
  }
  return result;
}

const plainCharacters = /^[\p{L}\p{M}\p{N}\p{So}\s.,;:()'"“”‘’%+−–—±≈≥≤×·…→?!/=<>&-]*$/u;
const live = /:\/\/|www\.|:[\w+-]+:|[0-9a-f]{7,}|gh-\d/i;

function isPlain(word: string): boolean {
  return plainCharacters.test(word) && !live.test(word);
}

/** Escapes entities; before a space or a digit the sign begins no HTML. */
function entities(word: string): string {
  return word
    .replace(/&(?![\s\d])/g, "&amp;")
    .replace(/<(?![\s\d])/g, "&lt;")
    .replace(/>/g, "&gt;");
}
