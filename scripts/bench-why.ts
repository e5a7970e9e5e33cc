/**
 * Tests whether the function is named that made a server slower: twenty programs per language, made from a seed, in each of which
 * head makes one function 20 to 50 % slower, and the same programs with nothing changed.
 *
 *   npm run bench:why [-- --only node,python-2] [--async] [--seed N] [--functions N] [--look MS]
 *
 * `--async`: asynchronous functions that loop, in place of small ones that a compiler may inline, called over and over.
 * `--look`: how long each launch of an arm is looked at, in milliseconds. `--functions`: how many to list.
 * Those in Python want .tools/python of .ci/run, those in Go want Go and perf; programs that cannot be built are left out.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { argv, env, execPath, exit } from "node:process";
import { parseArgs } from "node:util";
import { goServer } from "./bench-why/go.ts";
import { compareArms, type Named } from "./bench-why/look.ts";
import { nodeServer } from "./bench-why/node.ts";
import {
  type Language,
  languages,
  type Program,
  type ProgramFunction,
  programs,
  slowedFunctions,
} from "./bench-why/programs.ts";
import { pythonServer, snake } from "./bench-why/python.ts";
import { root } from "./revision.ts";

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    only: { type: "string" },
    seed: { type: "string", default: "1" },
    functions: { type: "string", default: "0" },
    look: { type: "string", default: "400" },
    async: { type: "boolean", default: false },
  },
});
const only = values.only?.split(",");
const chosen = programs(Number(values.seed)).filter(
  ({ name, language }) => only === undefined || only.includes(name) || only.includes(language),
);
if (chosen.length === 0) {
  console.error(`no program ${values.only}`);
  exit(2);
}

const python = join(root, ".tools/python/bin/python");
const sources: Readonly<
  Record<Language, (functions: readonly ProgramFunction[], isPlain: boolean) => Readonly<Record<string, string>>>
> = {
  node: nodeServer,
  python: pythonServer,
  go: goServer,
};

using temporary = mkdtempDisposableSync(join(tmpdir(), "mcp-bench-why-"));
const folder = temporary.path;
const outcomes: { readonly language: Language; readonly isNamed: boolean; readonly isQuiet: boolean }[] = [];
console.log(`Load of the machine before: ${loadavg()[0]?.toFixed(1)}\n`);
console.log(row(["Program", "Made slower", "by", "of its own", "Named first", "Unchanged"]));
console.log(row(["-", "-", "-:", "-:", "-", "-"]));
if (chosen.some(({ language }) => language === "go")) buildGo();
for (const program of chosen) {
  const slower = await compareArms(commands(program, "base"), commands(program, "head"), Number(values.look));
  const same = await compareArms(commands(program, "base"), commands(program, "same"), Number(values.look));
  const wanted = nameOf(program);
  const isNamed = slower.culprit !== undefined && isFunction(slower.culprit, wanted);
  outcomes.push({ language: program.language, isNamed, isQuiet: same.culprit === undefined });
  const told = ({ culprit, reason }: Named) =>
    culprit === undefined ? (reason ?? "no function stands out") : code(culprit);
  const part = shareOf(slower, wanted);
  console.log(
    row([
      program.name,
      code(wanted),
      `${Math.round(program.by * 100)} %`,
      part === undefined ? "" : `${Math.round(part * 100)} %`,
      `${isNamed ? "yes" : "**no**"}: ${told(slower)}`,
      told(same),
    ]),
  );
  if (Number(values.functions) > 0)
    for (const { name, file, base, head } of slower.functions.slice(0, Number(values.functions)))
      console.log(`    ${name} ${file ?? ""} ${base.toFixed(3)} → ${head.toFixed(3)} ms`);
}
console.log(`\n${row(["Language", "Named first", "Quiet where nothing changed"])}\n${row(["-", "-:", "-:"])}`);
for (const language of languages) {
  const own = outcomes.filter((one) => one.language === language);
  const count = (is: (one: (typeof own)[number]) => boolean) => `${own.filter(is).length} of ${own.length}`;
  if (own.length > 0) console.log(row([language, count(({ isNamed }) => isNamed), count(({ isQuiet }) => isQuiet)]));
}

/** Writes one arm of a program, and gives what starts it. */
function commands(program: Program, arm: "base" | "head" | "same") {
  const directory = join(folder, program.name, arm);
  write(directory, program, arm);
  if (program.language === "node") return { command: execPath, args: ["server.mjs"], directory };
  if (program.language === "python") return { command: python, args: ["server.py"], directory };
  return { command: join(folder, "bin", arm, program.name), args: [], directory };
}

function write(directory: string, program: Program, arm: "base" | "head" | "same"): void {
  const functions = arm === "head" ? slowedFunctions(program, !values.async) : program.functions;
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(sources[program.language](functions, !values.async)))
    writeFileSync(join(directory, name), text);
}

/** All at once: they have nearly all of their packages in common. */
function buildGo(): void {
  const module = join(folder, "go");
  const arms = ["base", "head", "same"] as const;
  for (const program of chosen.filter(({ language }) => language === "go"))
    for (const arm of arms) write(join(module, arm, program.name), program, arm);
  writeFileSync(
    join(module, "go.mod"),
    "module example.com/seeded\n\ngo 1.25.0\n\nrequire github.com/modelcontextprotocol/go-sdk v1.8.0\n",
  );
  const go = (...args: string[]) =>
    execFileSync("go", args, { cwd: module, stdio: ["ignore", "ignore", "inherit"], env });
  go("mod", "tidy");
  for (const arm of arms) {
    mkdirSync(join(folder, "bin", arm), { recursive: true });
    go("build", "-o", join(folder, "bin", arm), `./${arm}/...`);
  }
}

function nameOf({ language, slowed }: Program): string {
  return language === "python" ? snake(slowed) : language === "go" ? `main.${slowed}` : slowed;
}

/** Tests whether a name is that of the function, or of one within it: `(anonymous in name)`, `name.<locals>.total`, `name.func1`. */
function isFunction(name: string, wanted: string): boolean {
  return name.split(/[^\w]+/).includes(wanted.replace("main.", "")) || name === wanted;
}

/** The part of the time of base that a function took. */
function shareOf({ functions }: Named, wanted: string): number | undefined {
  const total = functions.reduce((sum, { base }) => sum + base, 0);
  const own = functions.filter(({ name }) => isFunction(name, wanted)).reduce((sum, { base }) => sum + base, 0);
  return total > 0 ? own / total : undefined;
}

function code(text: string): string {
  return `\`${text}\``;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
