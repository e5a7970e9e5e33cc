import { outputOf } from "../resources/resources-macos.ts";
import type { ProgramProcess } from "./program.ts";

/** Asks `ps` for the command lines and `lsof` for the directory and the code of these processes. */
export async function readMacosPrograms(pids: readonly number[], output = outputOf): Promise<ProgramProcess[]> {
  const list = pids.join(",");
  const [commands, files] = await Promise.all([
    output("ps", ["-ww", "-o", "pid=,command=", "-p", list]),
    output("lsof", ["-n", "-P", "-w", "-a", "-d", "cwd,txt", "-p", list, "-Fpfn"]),
  ]);
  const [byCommand, byFiles] = [parseCommands(commands), parseFiles(files)];
  return pids.flatMap((pid) => {
    const words = byCommand.get(pid);
    if (!words) return []; // gone meanwhile
    const { directory, code = [] } = byFiles.get(pid) ?? {};
    const [executable, ...loaded] = code;
    return [{ pid, executable, words, directory, loaded }];
  });
}

/** Reads `ps -ww -o pid=,command=`, which separates words by blanks only: a path with blanks comes in parts. */
function parseCommands(text: string): ReadonlyMap<number, string[]> {
  const lines = text.split("\n").flatMap((line) => {
    const [, pid, command = ""] = /^\s*(\d+)\s+(.*\S)/.exec(line) ?? [];
    return pid === undefined ? [] : [[Number(pid), command.split(" ")] as const];
  });
  return new Map(lines);
}

interface FilesOf {
  directory?: string;
  /** The executed file first, as `lsof` lists it. */
  readonly code: string[];
}

/** Reads `lsof -d cwd,txt -Fpfn`: a line for each process, and below it two for each file. */
function parseFiles(text: string): ReadonlyMap<number, FilesOf> {
  const found = new Map<number, FilesOf>();
  let current: FilesOf = { code: [] };
  let kind = "";
  for (const line of text.split("\n")) {
    const value = line.slice(1);
    if (line.startsWith("p")) {
      current = { code: [] };
      found.set(Number(value), current);
    } else if (line.startsWith("f")) kind = value;
    else if (line.startsWith("n/") && kind === "cwd") current.directory = value;
    else if (line.startsWith("n/") && kind === "txt") current.code.push(value);
  }
  return found;
}
