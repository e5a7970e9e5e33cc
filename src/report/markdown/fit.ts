import { joinMarkdown, type Markdown, markdown } from "../../base/markdown.ts";
import { htmlWords, words } from "./escape.ts";

/** A piece of the text that can be made smaller or dropped. */
export interface Part {
  readonly id: string;
  readonly text: Markdown;
  /** Fold that it is in, and its title there; absent: it is in view. */
  readonly fold?: string;
  readonly title?: string;
}

/** One way to save space: what replaces a part, and the note for the reader. */
export interface Step {
  readonly part: string;
  /** Name of the missing part, such as `history charts`. */
  readonly leavesOut: string;
  /** The replacement, of at most `room` bytes where it can grow; empty drops the part. */
  shorter(room: number): Markdown;
}

export interface Budget {
  /** UTF-8 bytes. */
  readonly bytes: number;
  /** Text at the end that says what was left out; called with nothing when everything fits. */
  closing(leftOut: readonly string[]): Markdown;
  /** Folds in their order, after the parts that are in view. */
  readonly folds?: readonly { readonly id: string; readonly title: string }[];
}

const separator = "\n\n";

/** Joins parts within a byte budget: steps are taken in their order, each at most once, until the rest fits. */
export function fitWithin(parts: readonly Part[], steps: readonly Step[], budget: Budget): Markdown {
  const kept = new Map(parts.filter(({ text }) => text !== "").map((part) => [part.id, part]));
  let total = [...kept.values()].reduce((sum, part) => sum + partBytes(part), 0);
  const leftOut: string[] = [];
  for (const step of steps) {
    if (total + sizeOf(budget.closing(leftOut)) <= budget.bytes) break;
    const part = kept.get(step.part);
    if (!part) continue;
    const before = partBytes(part);
    const closing = sizeOf(budget.closing([...leftOut, step.leavesOut]));
    const text = step.shorter(budget.bytes - closing - (total - before) - separator.length);
    const after = text === "" ? 0 : partBytes({ ...part, text });
    if (after >= before) continue;
    if (text === "") kept.delete(part.id);
    else kept.set(part.id, { ...part, text });
    total += after - before;
    leftOut.push(step.leavesOut);
  }
  const left = [...kept.values()];
  const within = (id: string | undefined) => left.filter(({ fold }) => fold === id);
  const inView = within(undefined).map(({ text }) => text);
  const folded = (budget.folds ?? []).map(({ id, title }) => foldText(title, within(id)));
  const all = [...inView, ...folded, budget.closing(leftOut)].filter((text) => text !== "");
  return markdown`${joinMarkdown(all, separator)}\n`;
}

/** Returns parts that GitHub shows by their title until the reader opens them; several have a heading each. */
function foldText(title: string, parts: readonly Part[]): Markdown {
  const [first, ...others] = parts;
  if (!first) return markdown``;
  const isOne = others.length === 0;
  const texts = parts.map((part) => (isOne ? part.text : markdown`#### ${words(part.title ?? "")}\n\n${part.text}`));
  const summary = htmlWords((isOne ? first.title : title) ?? "");
  return markdown`<details><summary>${summary}</summary>\n\n${joinMarkdown(texts, "\n\n")}\n\n</details>`;
}

/** Returns as many lines as fit into `room` bytes, and one that counts the rest. */
export function linesWithin(lines: readonly Markdown[], room: number, more: (hidden: number) => Markdown): Markdown {
  const reserve = sizeOf(more(lines.length));
  const kept: Markdown[] = [];
  let left = room - reserve;
  for (const line of lines) {
    left -= sizeOf(line);
    if (left < 0) break;
    kept.push(line);
  }
  const hidden = lines.length - kept.length;
  return joinMarkdown([...kept, ...(hidden > 0 ? [more(hidden)] : [])], "\n");
}

export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text);
}

/** Returns the most bytes that a part takes: if it is folded, with a heading as if it were in a fold of its own. */
function partBytes({ text, title }: Part): number {
  const fold = utf8Bytes("<details><summary></summary></details>") + 4 * separator.length;
  return sizeOf(text) + (title === undefined ? 0 : utf8Bytes(title) * 5 + fold);
}

function sizeOf(text: string): number {
  return utf8Bytes(text) + separator.length;
}
