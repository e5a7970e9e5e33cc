import { noBreak } from "../../metrics/format.ts";
import { type Block, list, type Section, type TableBlock } from "../block.ts";
import { nameLength } from "../clean.ts";
import { sectionsOf } from "../document.ts";
import { type Report, viewOf } from "../report.ts";
import { headline, toneOf } from "../sections/headline.ts";
import { iconsOf, type Tone } from "../states.ts";
import {
  asPrintable,
  displayWidth,
  joinPrinted,
  type Printable,
  printed,
  terminalSafe,
  terminalText,
  terminalWords,
  truncated,
  wrapped,
} from "./terminal-text.ts";

export interface TerminalOptions {
  readonly color: boolean;
  readonly width: number;
  /** Shows every section, instead of the most important ones. */
  readonly details: boolean;
}

const codes = { bold: "1", red: "31", green: "32", yellow: "33", dim: "2" } as const;
type Paint = (style: keyof typeof codes, text: Printable) => Printable;

const colours: Record<Tone, "red" | "green" | "yellow"> = { bad: "red", good: "green", unsure: "yellow" };

/** Beyond these, rows that pass are counted. */
const rowsShown = 20;
/** Columns of the terminal from which on more, and then every column of the table of rows fits. */
const wide = 100;
const widest = 140;

/** The report for a terminal: the verdict first and every gated result; charts are for the other renderings. */
export function renderTerminal(report: Report, { color, width, details }: TerminalOptions): Printable {
  const paint: Paint = (style, text) => (color ? asPrintable(`\u001b[${codes[style]}m${text}\u001b[0m`) : text);
  const view = viewOf(report);
  const columns = width < wide ? "few" : width < widest ? "some" : "all";
  const sections = sectionsOf(view, {
    charts: 0,
    rows: { rows: rowsShown, passing: true, columns },
    history: 0,
    measured: 30,
    statistics: Number.POSITIVE_INFINITY,
    features: details ? "all" : "regressed",
  });
  const shown = details ? sections : sections.flatMap(inBrief);
  const top = headline(view);
  const text = ({ blocks }: Section): Printable => {
    const texts = blocks.map((block) => blockText(block, { width, paint }));
    return joinPrinted(texts, "\n\n");
  };
  const title = printed`${terminalSafe(report.title, nameLength)}: ${terminalWords(top.title)}`;
  const parts = [
    paint(colours[toneOf(report)], paint("bold", title)),
    text(top),
    ...shown.map((section) => printed`${paint("bold", terminalWords(section.title))}\n${text(section)}`),
    ...(details ? [] : [paint("dim", printed`Statistics, the environment and more: --details.`)]),
  ];
  // The lines are laid out: plain spaces are easier to search and copy than no-break ones.
  return asPrintable(`${joinPrinted(parts, "\n\n").replaceAll(noBreak, " ")}\n`);
}

/** Keeps what is in view elsewhere, and the first items of what is not but matters. */
function inBrief(section: Section): Section[] {
  const { fold, inBrief: most, blocks } = section;
  if (most === undefined) return fold ? [] : [section];
  return [{ ...section, blocks: blocks.flatMap((block) => (block.kind === "list" ? list(block.items, most) : block)) }];
}

function blockText(block: Block, { width, paint }: { width: number; paint: Paint }): Printable {
  switch (block.kind) {
    case "paragraph":
    case "alert":
      return wrapped(terminalText(block.text), { width, indent: "" });
    case "list":
      return joinPrinted(
        block.items.map((item) => printed`- ${wrapped(terminalText(item), { width: width - 2, indent: "  " })}`),
        "\n",
      );
    case "command":
    case "output":
      return joinPrinted(
        block.text.split(/\r\n|\r|\n/).map((line) => printed`  ${terminalSafe(line, 10_000)}`),
        "\n",
      );
    case "table": {
      const cells = block.rows.map((row) => row.map(terminalText));
      return colored(terminalTable(block, cells, width), paint);
    }
    case "chart":
    case "bars":
      return printed``;
  }
}

/** Signs and the words beside them are coloured; the rest of a line stays plain. */
function colored(text: Printable, paint: Paint): Printable {
  return (["bad", "good", "unsure"] as const).reduce((painted, tone) => {
    const signs = new RegExp(`(?:${iconsOf(tone).join("|")})[ \\u00a0][a-z ]*[a-z](?: CPU time)?`, "gu");
    return asPrintable(painted.replace(signs, (sign) => paint(colours[tone], asPrintable(sign))));
  }, text);
}

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
  const lineText = (line: Cells, columns: readonly number[]) => {
    const texts = columns.map((column) => cell(line, column));
    return texts.join(gap).trimEnd();
  };
  const texts = parts.map((columns) => lines.map((line) => lineText(line, columns)).join("\n"));
  return asPrintable(texts.join("\n\n"));
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
}
