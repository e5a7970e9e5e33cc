/** A table of a report as it is read: text, without the marks of Markdown. */
export interface ReadTable {
  /** Says what the last heading or fold above it is called. */
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ReadChart {
  readonly title: string;
  /** Texts on its axis of names or steps. */
  readonly axis: readonly string[];
  /** Says what its title says is drawn in which colour; by place where it says nothing. */
  readonly names: readonly string[];
  readonly series: readonly (readonly number[])[];
}

export interface ReadDocument {
  /** Lines of prose and cells alike. */
  readonly lines: readonly string[];
  readonly tables: readonly ReadTable[];
  readonly charts: readonly ReadChart[];
  /** Says what each fold is called, with how many charts and tables it has. */
  readonly folds: readonly { readonly title: string; readonly charts: number; readonly rows: number }[];
}

export function readDocument(markdown: string): ReadDocument {
  const lines = markdown.replaceAll("\u00a0", " ").split("\n");
  const tables: ReadTable[] = [];
  const charts: ReadChart[] = [];
  const folds: { title: string; charts: number; rows: number }[] = [];
  let title = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const heading = /^#+ (.*)$/.exec(line) ?? /<summary>(.*?)<\/summary>/.exec(line);
    if (heading) {
      title = heading[1] ?? "";
      folds.push({ title, charts: 0, rows: 0 });
    }
    const fold = folds.at(-1);
    if (line.startsWith("```mermaid")) {
      const end = lines.indexOf("```", at);
      charts.push(chartOf(lines.slice(at, end)));
      if (fold) fold.charts += 1;
      at = end;
    } else if (line.startsWith("|") && /^\| [:-]+ \|/.test(lines[at + 1] ?? "")) {
      let end = at + 2;
      while (lines[end]?.startsWith("|")) end++;
      const rows = lines.slice(at + 2, end).map(cellsOf);
      tables.push({ title, header: cellsOf(line), rows });
      if (fold) fold.rows += rows.length;
      at = end - 1;
    }
  }
  return { lines, tables, charts, folds };
}

function cellsOf(line: string): string[] {
  const inner = line.replace(/^\|/, "").replace(/\|\s*$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(/[`*]/g, ""));
}

function chartOf(lines: readonly string[]): ReadChart {
  const text = lines.join("\n");
  const title = /title "(.*)"/.exec(text)?.[1] ?? "";
  const axis = /x-axis (?:"[^"]*" )?\[(.*)\]/.exec(text)?.[1] ?? "";
  const legend = /\(([^()]* (?:blue|orange|[a-z]+)(?:, [^()]*)?)\)$/.exec(title)?.[1];
  return {
    title,
    axis: axis.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((one) => one.trim().replaceAll('"', "")),
    names: legend === undefined ? [] : legend.split(", ").map((one) => one.replace(/ \S+$/, "")),
    series: [...text.matchAll(/^(?:bar|line) \[(.*)\]$/gm)].map(([, values = ""]) => values.split(", ").map(Number)),
  };
}
