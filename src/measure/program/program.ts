import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { LaunchSpec } from "../../plan/plan.ts";
import { builtBy, type Code, codeAmong, codeOf, nameOfProgram, type Role, roleOf } from "./command-line.ts";

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

/**
 * Program that an arm was seen to run. Names are relative to the checkout, or without folders; they may be untrusted
 * text.
 */
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

/** Returns the real path of an existing directory, itself where there is none. */
export function realPath(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}

/**
 * Returns what a tree of processes runs, the server's own command line in hand. A file of the checkout proves it, whichever
 * process has it; a script for a shell does so only where the shell starts nothing else.
 */
export function programOf(processes: readonly ProgramProcess[], launch: LaunchSpec, places: Places): Program {
  const seen = processes.map((one, index) =>
    evidenceOf(one, { places, launch: index === 0 ? launch : undefined, env: launch.env }),
  );
  const own = seen.find(({ role, program }) => role !== "shell" && program.kind === "own");
  if (own) return own.program;
  const programs = seen.filter(({ role }) => role === "program").map(({ program }) => program);
  const found = programs.find(({ kind }) => kind === "elsewhere") ?? programs[0];
  if (found) return found;
  return seen.find(({ role }) => role === "shell")?.program ?? { kind: "unknown" };
}

interface Evidence {
  readonly role: Role;
  readonly program: Program;
}

interface About {
  readonly places: Places;
  /** Launch of the first process: its original command line, whatever it calls itself by now. */
  readonly launch: LaunchSpec | undefined;
  readonly env: LaunchSpec["env"];
}

const unknown: Program = { kind: "unknown" };

function evidenceOf(process: ProgramProcess, { places, launch, env }: About): Evidence {
  const { executable, words, loaded } = process;
  if (executable === undefined) return { role: "program", program: unknown };
  const name = nameOfProgram(executable);
  const role = roleOf(name, words);
  const look = { name, process, places, env };
  const program = byCommandLine(look, words);
  if (role === "launcher") return { role, program: isNamesake(program) ? program : built(look) };
  if (program.kind === "own") return { role, program };
  const code = loaded.find((file) => isInside(file, places));
  if (code !== undefined) return { role, program: ownFile(code, places) };
  const isRenamed = program.kind === "unknown" && launch?.command !== undefined;
  if (!isRenamed || nameOfProgram(launch.command) !== name) return { role, program };
  return { role, program: byCommandLine(look, [launch.command, ...launch.args]) };
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
  const target = word === undefined ? undefined : find(word, directory);
  if (target === undefined || !isInside(target, places)) return unknown;
  const place = relative(target, places);
  return { kind: "own", name: words[1] === "run" ? `${name} run ${place}` : place };
}

function byCommandLine(look: Look, words: readonly string[]): Program {
  const { name, process, places } = look;
  const code = codeOf(name, words);
  switch (code.kind) {
    case "files":
      return byFiles(code, look, words);
    case "executable": {
      const file = process.executable ?? "";
      return isInside(file, places) ? ownFile(file, places) : outside(file, code.rest, look);
    }
    case "python module": {
      const module = pythonModule(code.name, look);
      return module !== undefined && isInside(module, places) ? ownFile(module, places) : ownEnvironment(look, words);
    }
    case "unknown":
      return ownEnvironment(look, words);
  }
}

function byFiles(
  { words: files, rest }: Extract<Code, { kind: "files" }>,
  look: Look,
  words: readonly string[],
): Program {
  const { process, places } = look;
  const found = files.flatMap((word) => find(word, process.directory) ?? []);
  const own = found.find((file) => isInside(file, places));
  if (own !== undefined) return ownFile(own, places);
  const [first] = found;
  return first === undefined ? ownEnvironment(look, words) : outside(first, rest, look);
}

/** A runner that lies elsewhere may well run a file of the checkout that it is given. */
function outside(file: string, rest: readonly string[], { process, places }: Look): Program {
  const given = codeAmong(rest).flatMap((word) => find(word, process.directory) ?? []);
  if (given.some((one) => isInside(one, places))) return unknown;
  const identity = identityOf(file);
  return identity === undefined ? unknown : { kind: "elsewhere", name: nameOutside(file), identity };
}

/** The interpreter of a virtual environment is a link to the system's: where the link lies is what counts. */
function ownEnvironment({ process: { directory }, places }: Look, [command = ""]: readonly string[]): Program {
  if (directory === undefined || !command.includes("/")) return unknown;
  const link = path.resolve(directory, command);
  const place = path.join(realPath(path.dirname(link)), path.basename(link));
  return isInside(place, places) ? ownFile(place, places) : unknown;
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

function isInside(file: string, { own, others }: Places): boolean {
  if (!isBelow(file, own)) return false;
  // One checkout may lie in the other.
  return !others.some((other) => other !== own && isBelow(other, own) && isBelow(file, other));
}

function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** Returns the program that a single file is. */
export function programPath(word: string, places: Places): Program {
  const found = find(word, "/");
  return found !== undefined && isInside(found, places) ? ownFile(found, places) : unknown;
}

function ownFile(file: string, places: Places): Program {
  return { kind: "own", name: relative(file, places) };
}

function relative(file: string, { own }: Places): string {
  return path.relative(own, file) || ".";
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
