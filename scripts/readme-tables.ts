/** Writes the tables of inputs and outputs in README.md from action.yml; with --check only says whether they are up to date. */
import { readFileSync, writeFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { markdownTable } from "markdown-table";
import { parse } from "yaml";

interface Entry {
  readonly description: string;
  readonly default?: string;
}

interface Metadata {
  readonly inputs: Readonly<Record<string, Entry>>;
  readonly outputs: Readonly<Record<string, Entry>>;
}

const readme = "README.md";

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function inputsTable(inputs: Metadata["inputs"]): string {
  const rows = Object.entries(inputs).map(([name, input]) => [
    `\`${name}\``,
    cell(input.description),
    input.default === undefined ? "" : `\`${cell(input.default)}\``,
  ]);
  return markdownTable([["Input", "Meaning", "Default"], ...rows], { alignDelimiters: false });
}

function outputsTable(outputs: Metadata["outputs"]): string {
  const rows = Object.entries(outputs).map(([name, output]) => [`\`${name}\``, cell(output.description)]);
  return markdownTable([["Output", "Meaning"], ...rows], { alignDelimiters: false });
}

function replaceBetween(text: string, section: { name: string; table: string }): string {
  const begin = `<!-- ${section.name} -->`;
  const end = `<!-- /${section.name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${readme}: no section between\n${begin}\nand\n${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${section.table}\n\n${text.slice(to)}`;
}

const { inputs, outputs }: Metadata = parse(readFileSync("action.yml", "utf8"));
const before = readFileSync(readme, "utf8");
const after = [
  { name: "inputs", table: inputsTable(inputs) },
  { name: "outputs", table: outputsTable(outputs) },
].reduce(replaceBetween, before);

if (argv.includes("--check") && after !== before) {
  console.error(`${readme}: the tables are not those of action.yml\n  fix: npm run readme-tables`);
  exit(1);
}
if (after !== before) writeFileSync(readme, after);
