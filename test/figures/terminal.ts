import type { ReadDocument, ReadTable } from "./document.ts";

/** Reads a report as the terminal shows it: tables are columns with two spaces or more between them. */
export function readTerminal(text: string): ReadDocument {
  const lines = text.replaceAll("\u00a0", " ").split("\n");
  const tables: ReadTable[] = [];
  let title = "";
  for (const paragraph of text.replaceAll("\u00a0", " ").split("\n\n")) {
    const own = paragraph.split("\n");
    const start = own.findIndex((line) => cellsOf(line).length > 1);
    if (start > 0) title = own[start - 1] ?? title;
    if (start < 0) title = own[0] ?? title;
    const [header, ...rows] = own.slice(Math.max(0, start)).map(cellsOf);
    if (start < 0 || !header || rows.length === 0 || rows.some(({ length }) => length > header.length)) continue;
    const table = { title, header, rows };
    const before = tables.at(-1);
    const whole = before && start === 0 ? joined(before, table) : undefined;
    if (whole) tables.splice(-1, 1, whole);
    else tables.push(table);
  }
  return { lines, tables, charts: [], folds: [] };
}

function cellsOf(line: string): string[] {
  return line.trim().split(/ {2,}/);
}

/** A table that was too wide goes on below, under the same first columns. */
function joined(one: ReadTable, other: ReadTable): ReadTable | undefined {
  const shared = other.header.filter((label, at) => label === one.header[at]).length;
  const isSame = shared > 0 && other.rows.every((row, at) => row[0] === one.rows[at]?.[0]);
  if (!isSame || one.rows.length !== other.rows.length) return undefined;
  return {
    ...one,
    header: [...one.header, ...other.header.slice(shared)],
    rows: one.rows.map((row, at) => [...row, ...(other.rows[at] ?? []).slice(shared)]),
  };
}
