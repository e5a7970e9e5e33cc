import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { plain, type Section, sectionsOf, type Table } from "../../scripts/study/report.ts";

const text = z.string().min(1);
const omitted = z.strictObject({ omitted: text });
/** Says what the document calls it, and the header of a column, or the first cell of a row, in the report that shows it. */
const places = z.record(text, z.union([text, omitted]));

/** `section`: part of the heading of a section, or the beginning of the line above a table. */
const table = z.union([
  z.strictObject({ title: text, section: text, columns: places, rows: places.optional() }),
  z.strictObject({ title: text, omitted: text }),
]);

const chart = z.union([z.strictObject({ title: text, found: text }), z.strictObject({ title: text, omitted: text })]);

/** `found`: part of a line of the report, as a reader sees it. */
const sentence = z.union([
  z.strictObject({ title: text, found: text }),
  z.strictObject({ title: text, omitted: text }),
]);

const expectedSchema = z.strictObject({
  document: text,
  requires: z.array(z.strictObject({ command: text, why: text })).default([]),
  tables: z.array(table).min(1),
  charts: z.array(chart),
  sentences: z.array(sentence).default([]),
  wrong: z.array(text).min(1),
  /** Says what docs/studies.md sets side by side: the document's figure, and where ours is. See scripts/study/figures.ts. */
  figures: z
    .array(
      z.strictObject({
        what: text,
        document: text,
        unit: text.optional(),
        at: z.strictObject({ caption: text.optional(), row: text, column: text }),
      }),
    )
    .min(1),
});

export type Expected = z.infer<typeof expectedSchema>;

/** Returns what a study's expected.yml says its report must hold. Throws on anything malformed. */
export function readExpected(study: string): Expected {
  return expectedSchema.parse(parse(readFileSync(path.join(study, "expected.yml"), "utf8")));
}

interface Made {
  /** In a run of few calls some statistics do not exist: a dash will do. */
  readonly quick?: boolean;
}

/** Returns what of it a report in Markdown lacks, one line each. */
export function missingFrom(
  report: string,
  { tables, charts, sentences = [] }: Pick<Expected, "tables" | "charts"> & Partial<Pick<Expected, "sentences">>,
  { quick = false }: Made = {},
): string[] {
  const sections = sectionsOf(report);
  const lines = report.split("\n").map(plain);
  const titles = [...report.matchAll(/^\s*title "(.*)"$/gm)].map((match) => match[1] ?? "");
  return [
    ...tables.flatMap((one) => ("omitted" in one ? [] : missingCells(one, { sections, quick }))),
    ...charts.flatMap((one) =>
      "omitted" in one || titles.some((title) => title.includes(one.found))
        ? []
        : [`no chart ${JSON.stringify(one.found)} for ${JSON.stringify(one.title)}`],
    ),
    // Sentences take an interval, which one round has none of.
    ...sentences.flatMap((one) =>
      quick || "omitted" in one || lines.some((line) => line.includes(one.found))
        ? []
        : [`no sentence ${JSON.stringify(one.found)} for ${JSON.stringify(one.title)}`],
    ),
  ];
}

type ShownTable = Exclude<Expected["tables"][number], { omitted: string }>;

function missingCells(
  { title, section, columns, rows = {} }: ShownTable,
  { sections, quick }: { sections: readonly Section[]; quick: boolean },
): string[] {
  const wanted = section.toLowerCase();
  const tables = sections.flatMap(({ heading, tables }) =>
    heading.toLowerCase().includes(wanted)
      ? tables
      : tables.filter(({ caption }) => caption.toLowerCase().startsWith(wanted)),
  );
  if (tables.length === 0) return [`no table under ${JSON.stringify(section)} for ${JSON.stringify(title)}`];
  const [wantedRows, wantedColumns] = [shown(rows), shown(columns)];
  return (wantedRows.length > 0 ? wantedRows : [undefined]).flatMap((row) =>
    (wantedColumns.length > 0 ? wantedColumns : [undefined])
      .filter((column) => !tables.some((one) => hasFigure(one, { row, column, quick })))
      .map((column) => {
        const place = [row, column].flatMap((name) => (name === undefined ? [] : JSON.stringify(name))).join(" under ");
        return `nothing at ${place} in ${JSON.stringify(section)} for ${JSON.stringify(title)}`;
      }),
  );
}

function shown(named: z.infer<typeof places>): string[] {
  return Object.values(named).filter((place) => typeof place === "string");
}

interface Place {
  readonly row: string | undefined;
  readonly column: string | undefined;
  readonly quick: boolean;
}

/** Tests whether a table has a figure in that row and column; without a row in each of them, but for notes; without a column in any but the first. */
function hasFigure({ columns, rows }: Table, { row, column, quick }: Place): boolean {
  const at = column === undefined ? undefined : columns.indexOf(column);
  if (at === -1) return false;
  const lines = rows.filter(([first]) => row === undefined || first === row);
  const cells = lines.flatMap((line) => (at === undefined ? line.slice(1) : line.slice(at, at + 1)));
  if (cells.length === 0) return false;
  const isFilled = (cell: string) => cell !== "" && (quick || cell !== "–");
  return row === undefined && column !== "note" ? cells.every(isFilled) : cells.some(isFilled);
}
