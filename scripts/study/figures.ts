/** Figures of a study's document beside ours, for docs/studies.md: those of `figures` in its expected.yml. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { markdownTable } from "markdown-table";
import { parse } from "yaml";
import { type Section, sectionsOf } from "./report.ts";

interface Figure {
  readonly what: string;
  readonly document: string;
  /** Says where report.md has it; `caption` is part of the last line of text above the table. */
  readonly at: { readonly caption?: string; readonly row: string; readonly column: string };
  /** For numbers that a server writes to its log without one. */
  readonly unit?: string;
}

/** The table, and when and how ours were made. Throws Error where the report lacks a figure. */
export function studyFigures(name: string): string {
  const study = path.join("fixtures/studies", name);
  const report = readFileSync(path.join(study, "report.md"), "utf8");
  const { figures }: { figures: readonly Figure[] } = parse(readFileSync(path.join(study, "expected.yml"), "utf8"));
  const sections = sectionsOf(report);
  const rows = figures.map((figure) => [figure.what, figure.document, figureAt(figure, sections)]);
  const table = markdownTable([["Figure", "The document's", "Ours"], ...rows], { alignDelimiters: false });
  const [made] = report.split("\n");
  return `${table}\n\nOurs: [report.md](../${study}/report.md). ${made}`;
}

/** Without the ratio to the best of its table, such as `(1.60)`. */
function withoutRatio(cell: string): string {
  return cell.replace(/ \([\d.,]+\)$/, "");
}

function figureAt({ what, unit, at: { caption = "", row, column } }: Figure, sections: readonly Section[]): string {
  for (const table of sections.flatMap(({ tables }) => tables)) {
    const cell = table.caption.includes(caption)
      ? table.rows.find(([first]) => first === row)?.[table.columns.indexOf(column)]
      : undefined;
    if (cell !== undefined && cell !== "–") return [withoutRatio(cell), unit].join(" ").trim();
  }
  throw new Error(`the report has no ${JSON.stringify(column)} of ${JSON.stringify(row)} for ${JSON.stringify(what)}`);
}
