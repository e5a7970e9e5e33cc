import { asMarkdown, joinMarkdown, type Markdown, markdown } from "../../base/markdown.ts";
import { minute } from "../../metrics/format.ts";
import type { BranchIndex, KeyFigures, RowFigures } from "./branch-index.ts";

const chartsPerKey = 4;

/** The README of the branch: the latest figures of every environment. Same index, same bytes. */
export function renderReadme(index: BranchIndex): Markdown {
  const keys = Object.entries(index.keys).sort(([a], [b]) => (a < b ? -1 : 1));
  return markdown`${joinMarkdown([intro, ...keys.map(([key, figures]) => section(key, figures))], "\n\n")}\n`;
}

const intro = markdown`# MCP Bench baseline

Written by mcp-bench after runs on the default branch; do not edit by hand. Each folder holds the runs of one kind of
machine, only those are compared with each other. \`<folder>/<year>-<month>.json\` has one run per line.`;

function section(key: string, figures: KeyFigures): Markdown {
  const { environment, commit, createdAt, status, usable, entries, rows, furtherRows } = figures;
  const stored = entries === 1 ? markdown`One stored run` : markdown`Latest of ${entries} stored runs`;
  const use = usable ? markdown`` : markdown` (not used as a baseline)`;
  const parts = [
    markdown`## ${plainText(environment)}`,
    markdown`${stored}: commit \`${plainText(commit.slice(0, 12))}\`, ${asMarkdown(minute(createdAt))}, ${plainText(status)}${use}. [Files](./${folder(key)})`,
    table(rows),
  ];
  if (furtherRows > 0) parts.push(markdown`and ${furtherRows} further rows.`);
  const charted = rows.filter((row) => row.recent.length >= 2).slice(0, chartsPerKey);
  if (charted.length > 0) {
    const charts = charted.map((row) => markdown`${plainText(row.row)}\n\n${chart(row)}`);
    parts.push(
      markdown`<details><summary>p50 of the newest runs</summary>\n\n${joinMarkdown(charts, "\n\n")}\n\n</details>`,
    );
  }
  return joinMarkdown(parts, "\n\n");
}

function table(rows: readonly RowFigures[]): Markdown {
  const lines = rows.map(
    ({ row, p50, p95, throughput, errorRate }) =>
      markdown`| ${plainText(row)} | ${number(p50)} | ${number(p95)} | ${number(throughput)} | ${errorRate === undefined ? markdown`n/a` : markdown`${number(errorRate * 100)} %`} |`,
  );
  const head = markdown`| row | p50 (ms) | p95 (ms) | calls/s | errors |\n| :-- | --: | --: | --: | --: |`;
  return joinMarkdown([head, ...lines], "\n");
}

/** Holds numbers only: names came from a server and stand outside, escaped. */
function chart({ recent }: RowFigures): Markdown {
  const highest = Math.max(...recent);
  return markdown`\`\`\`mermaid
xychart-beta
  x-axis "run" 1 --> ${recent.length}
  y-axis "p50 in ms" 0 --> ${plainNumber(Math.max(highest * 1.1, 0.001))}
  line [${joinMarkdown(recent.map(plainNumber), ", ")}]
\`\`\``;
}

function number(value: number | undefined): Markdown {
  if (value === undefined) return markdown`n/a`;
  return markdown`${Number(value === 0 || Math.abs(value) >= 1000 ? value.toFixed(0) : value.toPrecision(3))}`;
}

/** Without an exponent, which Mermaid does not read. */
function plainNumber(value: number): Markdown {
  return asMarkdown(value.toFixed(4).replace(/\.?0+$/, ""));
}

function folder(key: string): Markdown {
  return asMarkdown(encodeURIComponent(key));
}

const longestName = 120;

/** Untrusted text for a Markdown page: whatever could mean something there becomes a character reference. */
function plainText(text: string): Markdown {
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return asMarkdown(
    [...visible]
      .slice(0, longestName)
      .map((character) => (/[\p{L}\p{N} ]/u.test(character) ? character : `&#${character.codePointAt(0)};`))
      .join(""),
  );
}
