import type { TableBlock } from "../block.ts";
import { asPrintable, displayWidth, type Printable, printed, terminalWords, truncated } from "./terminal-text.ts";

type Cells = readonly Printable[];

const gap = "  ";
/** Names are cut down to this many columns before a table is split. */
const narrowest = 16;

/**
 * A table within `width` columns: first long names are cut, then columns move into further tables below, each with the
 * leading columns, which say what a line is about, repeated.
 */
export function terminalTable(block: TableBlock, cells: readonly Cells[], width: number): Printable {
  const lines = [block.labels.map(terminalWords), ...cells];
  const natural = block.labels.map((_, column) => Math.max(...lines.map((line) => displayWidth(line[column] ?? ""))));
  const [first = 0, second = 0] = natural;
  const excess = total(natural) - width;
  const name = excess > 0 ? Math.max(Math.min(first, narrowest), first - excess) : first;
  const two = natural.length > 2 && block.align[1] === "left" && total([name, second]) < width / 2;
  const leading = two ? [0, 1] : [0];
  const start = total(two ? [name, second] : [name]);
  const room = Math.max(narrowest / 2, width - start - gap.length);
  const widths = [name, ...natural.slice(1).map((one) => Math.min(one, room))];
  // Column numbers of each part; the leading ones are in all of them.
  let part = [...leading];
  const parts = [part];
  let used = start;
  for (let column = leading.length; column < widths.length; column++) {
    const needed = gap.length + (widths[column] ?? 0);
    if (used + needed > width && part.length > leading.length) {
      part = [...leading];
      parts.push(part);
      used = start;
    }
    part.push(column);
    used += needed;
  }
  const cell = (line: Cells, column: number) => {
    const text = truncated(line[column] ?? printed``, widths[column] ?? 0);
    const space = " ".repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(text)));
    return block.align[column] === "right" ? `${space}${text}` : `${text}${space}`;
  };
  const texts = parts.map((columns) =>
    lines
      .map((line) =>
        columns
          .map((column) => cell(line, column))
          .join(gap)
          .trimEnd(),
      )
      .join("\n"),
  );
  return asPrintable(texts.join("\n\n"));
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
}
