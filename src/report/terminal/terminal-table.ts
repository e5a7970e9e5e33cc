import type { TableBlock } from "../block.ts";
import {
  asPrintable,
  displayWidth,
  joinPrinted,
  type Printable,
  printed,
  terminalWords,
  truncated,
} from "./terminal-text.ts";

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
  const parts = chunks(widths, { leading, start, width }).map((columns) =>
    joinPrinted(
      lines.map((line) => lineOf(line, { columns, widths, align: block.align })),
      "\n",
    ),
  );
  return joinPrinted(parts, "\n\n");
}

interface Split {
  readonly width: number;
  readonly leading: readonly number[];
  /** Columns of the terminal that the leading ones take. */
  readonly start: number;
}

/** Column numbers of each part; the leading ones are in all of them. */
function chunks(widths: readonly number[], { width, leading, start }: Split): number[][] {
  const parts: number[][] = [[...leading]];
  let used = start;
  for (let column = leading.length; column < widths.length; column++) {
    const needed = gap.length + (widths[column] ?? 0);
    if (used + needed > width && (parts.at(-1)?.length ?? 0) > leading.length) {
      parts.push([...leading]);
      used = start;
    }
    parts.at(-1)?.push(column);
    used += needed;
  }
  return parts;
}

interface Layout {
  readonly columns: readonly number[];
  readonly widths: readonly number[];
  readonly align: TableBlock["align"];
}

function lineOf(line: Cells, { columns, widths, align }: Layout): Printable {
  const parts = columns.map((column) => {
    const width = widths[column] ?? 0;
    const text = truncated(line[column] ?? printed``, width);
    const space = " ".repeat(Math.max(0, width - displayWidth(text)));
    return align[column] === "right" ? `${space}${text}` : `${text}${space}`;
  });
  return asPrintable(parts.join(gap).trimEnd());
}

/** Width of columns side by side. */
function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
}
