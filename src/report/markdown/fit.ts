import { joinMarkdown, type Markdown, markdown } from "../../base/markdown.ts";
import { markdownFold } from "./markdown-block.ts";

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

/**
 * Joins parts within a byte budget: steps are taken in their order until the rest fits. Each part and each step is
 * rendered at most once.
 */
export function fitWithin(parts: readonly Part[], steps: readonly Step[], budget: Budget): Markdown {
  const texts = new Map(parts.filter(({ text }) => text !== "").map(({ id, text }) => [id, text]));
  const sizes = new Map(
    parts.filter(({ text }) => text !== "").map(({ id, text, title }) => [id, sizeOf(text) + headingBytes(title)]),
  );
  const titles = new Map(parts.map(({ id, title }) => [id, title]));
  let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const leftOut: string[] = [];
  for (const step of steps) {
    if (total + sizeOf(budget.closing(leftOut)) <= budget.bytes) break;
    const before = sizes.get(step.part);
    if (before === undefined) continue;
    const closing = sizeOf(budget.closing([...leftOut, step.leavesOut]));
    const text = step.shorter(budget.bytes - closing - (total - before) - separator.length);
    const after = text === "" ? 0 : sizeOf(text) + headingBytes(titles.get(step.part));
    if (after >= before) continue;
    if (text === "") {
      texts.delete(step.part);
      sizes.delete(step.part);
    } else {
      texts.set(step.part, text);
      sizes.set(step.part, after);
    }
    total += after - before;
    leftOut.push(step.leavesOut);
  }
  const kept = parts.flatMap((part) => {
    const text = texts.get(part.id);
    return text === undefined ? [] : [{ ...part, text }];
  });
  const folded = (budget.folds ?? []).map(({ id, title: foldTitle }) =>
    markdownFold(
      foldTitle,
      kept.filter(({ fold }) => fold === id).map(({ title = "", text }) => ({ title, body: text })),
    ),
  );
  const inView = kept.filter(({ fold }) => fold === undefined).map(({ text }) => text);
  const all = [...inView, ...folded, budget.closing(leftOut)].filter((text) => text !== "");
  return markdown`${joinMarkdown(all, separator)}\n`;
}

/** As many lines as fit into `room` bytes, and one that counts the rest. */
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

const encoder = new TextEncoder();

export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}

/** Returns the most bytes that the heading of a folded part takes, as if it were in a fold of its own. */
function headingBytes(title: string | undefined): number {
  return title === undefined
    ? 0
    : utf8Bytes(title) * 5 + utf8Bytes("<details><summary></summary></details>") + 4 * separator.length;
}

/** Counts the UTF-8 bytes of a part with the separator after it. */
function sizeOf(text: string): number {
  return utf8Bytes(text) + separator.length;
}
