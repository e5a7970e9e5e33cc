/** Reads the report of a study, as Markdown, for its tables. */

export interface Section {
  readonly heading: string;
  readonly tables: Table[];
}

export interface Table {
  /** The last line of text above it. */
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: (readonly string[])[];
}

const headingLine = /^#{1,6} (.*)$|^<details.*?<summary>(.*?)<\/summary>|^<summary>(.*?)<\/summary>/;

const divider = /^\|[\s:|-]+\|$/;

/** The sections of a report, in order. */
export function sectionsOf(report: string): Section[] {
  const sections: Section[] = [];
  const lines = report.split("\n");
  let caption = "";
  for (const [index, line] of lines.entries()) {
    const heading = headingLine.exec(line);
    const current = sections.at(-1);
    if (heading) sections.push({ heading: plain(heading[1] ?? heading[2] ?? heading[3] ?? ""), tables: [] });
    else if (divider.test(lines[index + 1] ?? "")) current?.tables.push({ caption, columns: cellsOf(line), rows: [] });
    else if (divider.test(line)) continue;
    else if (line.startsWith("|")) current?.tables.at(-1)?.rows.push(cellsOf(line));
    else if (line !== "") caption = plain(line);
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
export function plain(text: string): string {
  return text
    .replace(/<[^>]*>|[`*]/g, "")
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .replace(/\\(?=[^\w\s])/g, "")
    .replace(/[\u200b\u2060]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
