/**
 * Writes the tables of inputs and outputs in docs/action.md from action.yml, that of metrics in docs/metrics.md from their
 * registry, the keys in docs/configuration.md from the schema, docs/cli.md from the help, and the figures in docs/studies.md
 * from the reports; with --check only says whether they are up to date.
 */
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { markdownTable } from "markdown-table";
import { parse } from "yaml";
import { metric, metricIds } from "../src/metrics/metric.ts";
import { readTrials } from "./calibrate/trials-file.ts";
import { commandHelp } from "./command-help.ts";
import { cell, configurationTables } from "./configuration-tables.ts";
import { calibrationSummary, constantsTable, guardsTable, thresholdsTable } from "./decision-tables.ts";
import { keepSections } from "./generated-sections.ts";
import { studyFigures } from "./study/figures.ts";
import { readWorkedExample, workedSteps, workedTable } from "./worked-example.ts";

interface Entry {
  readonly description: string;
  readonly default?: string;
}

interface Metadata {
  readonly inputs: Readonly<Record<string, Entry>>;
  readonly outputs: Readonly<Record<string, Entry>>;
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

function metricsTable(): string {
  const rows = metricIds.map((id) => {
    const { label, unit, better, kind, scope, compared } = metric(id);
    const how = compared === "none" ? "once per run" : compared === "beside" ? "beside p50" : kind;
    return [`\`${id}\``, label, unit, better, how, scope];
  });
  return markdownTable([["Name", "In reports", "Unit", "Better", "Kind", "Of"], ...rows], { alignDelimiters: false });
}

const studies = ["xcode-mcp-proxy", "minimcp", "mcp-acp", "npm-mcp", "galay-mcp"];
const { inputs, outputs }: Metadata = parse(readFileSync("action.yml", "utf8"));
const example = readWorkedExample();
const trials = await readTrials("fixtures/calibration/trials.jsonl");
const documents = {
  "docs/action.md": [
    { name: "inputs", text: inputsTable(inputs) },
    { name: "outputs", text: outputsTable(outputs) },
  ],
  "docs/cli.md": [{ name: "help", text: await commandHelp() }],
  "docs/configuration.md": [...configurationTables(), { name: "thresholds", text: thresholdsTable() }],
  "docs/how-it-decides.md": [
    { name: "rounds", text: workedTable(example) },
    { name: "steps", text: workedSteps(example) },
    { name: "guards", text: guardsTable() },
    { name: "constants", text: constantsTable() },
    { name: "trials", text: calibrationSummary(trials) },
  ],
  "docs/metrics.md": [{ name: "metrics", text: metricsTable() }],
  "docs/studies.md": studies.map((name) => ({ name: `figures of ${name}`, text: studyFigures(name) })),
};
const check = argv.includes("--check");
const stale = Object.entries(documents).filter(([file, sections]) => !keepSections(file, sections, { check }));
for (const [file] of stale) console.error(`${file}: its tables are not up to date\n  fix: npm run readme-tables`);
if (stale.length > 0) exit(1);
