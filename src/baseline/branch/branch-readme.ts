import type { BranchIndex, KeyFigures, RowFigures } from "./branch-index.ts";

const chartsPerKey = 4;

/** The README of the branch: the latest figures of every environment. Same index, same bytes. */
export function renderReadme(index: BranchIndex): string {
  const keys = Object.entries(index.keys).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${[intro, ...keys.map(([key, figures]) => section(key, figures))].join("\n\n")}\n`;
}

const intro = `# MCP Bench baseline

Written by mcp-bench after runs on the default branch; do not edit by hand. Each folder holds the runs of one kind of
machine, only those are compared with each other. \`<folder>/<year>-<month>.json\` has one run per line,
\`<folder>/records/\` the full records of the newest ones.`;

function section(key: string, figures: KeyFigures): string {
  const { environment, commit, createdAt, status, usable, entries, rows, furtherRows } = figures;
  const day = `${createdAt.slice(0, 16).replace("T", " ")} UTC`;
  const parts = [
    `## ${plainText(environment)}`,
    `${entries === 1 ? "One stored run" : `Latest of ${entries} stored runs`}: commit \`${commit.slice(0, 12)}\`, ${day}, ${status}${usable ? "" : " (not used as a baseline)"}. [Files](./${key})`,
    table(rows),
  ];
  if (furtherRows > 0) parts.push(`and ${furtherRows} further rows.`);
  const charted = rows.filter((row) => row.recent.length >= 2).slice(0, chartsPerKey);
  if (charted.length > 0) {
    const charts = charted.map((row) => `${plainText(row.row)}\n\n${chart(row)}`);
    parts.push(`<details><summary>p50 of the newest runs</summary>\n\n${charts.join("\n\n")}\n\n</details>`);
  }
  return parts.join("\n\n");
}

function table(rows: readonly RowFigures[]): string {
  const lines = rows.map(
    ({ row, p50, p95, throughput, errorRate }) =>
      `| ${plainText(row)} | ${number(p50)} | ${number(p95)} | ${number(throughput)} | ${errorRate === undefined ? "n/a" : `${number(errorRate * 100)} %`} |`,
  );
  return ["| row | p50 (ms) | p95 (ms) | calls/s | errors |", "| :-- | --: | --: | --: | --: |", ...lines].join("\n");
}

/** Holds numbers only: names came from a server and stand outside, escaped. */
function chart({ recent }: RowFigures): string {
  const highest = Math.max(...recent);
  const lines = [
    "```mermaid",
    "xychart-beta",
    `  x-axis "run" 1 --> ${recent.length}`,
    `  y-axis "p50 in ms" 0 --> ${plainNumber(Math.max(highest * 1.1, 0.001))}`,
    `  line [${recent.map(plainNumber).join(", ")}]`,
    "```",
  ];
  return lines.join("\n");
}

function number(value: number | undefined): string {
  if (value === undefined) return "n/a";
  return value === 0 || Math.abs(value) >= 1000 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();
}

/** Without an exponent, which Mermaid does not read. */
function plainNumber(value: number): string {
  return value.toFixed(4).replace(/\.?0+$/, "");
}

const longestName = 120;

/** Untrusted text for a Markdown page: whatever could mean something there becomes a character reference. */
function plainText(text: string): string {
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return [...visible]
    .slice(0, longestName)
    .map((character) => (/[\p{L}\p{N} ]/u.test(character) ? character : `&#${character.codePointAt(0)};`))
    .join("");
}
