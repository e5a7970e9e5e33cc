import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { LaunchSpec } from "../../plan/plan.ts";
import { builtBy, codeAmong, codeOf, nameOfProgram, type Role, roleOf } from "./command-line.ts";

/** One process of a server, as far as it tells which code runs. */
export interface ProgramProcess {
  readonly pid: number;
  /** Absolute path of the file that was executed; undefined where the system does not tell. */
  readonly executable: string | undefined;
  /** The command line, which a process may have overwritten. Untrusted text. */
  readonly words: readonly string[];
  readonly directory: string | undefined;
  /** Absolute paths of further files that are mapped as code. */
  readonly loaded: readonly string[];
}

/** Program that an arm was seen to run. Its name, untrusted, is relative to the checkout or without folders. */
export type Program =
  /** A file of the arm's own checkout. */
  | { readonly kind: "own"; readonly name: string }
  /** A file that lies outside; `identity` is the same where two arms run the same file. */
  | { readonly kind: "elsewhere"; readonly name: string; readonly identity: string }
  /** `reference`: the image as the command names it. */
  | { readonly kind: "image"; readonly name: string; readonly identity: string; readonly reference: string }
  /** A server that is reached by its address alone. */
  | { readonly kind: "address"; readonly name: string; readonly identity: string }
  | { readonly kind: "unknown" };

/** Directories in which the code of an arm is looked for. */
export interface Places {
  /** Real path of the arm's checkout. */
  readonly own: string;
  /** Real paths of those of other arms. */
  readonly others: readonly string[];
}

/**
 * Returns what a tree of processes runs, the server's own command line in hand. A file of the checkout proves it, whichever
 * process has it; a script for a shell does so only where the shell starts nothing else.
 */
export function programOf(processes: readonly ProgramProcess[], launch: LaunchSpec, places: Places): Program {
  const seen = processes.map((process, index) => evidenceOf(process, { places, launch, isFirst: index === 0 }));
  const own = seen.find(({ role, program }) => role !== "shell" && program.kind === "own");
  if (own) return own.program;
  const programs = seen.filter(({ role }) => role === "program").map(({ program }) => program);
  const found = programs.find(({ kind }) => kind === "elsewhere") ?? programs[0];
  return found ?? seen.find(({ role }) => role === "shell")?.program ?? unknown;
}

const unknown: Program = { kind: "unknown" };

function evidenceOf(
  process: ProgramProcess,
  { places, launch, isFirst }: { readonly places: Places; readonly launch: LaunchSpec; readonly isFirst: boolean },
): { readonly role: Role; readonly program: Program } {
  const { executable, words, loaded } = process;
  if (executable === undefined) return { role: "program", program: unknown };
  const name = nameOfProgram(executable);
  const role = roleOf(name, words);
  const look = { name, process, places, env: launch.env };
  const program = byCommandLine(look, words);
  if (role === "launcher") return { role, program: isNamesake(program) ? program : built(look) };
  if (program.kind === "own") return { role, program };
  const code = ownAmong(loaded, places);
  if (code) return { role, program: code };
  const { command, args } = launch;
  // The first process began with this command line, whatever it calls itself by now.
  const isRenamed = isFirst && program.kind === "unknown" && command !== undefined && nameOfProgram(command) === name;
  return { role, program: isRenamed ? byCommandLine(look, [command, ...args]) : program };
}

/** Decides whether a program that is called like a launcher is the checkout's own code, such as `dist/docker.js`, and not a tool that was installed. */
function isNamesake(program: Program): boolean {
  if (program.kind !== "own" || /(?:^|\/)(?:node_modules|venv|\.[^/]+)\//.test(program.name)) return false;
  return roleOf(nameOfProgram(program.name), []) === "launcher";
}

interface Look {
  readonly name: string;
  readonly process: ProgramProcess;
  readonly places: Places;
  readonly env: LaunchSpec["env"];
}

/** `go run .` runs a file of a cache: what it was built from is the folder that it names. */
function built({ name, process: { words, directory }, places }: Look): Program {
  const word = builtBy(name, words);
  const own = word === undefined ? undefined : ownAmong([find(word, directory)], places);
  return own && words[1] === "run" ? { kind: "own", name: `${name} run ${own.name}` } : (own ?? unknown);
}

function byCommandLine(look: Look, words: readonly string[]): Program {
  const { name, process, places } = look;
  const code = codeOf(name, words);
  switch (code.kind) {
    case "files": {
      const found = code.words.flatMap((word) => find(word, process.directory) ?? []);
      const [first] = found;
      if (first === undefined) return ownEnvironment(look, words);
      return ownAmong(found, places) ?? outside(first, code.rest, look);
    }
    case "executable": {
      const file = process.executable ?? "";
      return ownAmong([file], places) ?? outside(file, code.rest, look);
    }
    case "python module":
      return ownAmong([pythonModule(code.name, look)], places) ?? ownEnvironment(look, words);
    case "unknown":
      return ownEnvironment(look, words);
  }
}

/** A runner that lies elsewhere may well run a file of the checkout that it is given. */
function outside(file: string, rest: readonly string[], { process, places }: Look): Program {
  const given = codeAmong(rest).flatMap((word) => find(word, process.directory) ?? []);
  if (ownAmong(given, places)) return unknown;
  const identity = identityOf(file);
  return identity === undefined ? unknown : { kind: "elsewhere", name: nameOutside(file), identity };
}

/** The interpreter of a virtual environment is a link to the system's: where the link lies is what counts. */
function ownEnvironment({ process: { directory }, places }: Look, [command = ""]: readonly string[]): Program {
  if (directory === undefined || !command.includes("/")) return unknown;
  const link = path.resolve(directory, command);
  const place = path.join(realPath(path.dirname(link)), path.basename(link));
  return ownAmong([place], places) ?? unknown;
}

/** Finds a module as `python -m` does first. */
function pythonModule(name: string, { process: { directory }, env }: Look): string | undefined {
  const inside = name.replaceAll(".", "/");
  const folders = [".", ...(env.PYTHONPATH ?? "").split(":").filter(Boolean)];
  for (const folder of folders)
    for (const file of [`${inside}/__main__.py`, `${inside}/__init__.py`, `${inside}.py`]) {
      const found = find(path.join(folder, file), directory);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Returns the file or folder that a word of a command line names, links followed; undefined where there is none. */
function find(word: string, directory: string | undefined): string | undefined {
  if (directory === undefined) return undefined;
  try {
    return realpathSync(path.resolve(directory, word));
  } catch {
    return undefined;
  }
}

/** Returns the real path of an existing directory, itself where there is none. */
export function realPath(directory: string): string {
  return find(directory, ".") ?? directory;
}

function isInside(file: string, { own, others }: Places): boolean {
  if (!isBelow(file, own)) return false;
  // One checkout may lie in the other.
  return !others.some((other) => other !== own && isBelow(other, own) && isBelow(file, other));
}

function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

export function programPath(word: string, places: Places): Program {
  return ownAmong([find(word, "/")], places) ?? unknown;
}

/** Returns the program that the first file of the checkout is; undefined where all lie outside. */
function ownAmong(
  files: readonly (string | undefined)[],
  places: Places,
): Extract<Program, { kind: "own" }> | undefined {
  const own = files.find((file) => file !== undefined && isInside(file, places));
  return own === undefined ? undefined : { kind: "own", name: path.relative(places.own, own) || "." };
}

/** Tells a file from another that has taken its place. */
function identityOf(file: string): string | undefined {
  const about = statSync(file, { throwIfNoEntry: false });
  return about && [about.dev, about.ino, about.size, about.mtimeMs].join(":");
}

/** Folders tell who the user is, but for those of a package. */
function nameOutside(file: string): string {
  const inPackage = /.*\/(?:node_modules|site-packages)\/(?!\.)(.+)$/.exec(file)?.[1];
  return inPackage ?? path.basename(file);
}
