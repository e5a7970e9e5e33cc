import type { Inline, Text } from "./text.ts";

/** One column: what it is called and what it shows of a row. */
export interface Column<Row> {
  readonly label: string;
  readonly align: "left" | "right";
  cell(row: Row): Inline | Text;
}

export interface TableBlock {
  readonly kind: "table";
  readonly labels: readonly string[];
  readonly align: readonly ("left" | "right")[];
  readonly rows: readonly (readonly Text[])[];
}

/** Column of the side of a line, where there are two. */
export function armColumn<Row extends { readonly arm: string }>(lines: readonly Row[]): Column<Row>[] {
  return lines.some(({ arm }) => arm === "base") ? [{ label: "Version", align: "left", cell: ({ arm }) => arm }] : [];
}

/** Lays rows out by columns; the result is the same for every medium. */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): TableBlock {
  return {
    kind: "table",
    labels: columns.map((column) => column.label),
    align: columns.map((column) => column.align),
    rows: rows.map((row) =>
      columns.map((column) => {
        const cell = column.cell(row);
        return isText(cell) ? cell : [cell];
      }),
    ),
  };
}

function isText(cell: Inline | Text): cell is Text {
  return Array.isArray(cell);
}
