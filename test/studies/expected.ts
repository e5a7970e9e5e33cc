import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const text = z.string().min(1);
const omitted = z.strictObject({ omitted: text });
/** What the document calls it, and the header or first cell of a row in the report that shows it. */
const places = z.record(text, z.union([text, omitted]));

const table = z.union([
  z.strictObject({ title: text, section: text, columns: places, rows: places.optional() }),
  z.strictObject({ title: text, omitted: text }),
]);

const chart = z.union([z.strictObject({ title: text, found: text }), z.strictObject({ title: text, omitted: text })]);

const expectedSchema = z.strictObject({
  document: text,
  requires: z.array(z.strictObject({ command: text, why: text })).default([]),
  tables: z.array(table).min(1),
  charts: z.array(chart),
  wrong: z.array(text).min(1),
});

export type Expected = z.infer<typeof expectedSchema>;

/** What a study's expected.yml says its report must hold. Throws on anything malformed. */
export function readExpected(study: string): Expected {
  return expectedSchema.parse(parse(readFileSync(path.join(study, "expected.yml"), "utf8")));
}

/** What of it a report in Markdown lacks, one line each. */
export function missingFrom(report: string, { tables, charts }: Pick<Expected, "tables" | "charts">): string[] {
  const sections = sectionsOf(report);
  const titles = [...report.matchAll(/^\s*title "(.*)"$/gm)].map((match) => match[1] ?? "");
  return [
    ...tables.flatMap((one) => ("omitted" in one ? [] : missingColumns(one, sections))),
    ...charts.flatMap((one) =>
      "omitted" in one || titles.some((title) => title.includes(one.found))
        ? []
        : [`no chart ${JSON.stringify(one.found)} for ${JSON.stringify(one.title)}`],
    ),
  ];
}

type ShownTable = Exclude<Expected["tables"][number], { omitted: string }>;

function missingColumns({ title, section, columns, rows = {} }: ShownTable, sections: readonly Section[]): string[] {
  const found = sections.filter(({ heading }) => heading.toLowerCase().includes(section.toLowerCase()));
  if (found.length === 0) return [`no section ${JSON.stringify(section)} for ${JSON.stringify(title)}`];
  const headers = new Set(found.flatMap((one) => [...one.columns, ...one.rows]));
  return Object.entries({ ...columns, ...rows }).flatMap(([name, place]) =>
    typeof place !== "string" || headers.has(place)
      ? []
      : [
          `no ${JSON.stringify(place)} in ${JSON.stringify(section)} for ${JSON.stringify(name)} of ${JSON.stringify(title)}`,
        ],
  );
}

interface Section {
  readonly heading: string;
  /** Headers of its tables. */
  readonly columns: readonly string[];
  /** First cells of their rows. */
  readonly rows: readonly string[];
}

const headingLine = /^#{1,6} (.*)$|^<details.*?<summary>(.*?)<\/summary>|^<summary>(.*?)<\/summary>/;

function sectionsOf(report: string): Section[] {
  const sections: { heading: string; columns: string[]; rows: string[] }[] = [];
  const lines = report.split("\n");
  for (const [index, line] of lines.entries()) {
    const heading = headingLine.exec(line);
    if (heading) sections.push({ heading: plain(heading[1] ?? heading[2] ?? heading[3] ?? ""), columns: [], rows: [] });
    const current = sections.at(-1);
    if (!current || !line.startsWith("|")) continue;
    const cells = cellsOf(line);
    if (/^\|[\s:|-]+\|$/.test(lines[index + 1] ?? "")) current.columns.push(...cells);
    else if (cells[0] !== undefined) current.rows.push(cells[0]);
  }
  return sections;
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map(plain);
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&nbsp;": " ",
};

/** Text as a reader sees it. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>|[`*]/g, "")
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .replace(/\\(?=[^\w\s])/g, "")
    .replace(/[\u200b\u2060]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
