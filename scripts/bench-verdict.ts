/**
 * Measures how long a verdict takes, and what it costs, by real runs of the program as it is built from here, and from another revision:
 *
 *   npm run bench:verdict [-- --against REVISION] [--only CASE,CASE] [--busy N] [--runs N] [--named]
 *
 * Every run compares two commits of a small server. `--busy N` keeps N processes computing beside. With `--against`, the two
 * programs take turns in every case. `--named`: with the time in which the function is found that became slower.
 */
import { execFileSync } from "node:child_process";
import { mkdtempDisposableSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { argv } from "node:process";
import { parseArgs } from "node:util";
import { median } from "../src/stats/describe.ts";
import { cases, createProject } from "./bench-verdict/project.ts";
import { type Outcome, runCase } from "./bench-verdict/run-case.ts";
import { keepBusy } from "./busy.ts";
import { chosen } from "./chosen.ts";
import { buildProgram, copyWorkingTree, extract } from "./revision.ts";

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    against: { type: "string" },
    only: { type: "string" },
    busy: { type: "string", default: "0" },
    runs: { type: "string", default: "1" },
    named: { type: "boolean", default: false },
  },
});
const { against, only } = values;
const isWanted = (name: string) => only !== undefined || cases[name]?.isOptional !== true || hasPython();
const names = chosen(only, { what: "case", of: Object.keys(cases) }).filter(isWanted);

using temporary = mkdtempDisposableSync(join(tmpdir(), "mcp-bench-verdict-"));
const folder = temporary.path;
using _busy = keepBusy(Number(values.busy));
const programs = new Map<string, string>();
if (against !== undefined) {
  extract(against, join(folder, "before"));
  programs.set(against, buildProgram(join(folder, "before")));
}
copyWorkingTree(join(folder, "now"));
programs.set("now", buildProgram(join(folder, "now")));
console.log(`${values.busy} busy processes beside; load of the machine before: ${loadavg()[0]?.toFixed(1)}\n`);
console.log(row(["case", "program", "seconds", "rounds", "ms/row·round", "verdict"]));
for (const name of names) {
  const project = createProject(name, join(folder, name));
  const found = new Map([...programs.keys()].map((program) => [program, [] as Outcome[]]));
  for (let turn = 0; turn < Number(values.runs); turn++) {
    const order = turn % 2 === 0 ? [...programs] : [...programs].reverse();
    for (const [program, cli] of order) found.get(program)?.push(runCase(project, { cli, isNamed: values.named }));
  }
  for (const [program, outcomes] of found) {
    const of = (value: (outcome: Outcome) => number, digits = 1) => median(outcomes.map(value)).toFixed(digits);
    const cpu = of(({ cpuMs }) => cpuMs);
    const verdicts = [...new Set(outcomes.map(({ verdict }) => verdict))].join(" | ");
    console.log(row([name, program, of(({ seconds }) => seconds), of(({ rounds }) => rounds, 0), cpu, verdicts]));
  }
}

function row([name = "", program = "", ...rest]: readonly string[]): string {
  const verdict = rest.pop() ?? "";
  return `${name.padEnd(16)}${program.slice(0, 10).padEnd(12)}${rest.map((text) => text.padStart(14)).join("")}  ${verdict}`;
}

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
